import Foundation

/// The contenders of one group at work, in a process of their own.
///
/// They take turns, and each round begins with another one, so that heat, a neighbor's load and
/// whatever the previous one left in the caches affect everyone alike. A contender that is done in
/// less than ten milliseconds runs several times per turn: a single run would be as short as the
/// disturbances.
///
/// What a group leaves behind (trees of `JSONSerialization` all over the heap, freed documents of
/// 100 MB, caches) would change the figures of the groups after it by a quarter; so each group has
/// a process of its own. And each pass is another process, as the addresses of code and data, which
/// differ from process to process, change figures by some percent, too: this way the rounds cover
/// several layouts, and the interval shows it.
struct Race {
  static let task = "race"

  /// What a process is asked to measure.
  struct Request: Codable {
    let group: String
    let contenders: [String]
    /// Their numbers determine which contender begins.
    let rounds: Range<Int>
    let corpusDirectory: String?
    let isFull: Bool
    /// Whether contenders are compared first: once in a run is enough.
    let wantsChecks: Bool
    /// How often each contender runs, if nothing is to be timed: see ``InstructionCount``.
    var runs: Int?
  }

  /// What one contender cost: one figure a round, for one item (see ``Metric``).
  struct Measurement: Codable {
    let contender: String
    let items: Int
    var costs: [Double] = []
  }

  struct Answer: Codable {
    var measurements: [Measurement]
    /// Bytes by name of document.
    let documents: [String: Int]
  }

  /// Measures in a new process.
  ///
  /// - Throws: `BenchmarkFailure` if a document cannot be read, results differ or the process dies.
  static func run(
    _ group: BenchmarkGroup, _ contenders: [String], rounds: Range<Int>, options: Options,
    wantsChecks: Bool, executable: URL = FreshProcess.executable
  ) throws -> Answer {
    let request = Request(
      group: group.name, contenders: contenders, rounds: rounds,
      corpusDirectory: options.corpusDirectory, isFull: options.isFull, wantsChecks: wantsChecks)
    return try FreshProcess.run(
      task, [request.text()], about: group.name, keepsMemory: group.keepsMemory,
      executable: executable)
  }

  /// In the new process: checks, warms up and measures.
  static func answer(_ arguments: [String]) throws -> Answer {
    let request = try JSONDecoder().decode(Request.self, from: Data((arguments.first ?? "").utf8))
    guard let group = BenchmarkGroup.all.first(where: { $0.name == request.group }) else {
      throw BenchmarkFailure.usage("there is no group \(request.group)")
    }
    let workbench = Workbench(
      corpusDirectory: request.corpusDirectory, isFull: request.isFull,
      wantsChecks: request.wantsChecks)
    let contenders = try group.prepare(workbench).filter { request.contenders.contains($0.name) }
    let measurements =
      if let runs = request.runs {
        try contenders.map { try repeated($0, runs) }
      } else {
        try Race(contenders).measurements(rounds: request.rounds)
      }
    return Answer(measurements: measurements, documents: workbench.documentSizes)
  }

  private static func repeated(_ contender: Contender, _ runs: Int) throws -> Measurement {
    for _ in 0..<runs { _ = try run(contender.work) }
    return Measurement(contender: contender.name, items: contender.items)
  }

  private let contenders: [Contender]
  private let repetitions: [Int]

  private static let shortestTurn = 0.010
  private static let warmUp = 0.060
  /// The allocator gets memory for large results from the system until three of them have been freed;
  /// that affects the first runs, however long they take.
  private static let fewestWarmUps = 4

  /// Warms every contender up.
  private init(_ contenders: [Contender]) throws {
    self.contenders = contenders
    repetitions = try contenders.map(Self.repetitions)
  }

  private func measurements(rounds: Range<Int>) throws -> [Measurement] {
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

extension Race.Request {
  /// As an argument of a process.
  func text() throws -> String {
    String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
  }
}
