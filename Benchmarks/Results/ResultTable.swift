/// The results for people: one block for each group.
///
///     decode twitter, 631,515 bytes         best    median MB/s  × JSONSerialization …
///       JSONSerialization                   60.1           58.3                 1.00 …
///       MirrorMap                          812.0          799.5           13.7 ± 3 % …
struct ResultTable: CustomStringConvertible {
  let report: Report

  var description: String {
    report.blocks
      .map { rows in ([header(rows)] + rows.map(line)).joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  private func header(_ rows: [ResultRow]) -> String {
    columns(
      Report.title(rows),
      ["best", "median \(rows[0].unit.rawValue)"] + rows[0].ratios.map { "× \($0.baseline)" })
  }

  private func line(_ row: ResultRow) -> String {
    let digits = row.unit.fractionDigits
    let ratios = row.ratios.map { $0.baseline == row.contender ? "1.00" : $0.text }
    return columns(
      "  \(row.contender)",
      [Text.fixed(row.best, digits), Text.fixed(row.median, digits)] + ratios)
      + (row.goal == nil ? "" : "   \(row.goalText)")
  }

  /// As wide as their headings, with two spaces between.
  private func columns(_ name: String, _ cells: [String]) -> String {
    let aligned = zip(cells, [10, 20, 23, 23]).map { Text.aligned($0, to: $1) }
    return Text.padded(name, to: 42) + aligned.joined()
  }
}
