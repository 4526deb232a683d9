/// How many times as fast as `JSONSerialization`, by document: one panel for decoding and one for
/// encoding, each with a scale of its own, and the number at every bar.
struct RatioChart {
  static let title = "MirrorMap's speed in multiples of JSONSerialization's"
  private static let width = 880.0
  private static let margin = 28.0
  private static let barHeight = 15.0
  private static let barGap = 3.0
  private static let groupGap = 18.0
  private static let labelWidth = 104.0
  private static let numberWidth = 46.0
  private static let top = 118.0

  private let report: Report
  private let theme: ChartTheme
  private let corpora: [Corpus]

  /// Whether a group is part of this chart.
  static func draws(_ group: String) -> Bool {
    group.hasPrefix("decode ") || group.hasPrefix("encode ")
  }

  /// Nil if the report has no rows to draw.
  init?(report: Report, theme: ChartTheme) {
    self.report = report
    self.theme = theme
    corpora = Corpus.allCases.filter { corpus in
      report.rows.contains {
        Self.draws($0.group) && $0.group.hasSuffix(" \(corpus.rawValue)")
      }
    }
    if corpora.isEmpty { return nil }
  }

  var svg: String {
    var drawing = Drawing(
      width: Self.width, height: height,
      title: Self.title, theme: theme)
    drawing.text(
      "Times as fast as JSONSerialization", x: Self.margin, y: 38, size: 18, fill: theme.text,
      isBold: true)
    drawLegend(in: &drawing)
    let panelWidth = (Self.width - 3 * Self.margin) / 2
    drawPanel("decode", "Decode", at: Self.margin, width: panelWidth, in: &drawing)
    drawPanel("encode", "Encode", at: 2 * Self.margin + panelWidth, width: panelWidth, in: &drawing)
    drawing.text(
      report.header.caption(rounds: report.header.rounds), x: Self.margin, y: height - 18, size: 11,
      fill: theme.secondaryText)
    return drawing.svg
  }

  private var groupHeight: Double { 3 * Self.barHeight + 2 * Self.barGap }

  private var height: Double {
    Self.top + Double(corpora.count) * (groupHeight + Self.groupGap) + 30
  }

  private func drawLegend(in drawing: inout Drawing) {
    let entries = [
      (theme.mirrorMap, Names.mirrorMap),
      (theme.codable, "\(Names.decoder) / \(Names.encoder)"),
      (theme.serialization, "\(Names.serialization) = 1"),
    ]
    var x = Self.margin
    for (color, name) in entries {
      drawing.rectangle(x: x, y: 55, width: 11, height: 11, radius: 2, fill: color)
      drawing.text(name, x: x + 17, y: 65, size: 13, fill: theme.secondaryText)
      // As much as the widest of the fonts takes.
      x += 17 + 7.6 * Double(name.count) + 18
    }
  }

  private func drawPanel(
    _ operation: String, _ title: String, at left: Double, width: Double, in drawing: inout Drawing
  ) {
    let origin = left + Self.labelWidth
    let bars = corpora.map { self.bars(of: "\(operation) \($0.rawValue)") }
    let largest = bars.flatMap { $0 }.map(\.ratio).max() ?? 1
    let scale = (width - Self.labelWidth - Self.numberWidth) / max(largest, 1)
    drawing.text(
      title, x: origin, y: Self.top - 16, size: 14, fill: theme.text, isBold: true)
    for (index, corpus) in corpora.enumerated() {
      var y = Self.top + Double(index) * (groupHeight + Self.groupGap)
      drawing.text(
        corpus.rawValue, x: origin - 10, y: y + groupHeight / 2 + 4.5, size: 13, fill: theme.text,
        anchor: .end)
      for bar in bars[index] {
        drawing.rectangle(
          x: origin, y: y, width: max(1.5, bar.ratio * scale), height: Self.barHeight, radius: 1.5,
          fill: bar.color)
        drawing.text(
          bar.text, x: origin + max(1.5, bar.ratio * scale) + 6, y: y + Self.barHeight - 3,
          size: 12, fill: bar.isOurs ? theme.text : theme.secondaryText, isBold: bar.isOurs)
        y += Self.barHeight + Self.barGap
      }
    }
  }

  private struct Bar {
    let ratio: Double
    let color: String
    let isOurs: Bool

    var text: String { ratio == 1 ? "1" : Text.ratio(ratio) }
  }

  private func bars(of group: String) -> [Bar] {
    [
      (Names.mirrorMap, theme.mirrorMap),
      (group.hasPrefix("decode") ? Names.decoder : Names.encoder, theme.codable),
      (Names.serialization, theme.serialization),
    ].compactMap { contender, color in
      guard let ratio = report.row(group, contender)?.ratio(to: Names.serialization) else {
        return nil
      }
      return Bar(ratio: ratio.median, color: color, isOurs: contender == Names.mirrorMap)
    }
  }
}
