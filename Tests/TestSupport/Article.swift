import Foundation

/// An article of the documentation, or the README: its code, and what it says that is printed.
struct Article {
  /// The lines of code, without comments and indentation.
  let code: [String]
  /// What `print` is said to print, in order.
  let output: [String]

  /// - Parameter path: from the package's root.
  init(_ path: String) throws {
    let text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    code = blocks.flatMap(Self.code)
    output = blocks.flatMap(Self.output)
  }

  /// The lines of the article's code that none of the test files has, wherever they break them.
  func lines(missingIn files: String...) throws -> [String] {
    let source = try files.flatMap { Self.code(try String(contentsOfFile: $0, encoding: .utf8)) }
    let text = Self.squeezed(source.joined())
    return code.filter { !$0.hasPrefix("import ") && !text.contains(Self.squeezed($0)) }
  }

  /// Without what may differ: white space, and attributes that tests of this package can't write.
  private static func squeezed(_ text: String) -> String {
    ["@retroactive", "@Model"].reduce(text.filter { !$0.isWhitespace }) {
      $0.replacing($1, with: "")
    }
  }

  /// The names of all articles in a folder; those in a folder inside begin with its name.
  static func all(in folder: String = folder) throws -> [String] {
    try FileManager.default
      .subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
      .filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted()
  }

  static let folder = "Sources/MirrorMap/MirrorMap.docc"

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardized

  /// Without what a test has to write where its code is no file of its own, either.
  private static func code(_ text: String) -> [String] {
    text.components(separatedBy: "\n").compactMap { line in
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      guard !trimmed.hasPrefix("//") else { return nil }
      let code = trimmed.components(separatedBy: "  //")[0].trimmingCharacters(in: .whitespaces)
      return ["private ", "static "].reduce(code) { code, word in
        code.hasPrefix(word) ? String(code.dropFirst(word.count)) : code
      }
    }.filter { !$0.isEmpty }
  }

  /// The expected output is in a comment after the `print`, or in the comments below it.
  private static func output(_ block: String) -> [String] {
    var output: [String] = []
    var isBelow = false
    for line in block.components(separatedBy: "\n") {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if trimmed.contains("print(") {
        let comment = trimmed.components(separatedBy: "  // ")
        isBelow = comment.count == 1
        if comment.count == 2 { output.append(comment[1].trimmingCharacters(in: .whitespaces)) }
      } else if isBelow, trimmed.hasPrefix("// ") {
        output.append(String(trimmed.dropFirst(3)))
      } else {
        isBelow = false
      }
    }
    return output
  }
}

/// Keeps what the code of an article prints.
final class Console: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [String] = []

  var lines: [String] { lock.withLock { kept } }

  func print(_ items: Any...) {
    let line = items.map { "\($0)" }.joined(separator: " ")
    lock.withLock { kept += line.components(separatedBy: "\n") }
  }
}
