@testable import TestSupport

/// How a document is written: the white space between its tokens.
///
///     compact   {"a":1,"b":[2,3]}
///     spaced    {"a": 1, "b": [2, 3]}
///     wild      {"a"\t:1 ,\r\n  "b":[ 2,3]}
struct Spelling {
  enum Style: CaseIterable {
    case compact, spaced, indented, tabbed, wild
  }

  let style: Style
  private var generator: SeededGenerator

  init(_ style: Style, seed: UInt64) {
    self.style = style
    generator = SeededGenerator(seed: seed)
  }

  /// White space of one's own choice each time.
  private mutating func wild() -> String {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0...2: ""
    case 3: " "
    case 4: String(repeating: " ", count: Int.random(in: 1...40, using: &generator))
    default:
      (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        [" ", "\n", "\t", "\r", "\r\n"].randomElement(using: &generator) ?? ""
      }.joined()
    }
  }

  /// A line break, and the indentation of a level.
  private mutating func line(_ depth: Int) -> String {
    switch style {
    case .compact, .spaced: ""
    case .indented: "\n" + String(repeating: "  ", count: depth)
    case .tabbed: "\r\n" + String(repeating: "\t", count: depth)
    case .wild: wild()
    }
  }

  /// What follows a comma.
  private mutating func gap(_ depth: Int) -> String { style == .spaced ? " " : line(depth) }

  private mutating func colon() -> String {
    switch style {
    case .compact: ":"
    case .spaced, .indented: ": "
    case .tabbed: " : "
    case .wild: wild() + ":" + wild()
    }
  }

  /// Writes a document.
  mutating func text(_ document: MutableDocument, depth: Int = 0) -> String {
    func list<Item>(
      _ open: String, _ items: [Item], _ close: String, _ spelling: inout Spelling,
      _ write: (Item, inout Spelling) -> String
    ) -> String {
      if items.isEmpty { return open + (spelling.style == .wild ? spelling.wild() : "") + close }
      var text = open
      for (index, item) in items.enumerated() {
        if index > 0 { text += (spelling.style == .wild ? spelling.wild() : "") + "," }
        text += index > 0 ? spelling.gap(depth + 1) : spelling.line(depth + 1)
        text += write(item, &spelling)
      }
      return text + spelling.line(depth) + close
    }
    switch document {
    case .scalar(let text): return text
    case .array(let elements):
      return list("[", elements, "]", &self) { $1.text($0, depth: depth + 1) }
    case .object(let members):
      return list("{", members, "}", &self) {
        "\"\($0.key)\"" + $1.colon() + $1.text($0.value, depth: depth + 1)
      }
    }
  }
}
