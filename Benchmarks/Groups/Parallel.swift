import Foundation
import MirrorMap

/// An array of statuses on one thread and on two.
enum Parallel {
  private static let one = "MirrorMap, 1 thread"
  private static let two = "MirrorMap, 2 threads"

  static let group = BenchmarkGroup(
    name: "parallel",
    summary: "10 MB of statuses on one thread and on two, with --full 100 MB",
    metric: .throughput,
    baselines: [one],
    contenders: [one, two],
    goals: [two: .ratio(atLeast: 1.7)],
    mostRounds: 15,
    prepare: { workbench in
      let data = try workbench.statuses(megabytes: workbench.isFull ? 100 : 10)
      try Agreement(about: "parallel").requireEqual(
        [MappedTimeline.Status].decode(from: data).encodeString(),
        [MappedTimeline.Status].decode(from: data, parallel: 2).encodeString(),
        "two threads read something else than one")
      return [
        Contender(one, items: data.count) {
          blackHole(try [MappedTimeline.Status].decode(from: data))
        },
        Contender(two, items: data.count) {
          blackHole(try [MappedTimeline.Status].decode(from: data, parallel: 2))
        },
      ]
    })
}
