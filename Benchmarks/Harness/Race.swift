import Foundation

/// The contenders of one group under way.
///
/// They take turns, and each round begins with another one, so that heat, a neighbour's load and
/// whatever the one before left in the caches fall on everyone alike. A contender that is done in
/// less than ten milliseconds runs several times in its turn: one run of it would be as short as
/// the disturbances.
struct Race {
  private let contenders: [Contender]
  private let repetitions: [Int]

  private static let shortestTurn = 0.010
  private static let warmUp = 0.060
  /// Memory for large results is fetched from the system anew until the allocator has seen three of them
  /// go; that is a matter of the first runs, however long they take.
  private static let fewestWarmUps = 4

  /// Warms every contender up.
  init(_ contenders: [Contender]) throws {
    self.contenders = contenders
    repetitions = try contenders.map(Self.repetitions)
  }

  /// Everyone's costs. The number of a round tells who begins.
  func measurements(rounds: Range<Int>) throws -> [Measurement] {
    var measurements = contenders.map { Measurement(contender: $0.name, items: $0.items) }
    for round in rounds {
      for turn in contenders.indices {
        let index = (round + turn) % contenders.count
        measurements[index].costs.append(
          try Self.cost(of: contenders[index], repeated: repetitions[index]))
      }
    }
    return measurements
  }

  /// How often a contender must run to fill a turn.
  ///
  /// What measures itself does so in a fresh process, where warming up is its own business.
  private static func repetitions(of contender: Contender) throws -> Int {
    if case .measuring = contender.work { return 1 }
    var total = 0.0
    var fastest = Double.infinity
    var runs = 0
    while runs < fewestWarmUps || total < warmUp && runs < 1_000 {
      let time = try seconds(of: contender.work, repeated: 1)
      total += time
      fastest = min(fastest, time)
      runs += 1
    }
    return max(1, Int((shortestTurn / max(fastest, 1e-6)).rounded(.up)))
  }

  private static func cost(of contender: Contender, repeated count: Int) throws -> Double {
    if case .measuring(let measure) = contender.work { return try measure() }
    return try seconds(of: contender.work, repeated: count) / Double(contender.items)
  }

  /// The seconds of one run, as the mean of `count` in a row.
  private static func seconds(of work: Contender.Work, repeated count: Int) throws -> Double {
    var stopped = 0.0
    let time = try ContinuousClock().measure {
      for _ in 0..<count {
        #if canImport(ObjectiveC)
          stopped += try autoreleasepool { try run(work) }
        #else
          stopped += try run(work)
        #endif
      }
    }
    if case .stopped = work { return stopped / Double(count) }
    return time / .seconds(1) / Double(count)
  }

  /// Runs once.
  ///
  /// - Returns: the seconds, if the work knows.
  private static func run(_ work: Contender.Work) throws -> Double {
    switch work {
    case .timed(let run): try run()
    case .stopped(let run): return try run()
    case .measuring: break
    }
    return 0
  }
}
