import Foundation

/// Measures the contenders of one group against each other.
///
/// The contenders take turns, and each round begins with another one, so that heat, a neighbour's
/// load and whatever the one before left in the caches fall on everyone alike. A contender that is
/// done in less than ten milliseconds runs several times in its turn: one run of it would be as
/// short as the disturbances.
struct Runner {
  let rounds: Int
  let progress: Progress

  private static let shortestTurn = 0.010
  private static let warmUp = 0.060
  private let clock = ContinuousClock()

  func measure(_ contenders: [Contender]) throws -> [Measurement] {
    progress.note(" warming up,")
    let repetitions = try contenders.map { try self.repetitions(of: $0) }
    var measurements = contenders.map { Measurement(contender: $0.name, items: $0.items) }
    progress.note(" rounds: \(rounds) ")
    for round in 0..<rounds {
      for turn in contenders.indices {
        let index = (round + turn) % contenders.count
        let cost = try cost(of: contenders[index], repeated: repetitions[index])
        measurements[index].costs.append(cost)
      }
      progress.note(".")
    }
    return measurements
  }

  /// Warms the contender up and finds how often it must run to fill a turn.
  ///
  /// What measures itself does so in a fresh process, where warming up is its own business.
  private func repetitions(of contender: Contender) throws -> Int {
    guard case .timed(let run) = contender.work else { return 1 }
    var total = 0.0
    var fastest = Double.infinity
    var runs = 0
    while runs < 2 || (total < Self.warmUp && runs < 1_000) {
      let time = try seconds(run, repeated: 1)
      total += time
      fastest = min(fastest, time)
      runs += 1
    }
    return max(1, Int((Self.shortestTurn / max(fastest, 1e-6)).rounded(.up)))
  }

  private func cost(of contender: Contender, repeated count: Int) throws -> Double {
    switch contender.work {
    case .timed(let run): try seconds(run, repeated: count) / Double(contender.items)
    case .measuring(let measure): try measure()
    }
  }

  /// The seconds of one run, as the mean of `count` in a row.
  private func seconds(_ run: () throws -> Void, repeated count: Int) throws -> Double {
    let time = try clock.measure {
      for _ in 0..<count {
        #if canImport(ObjectiveC)
          try autoreleasepool { try run() }
        #else
          try run()
        #endif
      }
    }
    return time / .seconds(1) / Double(count)
  }
}
