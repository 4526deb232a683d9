import Foundation
import MirrorMap

/// What a byte costs in documents of 1, 10 and 100 MB of twitter's statuses, until the result is
/// there.
///
/// Runs in processes that keep freed memory: the system takes the same time for everyone to provide
/// 40 MB of cleared pages. Releasing 40 MB takes an allocator longer than forty times 1 MB; so that
/// has a group of its own, with default memory. 100 MB only with `--full`: `JSONSerialization`
/// takes a gigabyte of memory for them.
enum Scaling {
  static let megabytes = [1, 10, 100]

  static let mirrorMap = group(
    Names.mirrorMap,
    goals: [10, 100].reduce(into: [:]) { $0[name($1)] = .ratio(atLeast: 1 / 1.15) }
  ) { data, name in
    .untilResult(name, items: data.count) { try [MappedTimeline.Status].decode(from: data) }
  }

  static let released = group("\(Names.mirrorMap), released", keepsMemory: false) { data, name in
    Contender(name, items: data.count) { blackHole(try [MappedTimeline.Status].decode(from: data)) }
  }

  static let decoder = group(Names.decoder) { data, name in
    .untilResult(name, items: data.count) {
      try JSONDecoder().decode([PlainTimeline.Status].self, from: data)
    }
  }

  static let serialization = group(Names.serialization) { data, name in
    .untilResult(name, items: data.count) { try JSONSerialization.jsonObject(with: data) }
  }

  static func name(_ megabytes: Int) -> String { "\(megabytes) MB" }

  private static func group(
    _ contender: String, goals: [String: BenchmarkGroup.Goal] = [:], keepsMemory: Bool = true,
    _ decoding: @escaping @Sendable (Data, String) -> Contender
  ) -> BenchmarkGroup {
    BenchmarkGroup(
      name: "scaling \(contender)",
      summary: "speed with 1 and 10 MB of statuses, with --full 100 MB as well",
      metric: .throughput,
      baselines: [name(1)],
      contenders: megabytes.map(name),
      goals: goals,
      mostRounds: 5,
      keepsMemory: keepsMemory,
      prepare: { workbench in
        try megabytes.filter { workbench.isFull || $0 < 100 }.map { size in
          decoding(try workbench.statuses(megabytes: size), name(size))
        }
      })
  }
}
