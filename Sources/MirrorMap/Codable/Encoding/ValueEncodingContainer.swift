/// Takes the value of an encoder as a whole.
struct ValueEncodingContainer: SingleValueEncodingContainer {
  let encoder: NodeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws {
    if try encoder.beginValue() { encoder.document.writeNull() }
  }

  func encode(_ value: Bool) throws {
    if try encoder.beginValue() { encoder.document.write(value) }
  }

  func encode(_ value: String) throws {
    if try encoder.beginValue() { encoder.document.write(value) }
  }

  @inline(__always)
  func encode<I: FixedWidthInteger & Encodable>(_ value: I) throws {
    if try encoder.beginValue() { encoder.document.write(value) }
  }

  func encode(_ value: Int128) throws { try encoder.writeValue(value) }

  func encode(_ value: UInt128) throws { try encoder.writeValue(value) }

  func encode<T: Encodable>(_ value: T) throws { try encoder.writeValue(value) }
}
