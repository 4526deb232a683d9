/// Writing single values.
///
/// Precondition of the stores at the cursor: room for them has been reserved.
extension JSONWriter {
  /// Writes one byte.
  @inlinable @inline(__always)
  mutating func writeByte(_ byte: UInt8) {
    reserve(1)
    unsafe cursor.pointee = byte
    unsafe cursor += 1
  }

  /// Writes ASCII text that is known to the library.
  @inline(__always)
  mutating func writeLiteral(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    reserve(length)
    unsafe cursor.update(from: text.utf8Start, count: length)
    unsafe cursor += length
  }

  /// Writes bytes that are JSON already.
  mutating func writeVerbatim(_ bytes: Bytes) {
    hasUnsortedKeys = true
    reserve(bytes.count)
    unsafe cursor.update(from: bytes.start.address, count: bytes.count)
    unsafe cursor += bytes.count
  }

  @usableFromInline
  @inline(__always)
  mutating func writeBool(_ value: Bool) {
    reserve(8)
    output.writeBool(value)
  }

  /// Writes `null`.
  public mutating func encodeNull() {
    if unsafe cursor > base, unsafe !Self.awaitsValue(cursor[-1]) { isMalformed = true }
    reserve(8)
    output.writeNull()
  }

  /// Writes an integer of up to 64 bits.
  @usableFromInline
  @inline(__always)
  mutating func writeInt(_ value: Int64) {
    reserve(32)
    output.writeInt(value)
  }

  @usableFromInline
  mutating func writeInt(_ value: UInt64) {
    reserve(32)
    output.writeInt(value)
  }

  /// Writes the shortest decimal that reads back as the same value.
  ///
  /// - Throws: ``MappingError`` for infinities and NaN, which JSON does not have.
  @usableFromInline
  mutating func writeDouble(_ value: Double) throws(MappingError) {
    guard value.isFinite else { throw notFinite(value) }
    output = writeDouble(value, at: reserved(32))
  }

  /// Writes a number that is finite.
  ///
  /// - Precondition: there are 32 bytes of room at `output`.
  @inline(never)
  mutating func writeDouble(_ value: Double, at output: OutputCursor) -> OutputCursor {
    var output = output
    output.writeDouble(value, powers: powers)
    return output
  }

  /// Writes a `Float` as ``writeDouble(_:)`` does a `Double`.
  @usableFromInline
  mutating func writeFloat(_ value: Float) throws(MappingError) {
    guard value.isFinite else { throw notFinite(Double(value)) }
    reserve(32)
    output.writeFloat(value, powers: powers)
  }

  @inline(never)
  func notFinite(_ value: Double) -> MappingError {
    MappingError(
      .notEncodable, expected: "JSON has no \(value.isNaN ? "NaN" : "infinite numbers")")
  }
}
