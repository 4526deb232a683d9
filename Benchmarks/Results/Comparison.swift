/// What has changed since an earlier run, for people.
///
///     decode twitter                                   old      new  change  verdict
///       MirrorMap × JSONSerialization                 13.7     15.1    +10 %  faster
struct Comparison: CustomStringConvertible {
  private enum Verdict: String, CaseIterable {
    case faster
    case slower
    case noDifference = "no difference"
    case tooFewRounds = "too few rounds"
  }

  /// One ratio then and now.
  private struct Change {
    let row: ResultRow
    let old: BaselineRatio
    let new: BaselineRatio

    /// 0.1 is ten percent better than before.
    var size: Double { new.median / old.median - 1 }

    /// Two medians differ if their 95 % intervals have nothing in common. That is a strict rule: of
    /// two hundred ratios that are the same, one would be called different.
    var verdict: Verdict {
      guard min(old.rounds.count, new.rounds.count) >= Statistics.fewestForInterval else {
        return .tooFewRounds
      }
      guard abs(size) >= Comparison.smallestChange else { return .noDifference }
      if new.low > old.high { return .faster }
      return new.high < old.low ? .slower : .noDifference
    }
  }

  /// Smaller changes are none: where a build happens to put its code makes as much, and that stays
  /// the same in all rounds of a run.
  private static let smallestChange = 0.03

  let old: Report
  let new: Report

  /// All ratios that both reports have. The first baseline has none of its own: to the second it
  /// would be that one's turned upside down.
  private var changes: [Change] {
    new.rows.flatMap { row in
      row.ratios.compactMap { ratio in
        guard ratio.baseline != row.contender, row.ratios[0].baseline != row.contender,
          let before = old.row(row.group, row.contender)?.ratio(to: ratio.baseline)
        else { return nil }
        return Change(row: row, old: before, new: ratio)
      }
    }
  }

  var description: String {
    var lines = ["Compared with \(old.header.run), \(old.header.swift)", ""]
    if old.header.machine != new.header.machine {
      lines.insert("The old run was on another machine: \(old.header.machine)", at: 1)
    }
    let changes = changes
    var group = ""
    for change in changes {
      if change.row.group != group {
        group = change.row.group
        lines.append(columns(group, ["old", "new", "change", "  verdict"]))
      }
      let percent = change.size * 100
      lines.append(
        columns(
          "  \(change.row.contender) × \(change.old.baseline)",
          [
            Text.ratio(change.old.median), Text.ratio(change.new.median),
            (percent < 0 ? "" : "+") + Text.fixed(percent, 1) + " %",
            "  \(change.verdict.rawValue)",
          ]))
    }
    let counts = Verdict.allCases.map { verdict in
      (verdict, changes.count { $0.verdict == verdict })
    }
    let summary = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0.rawValue)" }
    let missing = new.rows.count { old.row($0.group, $0.contender) == nil }
    lines += [
      "",
      (summary.isEmpty ? "No ratio is in both runs" : summary.joined(separator: ", "))
        + (missing > 0 ? "; \(missing) rows are new" : ""),
    ]
    return lines.joined(separator: "\n")
  }

  private func columns(_ name: String, _ cells: [String]) -> String {
    let aligned = zip(cells, [9, 9, 11]).map { Text.aligned($0, to: $1) }
    return Text.padded(name, to: 50) + aligned.joined() + cells[3]
  }
}
