/// Contenders that do the same work, timed against each other: one block of the results.
///
/// A group knows its contenders by name before it has loaded anything, so that `--filter` and
/// `--list` cost nothing. ``prepare`` then loads or makes the documents and checks that the
/// contenders agree; one whose result differs is never timed.
struct BenchmarkGroup: Sendable {
  /// What a row was meant to reach. A missed goal is reported and never an error: machines differ.
  enum Goal {
    /// This many times as fast as the first baseline.
    case ratio(atLeast: Double)
    /// A figure of at most this much.
    case figure(atMost: Double)
    /// A ratio whose 95 % interval reaches this, see ``PairedRun``.
    case interval(upTo: Double)

    func text(_ metric: Metric) -> String {
      switch self {
      case .ratio(let bound): "at least \(Text.short(bound)) ×"
      case .figure(let bound): "at most \(Text.short(bound)) \(metric.rawValue)"
      case .interval(let bound): "not below \(Text.short(bound)) ×"
      }
    }

    func isMet(ratio: BaselineRatio?, figure: Double) -> Bool {
      switch self {
      case .ratio(let bound): (ratio?.median ?? 0) >= bound
      case .figure(let bound): figure <= bound
      case .interval(let bound): (ratio?.high ?? 0) >= bound
      }
    }
  }

  let name: String
  /// What is measured, in one line: `--list` shows it.
  let summary: String
  var metric: Metric
  /// The contenders that ratios refer to; goals refer to the first.
  var baselines: [String]
  /// Everyone, in the order of the table.
  let contenders: [String]
  /// What was meant to be reached, by contender.
  var goals: [String: Goal] = [:]
  /// Where more rounds would add nothing.
  var mostRounds = Int.max
  /// Whether the cost of fresh memory is left out, see ``FreshProcess``.
  var keepsMemory = false
  let prepare: @Sendable (Workbench) throws -> [Contender]

  /// The contenders that `--filter` lets through; letter case does not matter.
  func wanted(by filter: String?) -> [String] {
    guard let filter = filter?.lowercased() else { return contenders }
    return contenders.filter { "\(name) \($0)".lowercased().contains(filter) }
  }

  /// The groups that have at least one contender a filter lets through.
  ///
  /// - Throws: `BenchmarkFailure` if there is none.
  static func matching(_ filter: String?) throws -> [BenchmarkGroup] {
    let groups = all.filter { !$0.wanted(by: filter).isEmpty }
    guard !groups.isEmpty else {
      throw BenchmarkFailure.usage(
        "--filter \(filter ?? ""): no \"group contender\" has that in its name; see --list")
    }
    return groups
  }
}
