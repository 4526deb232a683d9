import Foundation

/// What a byte costs, by the size of the document: the ideal is a level line.
struct ScalingChart {
  static let title = "Time for a byte of JSON by size of the document"
  private static let (width, height) = (720.0, 340.0)
  private static let (left, right, top, bottom) = (64.0, 150.0, 84.0, 76.0)

  private let report: Report
  private let theme: ChartTheme
  private let curves: [Curve]
  private let sizes: [Int]

  private struct Curve {
    let name: String
    let color: String
    /// Megabytes, and nanoseconds a byte.
    let points: [(size: Int, cost: Double)]
  }

  /// Whether a group is part of this chart.
  static func draws(_ group: String) -> Bool {
    group.hasPrefix("scaling ")
  }

  /// Nil if the report has no curve of at least two points.
  init?(report: Report, theme: ChartTheme) {
    self.report = report
    self.theme = theme
    let colors = [
      (Names.serialization, theme.serialization), (Names.decoder, theme.codable),
      (Names.mirrorMap, theme.mirrorMap),
    ]
    curves = colors.compactMap { name, color in
      let points = Self.points(of: "scaling \(name)", in: report)
      return points.count > 1 ? Curve(name: name, color: color, points: points) : nil
    }
    sizes = Set(curves.flatMap { $0.points.map(\.size) }).sorted()
    if curves.isEmpty { return nil }
  }

  /// The cost of the smallest document, and the others by their ratios to it: these come from pairs
  /// of the same round, so the curve shows less noise.
  private static func points(
    of group: String, in report: Report
  ) -> [(size: Int, cost: Double)] {
    guard let first = report.row(group, Scaling.name(Scaling.megabytes[0])) else { return [] }
    return Scaling.megabytes.compactMap { size in
      report.row(group, Scaling.name(size))?.ratio(to: first.contender).map {
        (size, 1_000 / first.median / $0.median)
      }
    }
  }

  var svg: String {
    var drawing = Drawing(
      width: Self.width, height: Self.height,
      title: Self.title, theme: theme)
    drawing.text(
      "Nanoseconds a byte, by size of the document", x: 28, y: 38, size: 18, fill: theme.text,
      isBold: true)
    drawing.text(
      "Decoding twitter's statuses; lower is better, level is linear", x: 28, y: 58, size: 13,
      fill: theme.secondaryText)
    drawAxes(in: &drawing)
    for (curve, label) in zip(curves, labelPositions) {
      drawCurve(curve, labelAt: label, in: &drawing)
    }
    drawing.text(
      report.header.caption(rounds: rounds), x: 28, y: Self.height - 18, size: 11,
      fill: theme.secondaryText)
    return drawing.svg
  }

  private var rounds: Int {
    report.row("scaling \(curves[0].name)", Scaling.name(sizes[0]))?.samples.count ?? 0
  }

  private func drawAxes(in drawing: inout Drawing) {
    let end = Self.width - Self.right + 12
    var value = 0.0
    while value <= highest {
      drawing.line(
        through: [(Self.left, y(value)), (end, y(value))], stroke: theme.line,
        width: value == 0 ? 1.2 : 0.6)
      drawing.text(
        Text.short(value), x: Self.left - 10, y: y(value) + 4, size: 12,
        fill: theme.secondaryText, anchor: .end)
      value += step
    }
    for size in sizes {
      drawing.text(
        Scaling.name(size), x: x(size), y: y(0) + 20, size: 12, fill: theme.secondaryText,
        anchor: .middle)
    }
  }

  private func drawCurve(_ curve: Curve, labelAt label: Double, in drawing: inout Drawing) {
    let isOurs = curve.name == Names.mirrorMap
    let points = curve.points.map { (x: x($0.size), y: y($0.cost)) }
    drawing.line(through: points, stroke: curve.color, width: isOurs ? 2.5 : 2)
    for (point, value) in zip(points, curve.points) {
      drawing.dot(x: point.x, y: point.y, radius: 3.5, fill: curve.color)
      drawing.text(
        Text.fixed(value.cost, 2), x: point.x, y: point.y - 9, size: 12,
        fill: isOurs ? theme.text : theme.secondaryText, isBold: isOurs, anchor: .middle,
        hasHalo: true)
    }
    drawing.text(
      curve.name, x: Self.width - Self.right + 22, y: label + 4, size: 13,
      fill: isOurs ? theme.text : theme.secondaryText, isBold: isOurs)
  }

  /// The heights of the curves' names: at their ends, without overlap.
  private var labelPositions: [Double] {
    var positions = curves.map { y($0.points[$0.points.count - 1].cost) }
    let order = positions.indices.sorted { positions[$0] < positions[$1] }
    for (above, below) in zip(order, order.dropFirst()) {
      positions[below] = max(positions[below], positions[above] + 18)
    }
    return positions
  }

  private func x(_ size: Int) -> Double {
    let (first, last) = (log10(Double(sizes[0])), log10(Double(sizes[sizes.count - 1])))
    let position = (log10(Double(size)) - first) / max(last - first, 1)
    return Self.left + 30 + position * (Self.width - Self.left - Self.right - 48)
  }

  private func y(_ cost: Double) -> Double {
    let base = Self.height - Self.bottom
    return base - cost / (highest * 1.08) * (base - Self.top)
  }

  private var highest: Double { curves.flatMap { $0.points.map(\.cost) }.max() ?? 1 }

  /// Four lines or fewer, at 1, 2 or 5 times a power of ten.
  private var step: Double {
    let least = highest / 4
    let power = pow(10, log10(least).rounded(.down))
    return power * ([1.0, 2, 5].first { $0 * power >= least } ?? 10)
  }
}
