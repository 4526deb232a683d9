// What all property wrappers do for `Codable`: they are their value, and nothing where it is nil.
//
// The compiler's own code for a model calls `container.decode(Mapped<Int?>.self, forKey: .age)`. The
// containers' generic function would fail where the key is missing; for wrappers there are more special
// ones, in `Mapped+Codable.swift` and its like, which the compiler prefers.

extension FieldStorage where Value: Encodable {
  /// Writes the value.
  ///
  /// - Throws: `EncodingError` if there is none.
  func encode(to encoder: any Encoder) throws {
    // Not value.encode(to:), which would pass by what the encoder does to dates and the like.
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
  /// - Parameter none: what stands for a missing key; nil if it has to be there.
  init<Key>(
    from container: KeyedDecodingContainer<Key>, forKey key: Key,
    none: Value? = PropertyDeclaration.noneValue(Value.self)
  ) throws {
    guard let none else {
      self.init(try container.decode(Value.self, forKey: key), .value)
      return
    }
    if !container.contains(key) {
      self.init(none, .absent)
    } else if try container.decodeNil(forKey: key) {
      self.init(none, .null)
    } else {
      self.init(try container.decode(Value.self, forKey: key), .value)
    }
  }
}
