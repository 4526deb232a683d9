/// A bar for each of several ratios, with the number at its end and a line where the ratio is 1.
struct BarChart {
  /// A ratio with the name of what it is a ratio of.
  struct Bar {
    let label: String
    let ratio: Double
  }

  private static let (width, margin, labelWidth, numberWidth) = (720.0, 28.0, 210.0, 46.0)
  private static let (top, pitch, barHeight) = (86.0, 22.0, 15.0)

  let title: String
  private let explanation: String
  private let bars: [Bar]
  private let report: Report
  private let theme: ChartTheme

  /// Whether a group is part of one of these charts.
  static func draws(_ group: String) -> Bool {
    group.hasPrefix("feature ") || PlanBuilding.all.contains { $0.name == group }
  }

  /// What features cost: the speed of models that use one, relative to plain models of the same data.
  static func features(of report: Report, theme: ChartTheme) -> BarChart? {
    BarChart(
      title: "Decoding with a feature",
      explanation: "Speed relative to plain models of the same data; longer is better",
      bars: report.rows.compactMap { row in
        row.ratio(to: "plain").flatMap { ratio in
          row.contender == "feature"
            ? Bar(label: String(row.group.dropFirst("feature ".count)), ratio: ratio.median) : nil
        }
      },
      report, theme)
  }

  /// What the first decode of types costs, relative to `JSONDecoder`.
  static func firstUse(of report: Report, theme: ChartTheme) -> BarChart? {
    BarChart(
      title: "First use in a fresh process",
      explanation: "Time relative to JSONDecoder; shorter is better",
      bars: PlanBuilding.all.compactMap { group in
        guard let contender = group.goals.keys.first,
          let ratio = report.row(group.name, contender)?.ratio(to: group.baselines[0])
        else { return nil }
        return Bar(label: group.summary, ratio: 1 / ratio.median)
      },
      report, theme)
  }

  /// Nil if there is nothing to draw.
  private init?(
    title: String, explanation: String, bars: [Bar], _ report: Report, _ theme: ChartTheme
  ) {
    if bars.isEmpty { return nil }
    self.title = title
    self.explanation = explanation
    self.bars = bars
    self.report = report
    self.theme = theme
  }

  var svg: String {
    let height = Self.top + Double(bars.count) * Self.pitch + 44
    var drawing = Drawing(width: Self.width, height: height, title: title, theme: theme)
    drawing.text(title, x: Self.margin, y: 38, size: 18, fill: theme.text, isBold: true)
    drawing.text(explanation, x: Self.margin, y: 58, size: 13, fill: theme.secondaryText)
    let origin = Self.margin + Self.labelWidth
    let longest = max(bars.map(\.ratio).max() ?? 1, 1)
    let scale = (Self.width - Self.margin - Self.numberWidth - origin) / longest
    let end = Self.top + Double(bars.count) * Self.pitch
    drawing.line(
      through: [(origin + scale, Self.top - 6), (origin + scale, end)], stroke: theme.secondaryText,
      width: 0.8)
    for (index, bar) in bars.enumerated() {
      let y = Self.top + Double(index) * Self.pitch
      drawing.text(
        bar.label, x: origin - 10, y: y + Self.barHeight - 3, size: 13, fill: theme.text,
        anchor: .end)
      drawing.rectangle(
        x: origin, y: y, width: max(1.5, bar.ratio * scale), height: Self.barHeight, radius: 1.5,
        fill: theme.mirrorMap)
      drawing.text(
        Text.ratio(bar.ratio), x: origin + max(1.5, bar.ratio * scale) + 6,
        y: y + Self.barHeight - 3, size: 12, fill: theme.text, isBold: true, hasHalo: true)
    }
    drawing.text(
      report.header.caption(rounds: report.header.rounds), x: Self.margin, y: height - 18, size: 11,
      fill: theme.secondaryText)
    return drawing.svg
  }
}
