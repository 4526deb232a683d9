/// A model that is `Codable` as well gets its coding from the compiler, property by property.
///
/// ```swift
/// struct User: Mappable, Codable {
///   @Mapped("user_id") var id: Int
///   @Mapped var email: String?
/// }
/// let data = try JSONEncoder().encode(user)      // {"id":7}
/// ```
///
/// `Codable` knows neither mapped keys nor transforms, coercion and defaults: keys are the names of the
/// properties, values are coded in their own way, and what is not optional has to be there. An optional
/// that is nil is omitted. What was decoded counts as unchanged.
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
  /// Decodes the value of a mapped property; a missing key and `null` are nil for an optional.
  public func decode<Value: Decodable>(
    _ type: Mapped<Value>.Type, forKey key: Key
  ) throws -> Mapped<Value> {
    Mapped(storage: try FieldStorage(from: self, forKey: key))
  }
}
