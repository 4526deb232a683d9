import Foundation

/// Compares another build of this program with this one, row by row: has a change to the library
/// made anything faster or slower?
///
/// Both builds measure in turns, in fresh processes: before, after, after, before, and so on. The
/// cost of a row in a process is that of its least disturbed turn. Two processes in a row make a
/// pair, and the quotient of their costs is one sample: so the interval covers what differs between
/// processes, such as the addresses of code and data, and a busy neighbor affects both of a pair.
///
/// Rows in which Foundation does the work are left out. With `--instructions`, instructions are
/// counted instead, once for each build; see ``InstructionCount``.
struct PairedRun {
  /// What the old build is called in the results.
  static let baseline = "before"
  /// A row has become slower only if its whole interval is below this.
  private static let bound = 0.97
  private static let turns = 7
  /// For groups whose turns take long.
  private static let fewTurns = 2

  let options: Options
  let before: URL

  /// - Throws: `BenchmarkFailure` when a build cannot be started or fails.
  func run() throws -> Report {
    let groups = try BenchmarkGroup.matching(options.filter).filter {
      !ownContenders(of: $0).isEmpty
    }
    var old: [String: Race.Measurement] = [:]
    var new: [String: Race.Measurement] = [:]
    var documents: [String: Int] = [:]
    var missing: Set<String> = []
    let pairs = options.countsInstructions ? 1 : options.rounds
    for pair in 0..<pairs {
      BenchmarkCommand.note("pair \(pair + 1) of \(pairs) ")
      defer { BenchmarkCommand.note("\n") }
      for group in groups where !missing.contains(group.name) {
        do {
          let measureOld = { try measure(group, before, pair: pair) }
          let measureNew = { try measure(group, FreshProcess.executable, pair: pair) }
          let isOldFirst = pair.isMultiple(of: 2)
          let first = try isOldFirst ? measureOld() : measureNew()
          let second = try isOldFirst ? measureNew() : measureOld()
          add(isOldFirst ? first : second, of: group, to: &old)
          add(isOldFirst ? second : first, of: group, to: &new)
          documents.merge(first.documents) { $1 }
          BenchmarkCommand.note(".")
        } catch let failure as BenchmarkFailure where failure.isUsage {
          missing.insert(group.name)
          BenchmarkCommand.note("\nonly in one of the builds: \(group.name)\n")
        }
      }
    }
    let results = groups.flatMap { rows(of: $0, old: old, new: new) }
    guard !results.isEmpty else {
      throw BenchmarkFailure("\(before.path) has none of the groups, or another harness")
    }
    return Report(header: ReportHeader(options: options, documents: documents), rows: results)
  }

  private func ownContenders(of group: BenchmarkGroup) -> [String] {
    // What measures itself starts processes, whose instructions are not counted.
    if options.countsInstructions,
      [PlanBuilding.task, PeakMemory.task].contains(where: group.name.hasPrefix)
    {
      return []
    }
    return group.wanted(by: options.filter).filter { !Names.isFoundation($0, in: group) }
  }

  private func measure(_ group: BenchmarkGroup, _ build: URL, pair: Int) throws -> Race.Answer {
    if options.countsInstructions {
      let answers = try ownContenders(of: group).map {
        try InstructionCount.measure($0, in: group, options: options, executable: build)
      }
      return Race.Answer(measurements: answers.flatMap(\.measurements), documents: [:])
    }
    let turns = group.mostRounds == .max ? Self.turns : Self.fewTurns
    return try Race.run(
      group, ownContenders(of: group), rounds: 0..<turns, options: options, wantsChecks: pair == 0,
      executable: build)
  }

  private func add(
    _ answer: Race.Answer, of group: BenchmarkGroup,
    to measurements: inout [String: Race.Measurement]
  ) {
    for measurement in answer.measurements {
      let key = "\(group.name) \(measurement.contender)"
      measurements[
        key, default: Race.Measurement(contender: measurement.contender, items: measurement.items)
      ].costs.append(measurement.costs.min() ?? 0)
    }
  }

  /// Rows as of any group, whose baseline is the old build.
  private func rows(
    of group: BenchmarkGroup, old: [String: Race.Measurement], new: [String: Race.Measurement]
  ) -> [ResultRow] {
    ownContenders(of: group).compactMap { name in
      guard let before = old["\(group.name) \(name)"], let after = new["\(group.name) \(name)"]
      else {
        return nil
      }
      var group = group
      group.baselines = [Self.baseline]
      if options.countsInstructions { group.metric = .instructions }
      group.goals = [name: .interval(upTo: Self.bound)]
      let baseline = Race.Measurement(
        contender: Self.baseline, items: before.items, costs: before.costs)
      return ResultRow(after, in: group, of: [baseline])
    }
  }
}

extension Report {
  /// What a paired run has found, in one line.
  var pairedSummary: String {
    let ratios = rows.compactMap { $0.ratio(to: PairedRun.baseline)?.median }
    let mean = exp(ratios.map { log($0) }.reduce(0, +) / Double(max(ratios.count, 1)))
    let slower = slowerRows.map { "\n  \($0.group) · \($0.contender)" }.joined()
    return "\(rows.count) rows, \(Text.fixed(mean, 3)) × before in the geometric mean, "
      + "\(slowerRows.count) slower\(slower)"
  }

  var slowerRows: [ResultRow] { rows.filter { $0.isGoalMet == false } }
}
