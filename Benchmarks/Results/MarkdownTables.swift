/// The results for a README: which machine, and a table for each group.
struct MarkdownTables: CustomStringConvertible {
  let report: Report

  var description: String {
    let header = report.header
    let sizes = header.documents.sorted { $0.value < $1.value }
      .map { "\($0.key) \(Text.grouped($0.value))" }
    let intro = """
      \(header.machine). \(header.run)\
      \(sizes.isEmpty ? "" : " (bytes: \(sizes.joined(separator: ", ")))").
      """
    return ([intro] + report.blocks.map(table)).joined(separator: "\n\n")
  }

  private func table(_ rows: [ResultRow]) -> String {
    let first = rows[0]
    let hasGoals = rows.contains { $0.goal != nil }
    let heading =
      ["**\(Report.title(rows))**", first.unit.rawValue]
      + first.ratios.map { "× \($0.baseline)" } + (hasGoals ? ["goal"] : [])
    let rule = ["---"] + Array(repeating: "--:", count: first.ratios.count + 1)
    let lines = rows.map { row in
      [row.contender, Text.fixed(row.median, row.unit.fractionDigits)]
        + row.ratios.map { cell($0, of: row) }
        + (hasGoals
          ? [row.goal.map { "\($0): \(row.isGoalMet == true ? "met" : "missed")" } ?? ""] : [])
    }
    return ([heading, rule + (hasGoals ? ["---"] : [])] + lines)
      .map { "| \($0.joined(separator: " | ")) |" }
      .joined(separator: "\n")
  }

  private func cell(_ ratio: BaselineRatio, of row: ResultRow) -> String {
    guard ratio.baseline != row.contender else { return "1" }
    return "\(Text.ratio(ratio.median)) ± \(Text.fixed(ratio.spread, 0)) %"
  }
}
