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

extension KeyedEncodingContainer {
  /// Encodes the model of a flattened property; nothing if it is nil.
  ///
  /// - Throws: `EncodingError` for a required property that was never set.
  public mutating func encode<Value: Encodable>(_ property: Flattened<Value>, forKey key: Key)
    throws
  {
    try property.storage.encode(to: &self, forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// Decodes the model of a flattened property; a missing key or `null` is nil for an optional.
  public func decode<Value: Decodable>(
    _ type: Flattened<Value>.Type, forKey key: Key
  ) throws -> Flattened<Value> {
    Flattened(storage: try FieldStorage(from: self, forKey: key))
  }
}
