extension JSONReader {
  /// Reads a number as the nearest `Double`, ties to even.
  @usableFromInline
  mutating func readDouble() throws(MappingError) -> Double {
    var place = cursor
    guard let value = shortDouble(at: &place) else { return try readAnyDouble() }
    cursor = place
    return value
  }

  /// The fast path of ``readDouble()``, at a position that its caller keeps in a register; nil, with the position
  /// unchanged, for numbers that ``ShortNumber`` doesn't read or whose rounding takes more than one multiplication.
  @inline(__always)
  func shortDouble(at place: inout BytePointer) -> Double? {
    var pointer = place
    guard let number = ShortNumber(at: &pointer, blockEnd, powers),
      let magnitude = DecimalToBinary.double(
        significand: number.significand, fractionDigits: number.fractionDigits, powers: powers)
    else { return nil }
    place = pointer
    return number.isNegative ? -magnitude : magnitude
  }

  /// The general path of ``readDouble()``.
  @inline(never)
  mutating func readAnyDouble() throws(MappingError) -> Double {
    guard let raw = scanAnyNumber() else {
      return try coerceToNumber("Double") { (reader) throws(MappingError) in
        try reader.readDouble()
      }
    }
    let value = DecimalToBinary.double(
      significand: raw.significand, exponent: raw.exponent, isNegative: raw.isNegative,
      isTruncated: raw.isTruncated, powers: powers)
    let result = value ?? DecimalToBinary.value(of: raw.text)
    guard result.isFinite else { throw outOfRange("Double", raw.start) }
    return result
  }

  /// Reads a number as the nearest `Float`, ties to even, rounded once.
  @usableFromInline
  mutating func readFloat() throws(MappingError) -> Float {
    guard let raw = scanNumberIfAny() else {
      return try coerceToNumber("Float") { (reader) throws(MappingError) in
        try reader.readFloat()
      }
    }
    let value = DecimalToBinary.float(
      significand: raw.significand, exponent: raw.exponent, isNegative: raw.isNegative,
      isTruncated: raw.isTruncated, powers: powers)
    let result = value ?? DecimalToBinary.value(of: raw.text)
    guard result.isFinite else { throw outOfRange("Float", raw.start) }
    return result
  }

  @inline(never)
  func outOfRange(_ type: String, _ position: BytePointer) -> MappingError {
    failure(.numberOutOfRange, at: position, expected: type, found: "a number out of its range")
  }
}
