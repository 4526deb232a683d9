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

extension KeyedEncodingContainer {
  /// Encodes the value of a mapped property; nothing if it is nil.
  ///
  /// - Throws: `EncodingError` for a required property that was never set.
  public mutating func encode<Value: Encodable>(_ property: Mapped<Value>, forKey key: Key) throws {
    try property.storage.encode(to: &self, forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// Decodes the value of a mapped property; a missing key or `null` is nil for an optional.
  public func decode<Value: Decodable>(
    _ type: Mapped<Value>.Type, forKey key: Key
  ) throws -> Mapped<Value> {
    Mapped(storage: try FieldStorage(from: self, forKey: key))
  }
}
