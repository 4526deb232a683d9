import Foundation
import MirrorMap

/// Many documents of 200 bytes, each decoded on its own: the fixed cost of a call counts.
enum SmallDocuments {
  private static let count = 1_000

  static let group = BenchmarkGroup(
    name: "small documents",
    summary: "1,000 documents of 200 bytes, each decoded on its own",
    metric: .nanosecondsPerDocument,
    baselines: [Names.decoder, Names.serialization],
    contenders: [Names.serialization, Names.decoder, Names.mappingDecoder, Names.mirrorMap],
    goals: [Names.mappingDecoder: .ratio(atLeast: 2), Names.mirrorMap: .ratio(atLeast: 10)],
    prepare: { workbench in
      let documents = ReadingModels.documents(count)
      let (decoder, mappingDecoder) = (JSONDecoder(), MappingDecoder())
      if workbench.wantsChecks { try check(documents, decoder) }
      return [
        Contender(Names.serialization, items: count) {
          for data in documents { blackHole(try JSONSerialization.jsonObject(with: data)) }
        },
        Contender(Names.decoder, items: count) {
          for data in documents {
            blackHole(try decoder.decode(ReadingModels.Plain.self, from: data))
          }
        },
        Contender(Names.mappingDecoder, items: count) {
          for data in documents {
            blackHole(try mappingDecoder.decode(ReadingModels.Plain.self, from: data))
          }
        },
        Contender(Names.mirrorMap, items: count) {
          for data in documents { blackHole(try ReadingModels.Annotated.decode(from: data)) }
        },
      ]
    })

  private static func check(_ documents: [Data], _ decoder: JSONDecoder) throws {
    try Agreement(about: group.name).requireAlike(
      documents.map { try ReadingModels.Annotated.decode(from: $0) },
      documents.map { try decoder.decode(ReadingModels.Plain.self, from: $0) },
      "MirrorMap and JSONDecoder disagree")
  }
}
