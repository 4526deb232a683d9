extension JSONValue: ExpressibleByNilLiteral {
  /// Makes `null`. Where an optional `JSONValue?` is expected, `nil` is the missing value instead.
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// Makes the exact number of an integer literal of any size.
  public init(integerLiteral value: StaticBigInt) {
    self = .number(JSONNumber(integerLiteral: value))
  }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// Makes the number of a floating-point literal, which passes through `Double`.
  public init(floatLiteral value: Double) {
    self = .number(JSONNumber(floatLiteral: value))
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Makes an object in the order of the literal; of equal keys the last value wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}
