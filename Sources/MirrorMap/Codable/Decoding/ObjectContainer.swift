/// Gives the members of an object.
struct ObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: NodeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] { decoder.convertedKeys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { decoder.find(key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { decoder.document.isNull(try require(key)) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try value(type, key)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try ifPresent(key)
  }

  @inline(__always)
  func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    try decoder.decode(type, at: require(key), .key(key))
  }

  @inline(__always)
  func ifPresent<T: Decodable>(_ key: Key) throws -> T? {
    guard let value = decoder.find(key.stringValue), !decoder.document.isNull(value) else {
      return nil
    }
    return try decoder.decode(T.self, at: value, .key(key))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder.nested(require(key), .key(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.nested(require(key), .key(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try superDecoder(AnyCodingKey.super) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(key) }

  private func superDecoder(_ key: any CodingKey) throws -> any Decoder {
    try decoder.nested(decoder.find(key.stringValue), .key(key))
  }

  @inline(__always)
  private func require(_ key: Key) throws -> Int {
    guard let value = decoder.find(key.stringValue) else {
      throw decoder.keyNotFound(key, codingPath)
    }
    return value
  }
}
