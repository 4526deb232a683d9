import Foundation
import MirrorMap

/// A document decoded into models, after a check that all make the same of it.
///
/// Every contender gets the same `Data`. The decoder is made once, which spares Foundation's its
/// set-up in every run. `JSONSerialization` alone makes no models; with casts it does.
struct DecodeContest<Plain: CorpusModel> {
  let data: Data
  let decoder = JSONDecoder()

  static var group: BenchmarkGroup {
    BenchmarkGroup(
      name: "decode \(Plain.corpus.rawValue)",
      summary: "bytes to models (JSONSerialization: to its tree)",
      metric: .throughput,
      baselines: [Names.serialization, Names.decoder],
      contenders: [
        Names.serialization, Names.serializationAndCasts, Names.decoder, Names.mirrorMap,
      ],
      goals: [Names.mirrorMap: .ratio(atLeast: Plain.corpus.decodingGoal)],
      prepare: { workbench in
        let contest = DecodeContest(data: try workbench.document(Plain.corpus))
        if workbench.wantsChecks { try contest.check() }
        return contest.contenders
      })
  }

  /// The same in a debug build, where `JSONDecoder` is still optimized.
  static var unoptimized: BenchmarkGroup {
    BenchmarkGroup(
      name: "decode \(Plain.corpus.rawValue), unoptimized",
      summary: "bytes to models in a debug build, against the optimized JSONDecoder",
      metric: .throughput,
      baselines: [Names.decoder],
      contenders: [Names.decoder, Names.mirrorMap],
      goals: [Names.mirrorMap: .ratio(atLeast: 0.5)],
      prepare: { workbench in
        let contest = DecodeContest(data: try workbench.document(Plain.corpus))
        if workbench.wantsChecks { try contest.check() }
        return contest.contenders.filter { [Names.decoder, Names.mirrorMap].contains($0.name) }
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
        blackHole(try Plain(tree: JSONSerialization.jsonObject(with: data)))
      },
      Contender(Names.decoder, items: data.count) {
        blackHole(try decoder.decode(Plain.self, from: data))
      },
      Contender(Names.mirrorMap, items: data.count) {
        blackHole(try Plain.Annotated.decode(from: data))
      },
    ]
  }

  private func check() throws {
    let agreement = Agreement(about: "decode \(Plain.corpus.rawValue)")
    let plain = try decoder.decode(Plain.self, from: data)
    try agreement.requireAlike(
      Plain.Annotated.decode(from: data), plain, "MirrorMap and JSONDecoder disagree")
    try agreement.requireAlike(
      plain, Plain(tree: JSONSerialization.jsonObject(with: data)),
      tolerance: Agreement.serializationTolerance,
      "JSONDecoder and JSONSerialization+casts disagree")
  }
}
