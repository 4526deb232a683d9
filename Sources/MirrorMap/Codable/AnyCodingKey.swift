/// A coding key of any text, or the index of an element.
struct AnyCodingKey: CodingKey {
  let intValue: Int?
  /// The text; nil if it is to be made of an index, which most errors of elements never need.
  private let text: String?

  var stringValue: String { text ?? "Index \(intValue ?? 0)" }

  init(stringValue: String) {
    text = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    text = "\(intValue)"
    self.intValue = intValue
  }

  /// The key of a member of a dictionary.
  init(member: String) {
    text = member
    intValue = Int(member)
  }

  /// The key of an element of an array.
  init(index: Int) {
    text = nil
    intValue = index
  }

  /// The key of the value that a superclass decodes or encodes.
  static let `super` = AnyCodingKey(stringValue: "super")
}
