/// Takes the members of an object.
///
/// The standard library's boxes call a method for each scalar type, which doesn't have to find out its type.
struct ObjectEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: NodeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  /// The key as the document has it.
  @inline(__always)
  private func name(of key: Key) -> String {
    encoder.document.hasDefaultKeys
      ? key.stringValue : encoder.document.convert(key, codingPath)
  }

  // MARK: Scalars

  func encodeNil(forKey key: Key) throws {
    if try encoder.beginMember(name(of: key)) { encoder.document.writeNull() }
  }

  func encode(_ value: Bool, forKey key: Key) throws {
    if try encoder.beginMember(name(of: key)) { encoder.document.write(value) }
  }

  func encode(_ value: String, forKey key: Key) throws {
    if try encoder.beginMember(name(of: key)) { encoder.document.write(value) }
  }

  @inline(__always)
  func encode<I: FixedWidthInteger & Encodable>(_ value: I, forKey key: Key) throws {
    if try encoder.beginMember(name(of: key)) { encoder.document.write(value) }
  }

  func encode(_ value: Int128, forKey key: Key) throws {
    try encoder.writeMember(value, name(of: key), .key(key))
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    try encoder.writeMember(value, name(of: key), .key(key))
  }

  // MARK: Other values

  @inline(__always)
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try encoder.writeMember(value, name(of: key), .key(key))
  }

  // MARK: Parts

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
    return encoder.memberEncoder(
      encoder.document.convert(key, codingPath), .key(key))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    encoder.memberEncoder(name(of: key), .key(key))
  }
}
