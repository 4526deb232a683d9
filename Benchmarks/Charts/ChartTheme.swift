/// The colours of a chart: GitHub's for text and background, one that stands out for MirrorMap, two
/// that do not for the others.
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
