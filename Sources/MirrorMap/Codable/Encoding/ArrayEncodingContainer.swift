/// Takes the elements of an array.
struct ArrayEncodingContainer: UnkeyedEncodingContainer {
  let encoder: NodeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.count }

  // MARK: Scalars

  func encodeNil() throws {
    if try encoder.beginElement() { encoder.document.writeNull() }
  }

  func encode(_ value: Bool) throws {
    if try encoder.beginElement() { encoder.document.write(value) }
  }

  func encode(_ value: String) throws {
    if try encoder.beginElement() { encoder.document.write(value) }
  }

  @inline(__always)
  func encode<I: FixedWidthInteger & Encodable>(_ value: I) throws {
    if try encoder.beginElement() { encoder.document.write(value) }
  }

  func encode(_ value: Int128) throws { try encoder.writeElement(value) }

  func encode(_ value: UInt128) throws { try encoder.writeElement(value) }

  // MARK: Other values

  @inline(__always)
  func encode<T: Encodable>(_ value: T) throws { try encoder.writeElement(value) }

  // MARK: Parts

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    encoder.elementEncoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.elementEncoder().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.elementEncoder() }
}
