import Foundation
import MirrorMap

/// A document decoded into models, after a check that all make the same of it.
///
/// Every contender gets the same `Data`. The decoder is made once, which spares Foundation's its
/// set-up in every run. `JSONSerialization` alone makes no models; with casts it does.
struct DecodeContest<Document: BenchmarkDocument> {
  let data: Data
  let decoder = JSONDecoder()

  static var group: BenchmarkGroup {
    BenchmarkGroup(
      name: "decode \(Document.corpus.rawValue)",
      summary: "bytes to models (JSONSerialization: to its tree)",
      metric: .throughput,
      baselines: [Names.serialization, Names.decoder],
      contenders: [
        Names.serialization, Names.serializationAndCasts, Names.decoder, Names.mirrorMap,
      ],
      prepare: { workbench in
        let contest = DecodeContest(data: try workbench.document(Document.corpus))
        try contest.check()
        return contest.contenders
      })
  }

  private init(data: Data) {
    self.data = data
  }

  private var contenders: [Contender] {
    [
      Contender(Names.serialization, items: data.count) {
        blackHole(try JSONSerialization.jsonObject(with: data))
      },
      Contender(Names.serializationAndCasts, items: data.count) {
        blackHole(Document.cast(try JSONSerialization.jsonObject(with: data)))
      },
      Contender(Names.decoder, items: data.count) {
        blackHole(try decoder.decode(Document.Plain.self, from: data))
      },
      Contender(Names.mirrorMap, items: data.count) {
        blackHole(try Document.Annotated.decode(from: data))
      },
    ]
  }

  private func check() throws {
    let agreement = Agreement(about: "decode \(Document.corpus.rawValue)")
    let plain = try decoder.decode(Document.Plain.self, from: data)
    let mapped = Document.plain(try Document.Annotated.decode(from: data))
    try agreement.requireEqual(mapped, plain, "MirrorMap and JSONDecoder disagree")
    guard let cast = Document.cast(try JSONSerialization.jsonObject(with: data)) else {
      throw agreement.failure("a cast of JSONSerialization+casts failed")
    }
    try agreement.requireAlike(mapped, cast, "MirrorMap and JSONSerialization+casts disagree")
  }
}
