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

  func encode(_ value: Int) throws {
    if try encoder.beginValue() { encoder.document.write(Int64(value)) }
  }

  func encode(_ value: Int64) throws {
    if try encoder.beginValue() { encoder.document.write(value) }
  }

  func encode(_ value: UInt) throws {
    if try encoder.beginValue() { encoder.document.write(UInt64(value)) }
  }

  func encode(_ value: UInt64) throws {
    if try encoder.beginValue() { encoder.document.write(value) }
  }

  func encode(_ value: Int8) throws {
    if try encoder.beginValue() { encoder.document.write(Int64(value)) }
  }

  func encode(_ value: Int16) throws {
    if try encoder.beginValue() { encoder.document.write(Int64(value)) }
  }

  func encode(_ value: Int32) throws {
    if try encoder.beginValue() { encoder.document.write(Int64(value)) }
  }

  func encode(_ value: UInt8) throws {
    if try encoder.beginValue() { encoder.document.write(Int64(value)) }
  }

  func encode(_ value: UInt16) throws {
    if try encoder.beginValue() { encoder.document.write(Int64(value)) }
  }

  func encode(_ value: UInt32) throws {
    if try encoder.beginValue() { encoder.document.write(Int64(value)) }
  }

  func encode(_ value: Double) throws { try encoder.writeValue(value) }

  func encode(_ value: Float) throws { try encoder.writeValue(value) }

  func encode(_ value: Int128) throws { try encoder.writeValue(value) }

  func encode(_ value: UInt128) throws { try encoder.writeValue(value) }

  func encode<T: Encodable>(_ value: T) throws { try encoder.writeValue(value) }
}
