// `Codable` for all property wrappers: a wrapper is coded as its value, and omitted if that is nil.
//
// The code that the compiler synthesizes for a model calls `container.decode(Mapped<Int?>.self,
// forKey: .age)`. The generic function of the containers would fail if the key is missing. The
// overloads for wrappers are more specific, so the compiler prefers them.

extension FieldStorage where Value: Encodable {
  /// Writes the value.
  ///
  /// - Throws: `EncodingError` if there is none.
  func encode(to encoder: any Encoder) throws {
    // Not value.encode(to:), which would bypass the encoder's strategies, such as that for dates.
    var container = encoder.singleValueContainer()
    try container.encode(present(at: encoder.codingPath))
  }

  /// Writes the value of a key, unless it is nil. Throws `EncodingError` if there is none.
  func encode<Key>(to container: inout KeyedEncodingContainer<Key>, forKey key: Key) throws {
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

// MARK: - Wrappers

/// The compiler synthesizes the `Codable` conformance of a model from its properties.
///
/// ```swift
/// struct User: Mappable, Codable {
///   @Mapped("user_id") var id: Int
///   @Mapped var email: String?
/// }
/// let data = try JSONEncoder().encode(user)      // {"id":7}
/// ```
///
/// `Codable` ignores mapped keys, transforms, coercion, and defaults: keys are the names of the
/// properties, values use their own `Codable` conformances, and all but optionals are required. An
/// optional that is nil is omitted. Decoded values count as unchanged.
extension Mapped: Encodable where Value: Encodable {
  /// Encodes the value.
  ///
  /// - Throws: `EncodingError` for a required property that was never set.
  public func encode(to encoder: any Encoder) throws { try storage.encode(to: encoder) }
}

extension Mapped: Decodable where Value: Decodable {
  /// Decodes a value.
  public init(from decoder: any Decoder) throws { storage = try FieldStorage(from: decoder) }
}

/// `Codable` codes a flattened model as an object under the name of its property.
extension Flattened: Encodable where Value: Encodable {
  /// Encodes the value.
  ///
  /// - Throws: `EncodingError` for a required property that was never set.
  public func encode(to encoder: any Encoder) throws { try storage.encode(to: encoder) }
}

extension Flattened: Decodable where Value: Decodable {
  /// Decodes a value.
  public init(from decoder: any Decoder) throws { storage = try FieldStorage(from: decoder) }
}

/// `Codable` codes extras as an object under the name of their property, which can be missing. It
/// doesn't keep other unmapped members.
extension Extras: Encodable where Value: Encodable {
  /// Encodes the members as an object.
  public func encode(to encoder: any Encoder) throws { try storage.encode(to: encoder) }
}

extension Extras: Decodable where Value: Decodable {
  /// Decodes an object.
  public init(from decoder: any Decoder) throws { storage = try FieldStorage(from: decoder) }
}

// MARK: - Keys

extension KeyedEncodingContainer {
  /// Encodes the value of a mapped property; nothing if it is nil.
  ///
  /// - Throws: `EncodingError` for a required property that was never set.
  public mutating func encode<Value: Encodable>(_ property: Mapped<Value>, forKey key: Key) throws {
    try property.storage.encode(to: &self, forKey: key)
  }

  /// Encodes the model of a flattened property; nothing if it is nil.
  ///
  /// - Throws: `EncodingError` for a required property that was never set.
  public mutating func encode<Value: Encodable>(_ property: Flattened<Value>, forKey key: Key)
    throws
  {
    try property.storage.encode(to: &self, forKey: key)
  }

  /// Encodes extras as an object; nothing if there are none.
  public mutating func encode<Value: Encodable>(_ property: Extras<Value>, forKey key: Key) throws {
    guard !property.wrappedValue.extras.isEmpty else { return }
    try encode(property.wrappedValue, forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// Decodes the value of a mapped property; a missing key or `null` is nil for an optional.
  public func decode<Value: Decodable>(
    _ type: Mapped<Value>.Type, forKey key: Key
  ) throws -> Mapped<Value> {
    Mapped(storage: try FieldStorage(from: self, forKey: key))
  }

  /// Decodes the model of a flattened property; a missing key or `null` is nil for an optional.
  public func decode<Value: Decodable>(
    _ type: Flattened<Value>.Type, forKey key: Key
  ) throws -> Flattened<Value> {
    Flattened(storage: try FieldStorage(from: self, forKey: key))
  }

  /// Decodes extras; none if the key is missing or `null`.
  public func decode<Value: Decodable>(
    _ type: Extras<Value>.Type, forKey key: Key
  ) throws -> Extras<Value> {
    let none = Value(extras: JSONObject())
    return Extras(storage: try FieldStorage(from: self, forKey: key, none: none))
  }
}
