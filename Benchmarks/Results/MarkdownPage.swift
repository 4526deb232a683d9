import Foundation

/// The file that `--markdown` writes: which machine, the charts, and a table for each group.
struct MarkdownPage {
  private static let title = "# Results"
  private static let mark = "<!-- Generated"

  let report: Report
  /// What `--svg` names.
  let charts: String?

  /// - Throws: `BenchmarkFailure` if the file is there and was written by hand: it would be lost.
  static func requireReplaceable(_ file: String) throws {
    guard FileManager.default.fileExists(atPath: URL(filePath: file).path) else { return }
    guard let text = try? String(contentsOf: URL(filePath: file), encoding: .utf8),
      text.isEmpty || text.contains(mark)
    else {
      throw BenchmarkFailure("\(file) has no line \(mark) …: --markdown would replace it")
    }
  }

  func text(at file: String) -> String {
    let header = report.header
    let sizes = header.documents.sorted { $0.value < $1.value }
      .map { "\($0.key) \(Text.grouped($0.value))" }
    let intro = """
      \(Self.title)

      \(Self.mark) by `swift run -c release Benchmarks --results FILE --svg \
      Benchmarks/Figures/speed.svg --markdown Benchmarks/RESULTS.md`, where FILE is what `--json` \
      wrote. Do not edit. -->

      Figures of one machine, shared with others: compare ratios, not MB/s. On another machine,
      another system or with another Swift they will differ. [README.md](README.md) explains what is
      measured and how.

      \(header.machine). \(header.run)\
      \(sizes.isEmpty ? "" : " (bytes: \(sizes.joined(separator: ", ")))").
      """
    return ([intro] + pictures(relativeTo: file) + report.blocks.map(table))
      .joined(separator: "\n\n") + "\n"
  }

  /// Charts for light and dark themes, between which the reader's browser chooses.
  private func pictures(relativeTo file: String) -> [String] {
    guard let charts else { return [] }
    let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .map { $0 + "/" }.joined()
    let base = Options.base(ofCharts: charts)
    let path = base.hasPrefix(folder) ? String(base.dropFirst(folder.count)) : base
    return Charts.all(of: report, theme: .light).map { chart in
      """
      <picture>
        <source media="(prefers-color-scheme: dark)" srcset="\(path)\(chart.part)-dark.svg">
        <img src="\(path)\(chart.part)-light.svg" alt="\(chart.title)">
      </picture>
      """
    }
  }

  private func table(_ rows: [ResultRow]) -> String {
    let first = rows[0]
    let hasGoals = rows.contains { $0.goal != nil }
    let heading =
      ["**\(Report.title(rows))**", first.unit.rawValue]
      + first.ratios.map { "× \($0.baseline)" } + (hasGoals ? ["goal"] : [])
    let rule =
      ["---"] + Array(repeating: "--:", count: first.ratios.count + 1) + (hasGoals ? ["---"] : [])
    let lines = rows.map { row in
      [row.contender, Text.fixed(row.median, row.unit.fractionDigits)]
        + row.ratios.map { $0.baseline == row.contender ? "1" : $0.text }
        + (hasGoals ? [row.goalText] : [])
    }
    return ([heading, rule] + lines).map { "| \($0.joined(separator: " | ")) |" }
      .joined(separator: "\n")
  }
}
