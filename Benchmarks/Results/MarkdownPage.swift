import Foundation

/// The file that `--markdown` writes: a page with a place for the tables, or nothing yet.
struct MarkdownPage {
  private static let start = "<!-- results -->"
  private static let end = "<!-- /results -->"

  private var before = ""
  private var after = ""

  /// - Throws: `BenchmarkFailure` if the file is there and has no place for tables: it would be lost.
  init(file: String) throws {
    guard FileManager.default.fileExists(atPath: URL(filePath: file).path) else { return }
    let text: String
    do {
      text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
    } catch {
      throw BenchmarkFailure("cannot read \(file): \(error.localizedDescription)")
    }
    guard let start = text.range(of: Self.start + "\n"),
      let end = text.range(of: Self.end, range: start.upperBound..<text.endIndex)
    else {
      throw BenchmarkFailure(
        "\(file) has no line \(Self.start) before a line \(Self.end); where should tables go?")
    }
    before = String(text[..<start.lowerBound])
    after = String(text[end.upperBound...])
  }

  func text(with tables: String) -> String {
    "\(before)\(Self.start)\n\n\(tables)\n\n\(Self.end)\(after.isEmpty ? "\n" : after)"
  }
}
