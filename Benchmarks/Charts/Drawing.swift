/// An SVG under construction: rectangles, lines, dots and text, which every viewer supports.
struct Drawing {
  enum Anchor: String {
    case start, middle, end
  }

  let width: Double
  let height: Double
  let title: String
  let theme: ChartTheme
  private var elements: [String] = []

  init(width: Double, height: Double, title: String, theme: ChartTheme) {
    self.width = width
    self.height = height
    self.title = title
    self.theme = theme
  }

  mutating func rectangle(
    x: Double, y: Double, width: Double, height: Double, radius: Double = 0, fill: String
  ) {
    elements.append(
      "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" "
        + "height=\"\(number(height))\" rx=\"\(number(radius))\" fill=\"\(fill)\"/>")
  }

  mutating func line(through points: [(x: Double, y: Double)], stroke: String, width: Double) {
    let path = points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
    elements.append(
      "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(stroke)\" "
        + "stroke-width=\"\(number(width))\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>")
  }

  mutating func dot(x: Double, y: Double, radius: Double, fill: String) {
    elements.append(
      "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"\(number(radius))\" fill=\"\(fill)\"/>")
  }

  /// One line of text on the baseline `y`; a halo makes it readable on top of lines.
  mutating func text(
    _ text: String, x: Double, y: Double, size: Double, fill: String, isBold: Bool = false,
    anchor: Anchor = .start, hasHalo: Bool = false
  ) {
    let weight = isBold ? " font-weight=\"600\"" : ""
    let halo =
      hasHalo ? " stroke=\"\(theme.background)\" stroke-width=\"4\" paint-order=\"stroke\"" : ""
    elements.append(
      "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(size))\" fill=\"\(fill)\""
        + " text-anchor=\"\(anchor.rawValue)\"\(weight)\(halo)>\(escaped(text))</text>")
  }

  var svg: String {
    let font =
      "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif"
    let size = "width=\"\(number(width))\" height=\"\(number(height))\""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" \(size) \
      viewBox="0 0 \(number(width)) \(number(height))" role="img" font-family="\(font)" \
      style="font-variant-numeric: tabular-nums">
      <title>\(escaped(title))</title>
      <rect width="100%" height="100%" rx="6" fill="\(theme.background)"/>
      \(elements.joined(separator: "\n"))
      </svg>

      """
  }

  /// A tenth of a pixel is as fine as anyone can see.
  private func number(_ value: Double) -> String {
    Text.short((value * 10).rounded() / 10)
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

/// The colors of a chart: GitHub's for text and background, one that stands out for MirrorMap, two
/// that don't for the others.
///
/// A README chooses between two files by `<picture>` and `prefers-color-scheme`. Each has its own
/// background, so that it can be read anywhere.
struct ChartTheme {
  let name: String
  let background: String
  let text: String
  let secondaryText: String
  let line: String
  let mirrorMap: String
  let codable: String
  let serialization: String

  static let all = [light, dark]

  static let light = ChartTheme(
    name: "light", background: "#ffffff", text: "#1f2328", secondaryText: "#59636e",
    line: "#d1d9e0", mirrorMap: "#e8590c", codable: "#7b8794", serialization: "#b6bfc8")

  static let dark = ChartTheme(
    name: "dark", background: "#0d1117", text: "#f0f6fc", secondaryText: "#9198a1",
    line: "#3d444d", mirrorMap: "#ff8c42", codable: "#8b96a3", serialization: "#656e79")
}
