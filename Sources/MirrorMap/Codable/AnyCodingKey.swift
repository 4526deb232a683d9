/// A coding key of any text, or the index of an element.
struct AnyCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  /// The key of a member of a dictionary.
  init(member: String) {
    stringValue = member
    intValue = Int(member)
  }

  /// The key of an element of an array.
  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  /// The key of the value that a superclass decodes or encodes.
  static let `super` = AnyCodingKey(stringValue: "super")
}
