import Foundation
import MirrorMap

/// What a byte costs in documents of 1, 10 and 100 MB of twitter's statuses.
///
/// 100 MB only with `--full`: `JSONSerialization` takes a gigabyte of memory for them.
enum Scaling {
  static let megabytes = [1, 10, 100]

  static let mirrorMap = group(
    Names.mirrorMap,
    goals: [10, 100].reduce(into: [:]) { $0[name($1)] = .ratio(atLeast: 1 / 1.15) }
  ) {
    blackHole(try [MappedTimeline.Status].decode(from: $0))
  }

  static let decoder = group(Names.decoder) {
    blackHole(try JSONDecoder().decode([PlainTimeline.Status].self, from: $0))
  }

  static let serialization = group(Names.serialization) {
    blackHole(try JSONSerialization.jsonObject(with: $0))
  }

  static func name(_ megabytes: Int) -> String { "\(megabytes) MB" }

  private static func group(
    _ contender: String, goals: [String: Goal] = [:],
    decode: @escaping @Sendable (Data) throws -> Void
  ) -> BenchmarkGroup {
    BenchmarkGroup(
      name: "scaling \(contender)",
      summary: "speed with 1 and 10 MB of statuses, with --full 100 MB as well",
      metric: .throughput,
      baselines: [name(1)],
      contenders: megabytes.map(name),
      goals: goals,
      mostRounds: 7,
      prepare: { workbench in
        try megabytes.filter { workbench.isFull || $0 < 100 }.map { size in
          let data = try workbench.statuses(megabytes: size)
          return Contender(name(size), items: data.count) { try decode(data) }
        }
      })
  }
}
