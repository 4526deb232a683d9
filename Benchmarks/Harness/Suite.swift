/// The whole run: all groups in several passes, see ``Schedule``, each time in a process of its own.
struct Suite {
  let options: Options
  let progress = Progress()

  /// The groups of which the filter lets at least one contender through.
  ///
  /// - Throws: `BenchmarkFailure` if there is none.
  static func groups(matching filter: String?) throws -> [BenchmarkGroup] {
    let groups = BenchmarkGroup.all.filter { !$0.wanted(by: filter).isEmpty }
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
    let schedule = Schedule(rounds: options.rounds)
    var costs: [String: [Measurement]] = [:]
    var documents: [String: Int] = [:]
    for pass in 0..<schedule.passes {
      progress.note("pass \(pass + 1) of \(schedule.passes) ")
      defer { progress.note("\n") }
      for group in groups {
        let rounds = schedule.rounds(of: min(options.rounds, group.mostRounds), inPass: pass)
        guard !rounds.isEmpty else { continue }
        let answer = try RaceProcess.run(group, rounds: rounds, options: options)
        costs[group.name, default: []].append(contentsOf: answer.measurements)
        documents.merge(answer.documents) { $1 }
        progress.note(".")
      }
    }
    let results = groups.flatMap { rows(of: $0, measured: costs[$0.name, default: []]) }
    guard !results.isEmpty else {
      throw BenchmarkFailure.usage("--filter \(options.filter ?? ""): that takes --full")
    }
    return Report(header: ReportHeader(options: options, documents: documents), rows: results)
  }

  private func rows(of group: BenchmarkGroup, measured parts: [Measurement]) -> [ResultRow] {
    let all = group.contenders.compactMap { name in
      Measurement(joining: parts.filter { $0.contender == name })
    }
    let wanted = group.wanted(by: options.filter)
    return all.filter { wanted.contains($0.contender) }.map { ResultRow($0, in: group, of: all) }
  }
}
