/// How a value is reached from the value around it.
enum CodingStep {
  /// It is that value, or the document.
  case none
  case key(any CodingKey)
  case element(Int)

  var codingKey: (any CodingKey)? {
    switch self {
    case .none: nil
    case .key(let key): key
    case .element(let index): AnyCodingKey(index: index)
    }
  }
}
