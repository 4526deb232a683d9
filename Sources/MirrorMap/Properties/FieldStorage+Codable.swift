// `Codable` for all property wrappers: a wrapper is coded as its value, and omitted if that is nil.
//
// The code that the compiler synthesizes for a model calls `container.decode(Mapped<Int?>.self,
// forKey: .age)`. The generic function of the containers would fail if the key is missing. The
// overloads for wrappers, as in `Mapped+Codable.swift`, are more specific, so the compiler prefers
// them.

extension FieldStorage where Value: Encodable {
  /// Writes the value.
  ///
  /// - Throws: `EncodingError` if there is none.
  func encode(to encoder: any Encoder) throws {
    // Not value.encode(to:), which would bypass the encoder's strategies, such as that for dates.
    var container = encoder.singleValueContainer()
    try container.encode(present(at: encoder.codingPath))
  }

  /// Writes the value of a key, unless it is nil.
  ///
  /// - Throws: `EncodingError` if there is none.
  func encode<Key>(
    to container: inout KeyedEncodingContainer<Key>, forKey key: Key
  ) throws {
    let value = try present(at: container.codingPath + [key])
    guard (value as? any OptionalValue)?.isNil != true else { return }
    try container.encode(value, forKey: key)
  }

  private func present(at codingPath: [any CodingKey]) throws -> Value {
    if let value = value ?? PropertyDeclaration.noneValue(Value.self) { return value }
    throw EncodingError.invalidValue(
      Value.self,
      EncodingError.Context(
        codingPath: codingPath,
        debugDescription: "a required property was neither decoded nor assigned"))
  }
}

extension FieldStorage where Value: Decodable {
  /// Reads a value.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let none = PropertyDeclaration.noneValue(Value.self), container.decodeNil() {
      self.init(none, .null)
    } else {
      self.init(try container.decode(Value.self), .value)
    }
  }

  /// Reads the value of a key.
  ///
  /// - Parameter none: The value if the key is missing or `null`; nil if the key is required.
  init<Key>(
    from container: KeyedDecodingContainer<Key>, forKey key: Key,
    none: Value? = PropertyDeclaration.noneValue(Value.self)
  ) throws {
    if let none, !container.contains(key) {
      self.init(none, .absent)
    } else if let none, try container.decodeNil(forKey: key) {
      self.init(none, .null)
    } else {
      self.init(try container.decode(Value.self, forKey: key), .value)
    }
  }
}
