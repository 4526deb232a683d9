/// A coding key of any text, or the index of an element.
///
/// It fits into an existential value, so that the coding paths of errors need no memory for their keys.
struct AnyCodingKey: CodingKey {
  private enum Content {
    case text(String)
    case member(String)
    case number(Int)
    case index(Int)
  }

  private let content: Content

  init(stringValue: String) { content = .text(stringValue) }

  init(intValue: Int) { content = .number(intValue) }

  /// The key of a member of a dictionary.
  init(member: String) { content = .member(member) }

  /// The key of an element of an array.
  init(index: Int) { content = .index(index) }

  var stringValue: String {
    switch content {
    case .text(let text), .member(let text): text
    case .number(let number): "\(number)"
    case .index(let index): "Index \(index)"
    }
  }

  var intValue: Int? {
    switch content {
    case .text: nil
    case .member(let text): Int(text)
    case .number(let number), .index(let number): number
    }
  }

  /// The index, if it's the key of an element.
  var index: Int? { if case .index(let index) = content { index } else { nil } }

  /// The key of the value that a superclass decodes or encodes.
  static let `super` = AnyCodingKey(stringValue: "super")
}
