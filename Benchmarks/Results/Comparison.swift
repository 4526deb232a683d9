/// What became of one ratio since an earlier run.
struct Comparison {
  enum Verdict: String {
    case faster
    case slower
    case noDifference = "no difference"
    case tooFewRounds = "too few rounds"
  }

  let group: String
  let contender: String
  let old: BaselineRatio
  let new: BaselineRatio

  /// Smaller changes are none: where a build happens to put its code makes as much, and that stays
  /// the same in all rounds of a run.
  private static let smallestChange = 0.03

  /// 0.1 is ten percent better than before.
  var change: Double { new.median / old.median - 1 }

  /// Two medians differ if their 95 % intervals have nothing in common. That is a strict rule: of
  /// two hundred ratios that are the same, one would be called different.
  var verdict: Verdict {
    guard min(old.rounds.count, new.rounds.count) >= Statistics.fewestForInterval else {
      return .tooFewRounds
    }
    guard abs(change) >= Self.smallestChange else { return .noDifference }
    if new.low > old.high { return .faster }
    if new.high < old.low { return .slower }
    return .noDifference
  }

  /// All ratios that both reports have. The first baseline has none of its own: to the second it
  /// would be that one's turned upside down.
  static func all(old: Report, new: Report) -> [Comparison] {
    new.rows.flatMap { row in
      row.ratios.compactMap { ratio in
        guard ratio.baseline != row.contender, row.ratios[0].baseline != row.contender,
          let before = old.row(like: row)?.ratio(to: ratio.baseline)
        else { return nil }
        return Comparison(group: row.group, contender: row.contender, old: before, new: ratio)
      }
    }
  }
}
