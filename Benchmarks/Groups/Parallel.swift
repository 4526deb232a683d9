import Foundation
import MirrorMap

/// An array of statuses on one thread and on two: until the result is there, and until it has been
/// released as well, which one thread does however many have decoded it.
enum Parallel {
  private static let one = "MirrorMap, 1 thread"
  private static let two = "MirrorMap, 2 threads"

  static let group = BenchmarkGroup(
    name: "parallel",
    summary: "10 MB of statuses on one thread and on two, with --full 100 MB; without the release",
    metric: .throughput,
    baselines: [one],
    contenders: [one, two],
    goals: [two: .ratio(atLeast: 1.7)],
    mostRounds: 15,
    prepare: { workbench in
      let data = try document(workbench)
      return [
        .untilResult(one, items: data.count) {
          try [MappedTimeline.Status].decode(from: data)
        },
        .untilResult(two, items: data.count) {
          try [MappedTimeline.Status].decode(from: data, parallel: 2)
        },
      ]
    })

  static let releasing = BenchmarkGroup(
    name: "parallel, released",
    summary: "the same with the release of the result",
    metric: .throughput,
    baselines: [one],
    contenders: [one, two],
    mostRounds: 15,
    prepare: { workbench in
      let data = try document(workbench)
      return [
        Contender(one, items: data.count) {
          blackHole(try [MappedTimeline.Status].decode(from: data))
        },
        Contender(two, items: data.count) {
          blackHole(try [MappedTimeline.Status].decode(from: data, parallel: 2))
        },
      ]
    })

  private static func document(_ workbench: Workbench) throws -> Data {
    let data = try workbench.statuses(megabytes: workbench.isFull ? 100 : 10)
    if workbench.wantsChecks {
      try Agreement(about: "parallel").requireEqual(
        [MappedTimeline.Status].decode(from: data).encodeString(),
        [MappedTimeline.Status].decode(from: data, parallel: 2).encodeString(),
        "two threads read something else than one")
    }
    return data
  }
}
