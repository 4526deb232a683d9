import Foundation
import MirrorMap

/// `Codable` types decoded and encoded by Foundation's coders and by MirrorMap's, after a check that both agree.
enum CodableContest {
  static let all: [BenchmarkGroup] = [
    decoding(PlainTimeline.self), decoding(PlainCatalog.self), decoding(GeoJSONModels.Plain.self),
    decoding([PlainEvent].self),
    encoding(PlainTimeline.self), encoding(PlainCatalog.self), encoding(GeoJSONModels.Plain.self),
    encoding([PlainEvent].self),
    unions,
  ]

  private static func decoding<Plain: CorpusModel>(_ type: Plain.Type) -> BenchmarkGroup {
    BenchmarkGroup(
      name: "Codable decode \(Plain.corpus.rawValue)",
      summary: "bytes to Codable models",
      metric: .throughput,
      baselines: [Names.decoder],
      contenders: [Names.decoder, Names.mappingDecoder],
      prepare: { workbench in
        let data = try workbench.document(Plain.corpus)
        let (theirs, ours) = (JSONDecoder(), MappingDecoder())
        if workbench.wantsChecks {
          try Agreement(about: "Codable decode \(Plain.corpus.rawValue)").requireEqual(
            ours.decode(type, from: data), theirs.decode(type, from: data),
            "MappingDecoder and JSONDecoder disagree")
        }
        return [
          Contender(Names.decoder, items: data.count) {
            blackHole(try theirs.decode(type, from: data))
          },
          Contender(Names.mappingDecoder, items: data.count) {
            blackHole(try ours.decode(type, from: data))
          },
        ]
      })
  }

  private static func encoding<Plain: CorpusModel>(_ type: Plain.Type) -> BenchmarkGroup {
    BenchmarkGroup(
      name: "Codable encode \(Plain.corpus.rawValue)",
      summary: "Codable models to bytes",
      metric: .throughput,
      baselines: [Names.encoder],
      contenders: [Names.encoder, Names.mappingEncoder],
      prepare: { workbench in
        let value = try JSONDecoder().decode(type, from: workbench.document(Plain.corpus))
        let (theirs, ours) = (JSONEncoder(), MappingEncoder())
        if workbench.wantsChecks {
          let (sortedTheirs, sortedOurs) = (JSONEncoder(), MappingEncoder())
          sortedTheirs.outputFormatting = .sortedKeys
          sortedOurs.outputFormatting = .sortedKeys
          try Agreement(about: "Codable encode \(Plain.corpus.rawValue)").requireEqual(
            sortedOurs.encode(value), sortedTheirs.encode(value),
            "MappingEncoder and JSONEncoder write different bytes")
        }
        let count = try ours.encode(value).count
        return [
          Contender(Names.encoder, items: count) { blackHole(try theirs.encode(value)) },
          Contender(Names.mappingEncoder, items: count) { blackHole(try ours.encode(value)) },
        ]
      })
  }

  /// An array whose elements fail to decode as the first type that is tried.
  private static let unions = BenchmarkGroup(
    name: "Codable union",
    summary: "100,000 elements whose first attempt fails",
    metric: .throughput,
    baselines: [Names.decoder],
    contenders: [Names.decoder, Names.mappingDecoder],
    prepare: { _ in
      let text = "[" + (0..<100_000).map { "\"text \($0)\"" }.joined(separator: ",") + "]"
      let data = Data(text.utf8)
      let (theirs, ours) = (JSONDecoder(), MappingDecoder())
      try Agreement(about: "Codable union").requireEqual(
        ours.decode([NumberOrText].self, from: data),
        theirs.decode([NumberOrText].self, from: data), "MappingDecoder and JSONDecoder disagree")
      return [
        Contender(Names.decoder, items: data.count) {
          blackHole(try theirs.decode([NumberOrText].self, from: data))
        },
        Contender(Names.mappingDecoder, items: data.count) {
          blackHole(try ours.decode([NumberOrText].self, from: data))
        },
      ]
    })

  private enum NumberOrText: Decodable, Equatable {
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        self = .number(try container.decode(Int.self))
      } catch {
        self = .text(try container.decode(String.self))
      }
    }
  }
}
