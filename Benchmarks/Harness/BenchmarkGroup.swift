/// Contenders that do the same work, timed against each other: one block of the results.
///
/// A group knows its contenders by name before it has loaded anything, so that `--filter` and
/// `--list` cost nothing. ``prepare`` then loads or makes the documents and checks that the
/// contenders agree; whoever reads or writes something else never gets timed.
struct BenchmarkGroup: Sendable {
  let name: String
  /// What is measured, in one line: `--list` shows it.
  let summary: String
  let metric: Metric
  /// The contenders that ratios refer to; the first is what goals mean.
  let baselines: [String]
  /// Everyone, in the order of the table.
  let contenders: [String]
  /// What was set out to be reached, by contender.
  var goals: [String: Goal] = [:]
  /// Where more rounds would tell nothing new.
  var mostRounds = Int.max
  /// Whether fresh memory is left out of the account, see ``FreshProcess``.
  var keepsMemory = false
  let prepare: @Sendable (Workbench) throws -> [Contender]

  /// The contenders that `--filter` lets through; letter case does not matter.
  func wanted(by filter: String?) -> [String] {
    guard let filter = filter?.lowercased() else { return contenders }
    return contenders.filter { "\(name) \($0)".lowercased().contains(filter) }
  }
}
