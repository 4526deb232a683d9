/// The results for people: one block for each group.
///
///     decode twitter, 631,515 bytes         best    median MB/s  × JSONSerialization …
///       JSONSerialization                   60.1           58.3                 1.00 …
///       MirrorMap                          812.0          799.5           13.7 ± 3 % …
struct ResultTable: CustomStringConvertible {
  let report: Report

  private static let nameWidth = 38

  var description: String {
    report.blocks
      .map { rows in ([header(rows)] + rows.map(line)).joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  private func header(_ rows: [ResultRow]) -> String {
    let first = rows[0]
    let baselines = first.ratios.map { "× \($0.baseline)" }
    return columns(
      Report.title(rows), ["best", "median \(first.unit.rawValue)"] + baselines)
  }

  private func line(_ row: ResultRow) -> String {
    let digits = row.unit.fractionDigits
    let ratios = row.ratios.map { ratio in
      let spread = ratio.baseline == row.contender ? "" : " ± \(Text.fixed(ratio.spread, 0)) %"
      return Text.ratio(ratio.median) + spread
    }
    let goal = row.goal.map { "   \($0): \(row.isGoalMet == true ? "met" : "missed")" } ?? ""
    return columns(
      "  \(row.contender)",
      [Text.fixed(row.best, digits), Text.fixed(row.median, digits)] + ratios) + goal
  }

  private func columns(_ name: String, _ cells: [String]) -> String {
    // As wide as their headings, with two spaces between.
    let widths = [10, 20, 21, 21]
    let aligned = zip(cells, widths).map { Text.aligned($0, to: $1) }
    return Text.padded(name, to: Self.nameWidth) + aligned.joined()
  }
}
