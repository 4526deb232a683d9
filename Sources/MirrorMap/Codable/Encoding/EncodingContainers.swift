/// Takes the members of an object.
struct ObjectEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: NodeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) throws {
    if encoder.beginMember(name(of: key)) { encoder.document.writeNull() }
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try encoder.writeMember(value, name(of: key), .key(key))
  }

  // The standard library has implementations of its own for these, which encode nothing.

  func encode(_ value: Int128, forKey key: Key) throws {
    try encoder.writeMember(value, name(of: key), .key(key))
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    try encoder.writeMember(value, name(of: key), .key(key))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder.nestedEncoder(name(of: key), .key(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.nestedEncoder(name(of: key), .key(key)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    let key = AnyCodingKey.super
    return encoder.superEncoder(encoder.document.convert(key, codingPath), .key(key))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    encoder.superEncoder(name(of: key), .key(key))
  }

  /// The key as the document has it.
  @inline(__always)
  private func name(of key: Key) -> String {
    encoder.document.hasDefaultKeys
      ? key.stringValue : encoder.document.convert(key, codingPath)
  }
}

/// Takes the elements of an array.
struct ArrayEncodingContainer: UnkeyedEncodingContainer {
  let encoder: NodeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.count }

  func encodeNil() throws { if encoder.beginElement() { encoder.document.writeNull() } }

  func encode<T: Encodable>(_ value: T) throws { try encoder.writeElement(value) }

  func encode(_ value: Int128) throws { try encoder.writeElement(value) }

  func encode(_ value: UInt128) throws { try encoder.writeElement(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    encoder.nextEncoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.nextEncoder().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.nextEncoder() }
}

/// Takes the value of an encoder as a whole.
struct ValueEncodingContainer: SingleValueEncodingContainer {
  let encoder: NodeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws { if encoder.beginValue() { encoder.document.writeNull() } }

  func encode<T: Encodable>(_ value: T) throws { try encoder.writeValue(value) }

  func encode(_ value: Int128) throws { try encoder.writeValue(value) }

  func encode(_ value: UInt128) throws { try encoder.writeValue(value) }
}
