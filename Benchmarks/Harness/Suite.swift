/// The whole run: all checks, and then all groups in several passes.
///
/// A neighbour who is busy for ten seconds would spoil all rounds of a group that takes ten
/// seconds, and no interval would tell. So the rounds of every group are spread over the whole run.
struct Suite {
  let options: Options
  let progress = Progress()

  private static let mostPasses = 5

  /// The groups of which the filter lets at least one contender through.
  ///
  /// - Throws: `BenchmarkFailure` if there is none.
  static func groups(matching filter: String?) throws -> [BenchmarkGroup] {
    let groups = BenchmarkGroup.all.filter { group in
      group.contenders.contains { group.isWanted($0, by: filter) }
    }
    guard !groups.isEmpty else {
      throw BenchmarkFailure.usage(
        "--filter \(filter ?? ""): no \"group contender\" has that in its name; see --list")
    }
    return groups
  }

  /// - Throws: `BenchmarkFailure` when the filter lets nothing through, a document cannot be read
  ///   or results differ.
  func run() throws -> Report {
    let groups = try Self.groups(matching: options.filter)
    let workbench = Workbench(corpusDirectory: options.corpusDirectory, isFull: options.isFull)
    var races = try groups.map { try race(of: $0, at: workbench) }
    let passes = min(Self.mostPasses, options.rounds)
    for pass in 0..<passes {
      progress.note("measuring, pass \(pass + 1) of \(passes) ")
      for (index, group) in groups.enumerated() {
        let rounds = min(options.rounds, group.mostRounds)
        try explaining(group) {
          // As even as whole numbers can be: 7 rounds in 5 passes are 1, 1, 2, 1 and 2.
          try races[index].run(rounds: rounds * (pass + 1) / passes - rounds * pass / passes)
        }
        progress.note(".")
      }
      progress.note("\n")
    }
    let results = zip(groups, races).flatMap { rows(of: $0, measured: $1.measurements) }
    guard !results.isEmpty else {
      throw BenchmarkFailure.usage("--filter \(options.filter ?? ""): that takes --full")
    }
    return Report(header: ReportHeader(options: options, workbench: workbench), rows: results)
  }

  private func wanted(of group: BenchmarkGroup) -> [String] {
    group.contenders.filter { group.isWanted($0, by: options.filter) }
  }

  private func race(of group: BenchmarkGroup, at workbench: Workbench) throws -> Race {
    progress.note("checking \(group.name)\n")
    let needed = Set(wanted(of: group) + group.baselines)
    return try explaining(group) {
      try Race(group.prepare(workbench).filter { needed.contains($0.name) })
    }
  }

  private func rows(of group: BenchmarkGroup, measured all: [Measurement]) -> [ResultRow] {
    wanted(of: group).compactMap { name in
      all.first { $0.contender == name }.map { ResultRow($0, in: group, of: all) }
    }
  }

  /// Says which group it was where a contender cannot read the document, or what another one wrote.
  private func explaining<Result>(
    _ group: BenchmarkGroup, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let failure as BenchmarkFailure {
      throw failure
    } catch {
      throw BenchmarkFailure("\(group.name): \(error)")
    }
  }
}
