/// What has changed since an earlier run, for people.
///
///     decode twitter                                   old      new  change  verdict
///       MirrorMap × JSONSerialization                 13.7     15.1    +10 %  faster
struct ComparisonTable: CustomStringConvertible {
  let old: Report
  let new: Report

  var description: String {
    var lines = ["Compared with \(old.header.run), \(old.header.swift)", ""]
    if old.header.machine != new.header.machine {
      lines.insert("The old run was on another machine: \(old.header.machine)", at: 1)
    }
    let comparisons = Comparison.all(old: old, new: new)
    var group = ""
    for comparison in comparisons {
      if comparison.group != group {
        group = comparison.group
        lines.append(columns(group, ["old", "new", "change", "  verdict"]))
      }
      lines.append(line(comparison))
    }
    lines.append("")
    lines.append(summary(comparisons))
    return lines.joined(separator: "\n")
  }

  private func line(_ comparison: Comparison) -> String {
    let percent = comparison.change * 100
    return columns(
      "  \(comparison.contender) × \(comparison.old.baseline)",
      [
        Text.ratio(comparison.old.median), Text.ratio(comparison.new.median),
        (percent < 0 ? "" : "+") + Text.fixed(percent, 1) + " %",
        "  \(comparison.verdict.rawValue)",
      ])
  }

  private func summary(_ comparisons: [Comparison]) -> String {
    let counts = [Comparison.Verdict.faster, .slower, .noDifference, .tooFewRounds].map { verdict in
      (verdict, comparisons.count { $0.verdict == verdict })
    }
    let told = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0.rawValue)" }
    let missing = new.rows.count { old.row(like: $0) == nil }
    return (told.isEmpty ? "No ratio is in both runs" : told.joined(separator: ", "))
      + (missing > 0 ? "; \(missing) rows are new" : "")
  }

  private func columns(_ name: String, _ cells: [String]) -> String {
    let aligned = zip(cells, [9, 9, 11]).map { Text.aligned($0, to: $1) }
    return Text.padded(name, to: 50) + aligned.joined() + cells[3]
  }
}
