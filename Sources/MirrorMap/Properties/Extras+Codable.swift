/// `Codable` codes extras as an object under the name of their property, which can be missing. It
/// doesn't keep other unmapped members.
extension Extras: Encodable where Value: Encodable {
  /// Encodes the members as an object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension Extras: Decodable where Value: Decodable {
  /// Decodes an object.
  public init(from decoder: any Decoder) throws { storage = try FieldStorage(from: decoder) }
}

extension KeyedEncodingContainer {
  /// Encodes extras as an object; nothing if there are none.
  public mutating func encode<Value: Encodable>(_ property: Extras<Value>, forKey key: Key) throws {
    guard !property.wrappedValue.extras.isEmpty else { return }
    try encode(property.wrappedValue, forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// Decodes extras; none if the key is missing or `null`.
  public func decode<Value: Decodable>(
    _ type: Extras<Value>.Type, forKey key: Key
  ) throws -> Extras<Value> {
    let none = Value(extras: JSONObject())
    return Extras(storage: try FieldStorage(from: self, forKey: key, none: none))
  }
}
