/// A whole run: all groups in several passes, each time in a process of its own.
///
/// A neighbor who is busy for ten seconds would spoil all rounds of a group that takes ten seconds,
/// and no interval would show it. So there are several passes through all groups, and each group
/// has some of its rounds in each; one with few rounds leaves passes out:
///
///     11 rounds   2  2  2  2  3
///      7 rounds   2  2  .  3  .
struct Suite {
  let options: Options

  private static let mostPasses = 5
  /// A pass takes a process, which is much for one round.
  private static let fewestRounds = 2

  /// - Throws: `BenchmarkFailure` when the filter lets nothing through, a document cannot be read
  ///   or results differ.
  func run() throws -> Report {
    let groups = try BenchmarkGroup.matching(options.filter)
    let passes = Self.passes(for: options.rounds)
    var parts: [String: [Race.Measurement]] = [:]
    var documents: [String: Int] = [:]
    for pass in 0..<passes {
      BenchmarkCommand.note("pass \(pass + 1) of \(passes) ")
      defer { BenchmarkCommand.note("\n") }
      for group in groups {
        let rounds = Self.rounds(of: min(options.rounds, group.mostRounds), pass, of: passes)
        guard !rounds.isEmpty else { continue }
        let answer = try Race.run(
          group, group.wanted(by: options.filter) + group.baselines, rounds: rounds,
          options: options, wantsChecks: pass == 0)
        parts[group.name, default: []].append(contentsOf: answer.measurements)
        documents.merge(answer.documents) { $1 }
        BenchmarkCommand.note(".")
      }
    }
    let results = groups.flatMap { rows(of: $0, measured: parts[$0.name, default: []]) }
    guard !results.isEmpty else {
      throw BenchmarkFailure.usage("--filter \(options.filter ?? ""): that takes --full")
    }
    return Report(header: ReportHeader(options: options, documents: documents), rows: results)
  }

  private static func passes(for rounds: Int) -> Int {
    max(1, min(mostPasses, rounds / fewestRounds))
  }

  /// Which of a group's rounds come in a pass; the first pass has some of everyone.
  private static func rounds(of count: Int, _ pass: Int, of passes: Int) -> Range<Int> {
    let parts = min(passes, self.passes(for: count))
    func start(ofPass pass: Int) -> Int {
      // The first part, of so many, that is not due before this pass.
      let part = (parts * pass + passes - 1) / passes
      return count * part / parts
    }
    return start(ofPass: pass)..<start(ofPass: pass + 1)
  }

  private func rows(of group: BenchmarkGroup, measured parts: [Race.Measurement]) -> [ResultRow] {
    // All rounds of a contender, from several processes.
    let all = group.contenders.compactMap { name -> Race.Measurement? in
      let parts = parts.filter { $0.contender == name }
      return parts.first.map {
        Race.Measurement(contender: name, items: $0.items, costs: parts.flatMap(\.costs))
      }
    }
    let wanted = group.wanted(by: options.filter)
    return all.filter { wanted.contains($0.contender) }.map { ResultRow($0, in: group, of: all) }
  }
}
