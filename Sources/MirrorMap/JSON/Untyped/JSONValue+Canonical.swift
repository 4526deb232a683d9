/// One form of all values that are equal, apart from strings: equal values that are ids have to be one id.
extension JSONValue {
  /// The value with each number in the one form that all equal ones share, and the members of objects in the order of
  /// their keys.
  package var canonicalForm: JSONValue {
    var conversion = TreeConversion<JSONValue, JSONValue>()
    return conversion.convert(self) { value, _ in
      switch value {
      case .null, .bool, .string: .leaf(value)
      case .number(let number): .leaf(.number(number.canonicalForm))
      case .array(let elements): .container(elements)
      case .object(let members): .container(keys: members.map(\.key), members.elements)
      }
    } finish: { _, keys, values in
      guard let keys else { return .array(values) }
      return .object(JSONObject(sorting: zip(keys, values).map { (key: $0, value: $1) }))
    }
  }
}

extension JSONNumber {
  /// The number in the one form that all equal ones share: an integer that isn't too long has neither a fraction nor an
  /// exponent.
  package var canonicalForm: JSONNumber {
    let canonical = canonical
    guard !canonical.digits.isEmpty else { return 0 }
    let digits = String(decoding: canonical.digits.map { $0 + .zero }, as: UTF8.self)
    let exponent =
      switch canonical.exponent {
      case .small(0): ""
      case .small(let exponent): "e\(exponent)"
      case .large(let isNegative, let digits):
        "e" + (isNegative ? "-" : "")
          + String(decoding: digits.map { $0 + .zero }, as: UTF8.self)
      }
    let text = (canonical.isNegative ? "-" : "") + digits + exponent
    return JSONNumber(text: text).flatMap { JSONNumber(text: $0.description) } ?? self
  }
}
