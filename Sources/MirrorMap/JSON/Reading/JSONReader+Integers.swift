extension JSONReader {
  /// Reads an integer of up to 18 digits; nil, with the cursor unchanged, for everything else.
  @inline(__always)
  mutating func readShortInteger() -> Int64? {
    var place = cursor
    guard let value = shortInteger(at: &place) else { return nil }
    cursor = place
    return value
  }

  /// Reads an integer of up to 18 digits at a position that its caller keeps in a register.
  ///
  /// Precondition of each access to a byte: a comparison with `blockEnd` has shown that there is one, or
  /// it is one of the eight bytes in which a run of digits ended.
  ///
  /// - Returns: nil, with the position unchanged, for everything else: more digits, a fraction, an exponent, no
  ///   number at all, the last bytes of the input.
  @inline(__always)
  func shortInteger(at place: inout BytePointer) -> Int64? {
    var pointer = place
    guard blockEnd - pointer >= 9 else { return nil }
    let isNegative = unsafe pointer.pointee == .minus
    if isNegative { pointer += 1 }
    let digits = pointer
    // Most numbers end within the first eight bytes.
    let run = unsafe DigitRun(ByteScan.load8(pointer))
    var value = run.value
    pointer += run.count
    if run.count == 8 {
      // Identifiers often have nine digits.
      if blockEnd - pointer >= 2, unsafe pointer[0].isDigit && !pointer[1].isDigit {
        value = unsafe value &* 10 &+ UInt64(pointer.pointee &- .zero)
        pointer += 1
      } else {
        guard ShortNumber.readRuns(&pointer, blockEnd, powers, into: &value) else { return nil }
      }
    }
    let count = pointer - digits
    guard count > 0, count <= 18, unsafe count == 1 || digits.pointee != .zero else { return nil }
    guard unsafe pointer.pointee != .dot, unsafe pointer.pointee | 0x20 != .lowerE else {
      return nil
    }
    place = pointer
    let magnitude = Int64(truncatingIfNeeded: value)
    return isNegative ? 0 &- magnitude : magnitude
  }

  /// Reads an `Int` like ``shortInteger(at:)``.
  @inline(__always)
  func shortInt(at place: inout BytePointer) -> Int? {
    var pointer = place
    guard let short = shortInteger(at: &pointer), let value = Int(exactly: short) else {
      return nil
    }
    place = pointer
    return value
  }

  /// Reads a number as an `Int`.
  @usableFromInline
  mutating func readInt() throws(MappingError) -> Int {
    var place = cursor
    guard let value = shortInt(at: &place) else { return try readExactInteger() }
    cursor = place
    return value
  }

  /// Reads a number as an integer of any width.
  @usableFromInline
  mutating func readInteger<I: FixedWidthInteger>() throws(MappingError) -> I {
    let first = cursor
    if let short = readShortInteger() {
      if let value = I(exactly: short) { return value }
      throw outOfRange(typeName(of: I.self), first)
    }
    return try readExactInteger()
  }

  /// The general path: any number that is mathematically an integer of this type.
  @inline(never)
  mutating func readExactInteger<I: FixedWidthInteger>() throws(MappingError) -> I {
    guard current?.startsNumber == true else {
      return try coerceToNumber(typeName(of: I.self)) {
        (reader) throws(MappingError) in try reader.readInteger()
      }
    }
    let first = cursor
    if let integer = readLastInteger() ?? readLongInteger() ?? readScaledInteger() {
      if let value = I(exactly: integer) { return value }
      throw outOfRange(typeName(of: I.self), first)
    }
    return try readIntegralNumber()
  }

  /// Reads any other number as an integer. Compiled once for all types.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private mutating func readIntegralNumber<I: FixedWidthInteger>() throws(MappingError) -> I {
    let type = I.self
    let first = cursor
    let number = try readNumber()
    if let value = number.exactly(type) { return value }
    if coercion == .lenient, let value = number.integerPart.exactly(type) { return value }
    if number.isInteger || coercion == .lenient { throw outOfRange(typeName(of: type), first) }
    throw failure(
      .inexactNumber, at: first, expected: typeName(of: type), found: "a number with a fraction")
  }

  /// Reads an integer in the last eight bytes of the input, where small documents often have one.
  ///
  /// Precondition of the access to bytes: a comparison with `start` has shown that there are eight before `end`.
  ///
  /// - Returns: nil, with the cursor unchanged, for everything else.
  @inline(__always)
  private mutating func readLastInteger() -> Int128? {
    let count = end - cursor
    guard 1...8 ~= count, end - start >= 8, maximumLength == .max else { return nil }
    // What follows the input is as zeros, which aren't digits.
    var word = unsafe ByteScan.load8(end - 8) &>> UInt64(truncatingIfNeeded: (8 &- count) &* 8)
    let isNegative = word & 0xFF == UInt64(UInt8.minus)
    if isNegative { word &>>= 8 }
    let run = DigitRun(word)
    let next = run.count == 8 ? 0 : UInt8(truncatingIfNeeded: word &>> UInt64(run.count &* 8))
    guard run.count > 0, run.count == 1 || word & 0xFF != UInt64(UInt8.zero), next != .dot,
      next | 0x20 != .lowerE
    else { return nil }
    cursor += run.count &+ (isNegative ? 1 : 0)
    let magnitude = Int128(run.value)
    return isNegative ? -magnitude : magnitude
  }

  /// Reads an integer of up to 38 digits, eight at a time where as many bytes are left.
  ///
  /// Precondition of each access to a byte: a comparison with `end` has shown that there are as many.
  ///
  /// - Returns: nil, with the cursor unchanged, for everything else, and where texts have a limit.
  @inline(never)
  private mutating func readLongInteger() -> Int128? {
    guard maximumLength == .max, cursor < end else { return nil }
    var pointer = cursor
    let isNegative = unsafe pointer.pointee == .minus
    if isNegative { pointer += 1 }
    let digits = pointer
    var magnitude: Int128 = 0
    while pointer < end, pointer - digits <= 38, unsafe pointer.pointee.isDigit {
      var (count, value) = unsafe (1, UInt64(pointer.pointee &- .zero))
      if end - pointer >= 8 {
        let run = unsafe DigitRun(ByteScan.load8(pointer))
        (count, value) = (run.count, run.value)
      }
      magnitude = magnitude &* Int128(powers.integer(count)) &+ Int128(value)
      pointer += count
    }
    guard 1...38 ~= pointer - digits,
      unsafe digits.pointee != .zero || pointer - digits == 1,
      unsafe pointer == end || pointer.pointee != .dot && pointer.pointee | 0x20 != .lowerE
    else { return nil }
    cursor = pointer
    return isNegative ? -magnitude : magnitude
  }

  /// Reads a number like `1.0` or `1e3`, of up to 19 digits, that is an integer.
  ///
  /// - Returns: nil, with the cursor unchanged, for everything else.
  @inline(never)
  private mutating func readScaledInteger() -> Int128? {
    let first = cursor
    if let raw = scanNumberIfAny(), !raw.isShortened,
      let integer = Int128(
        significand: raw.significand, exponent: raw.exponent, isNegative: raw.isNegative)
    {
      return integer
    }
    cursor = first
    return nil
  }

  /// Reads a number without converting it.
  @usableFromInline
  mutating func readNumber() throws(MappingError) -> JSONNumber {
    let raw = try scanNumber()
    // Zeros at the end of a long number are part of its scale: it keeps its text.
    if !raw.isShortened, let exponent = Int16(exactly: raw.exponent) {
      return JSONNumber(
        significand: raw.significand, exponent: exponent, isNegative: raw.isNegative)
    }
    try checkLength(raw.text.count, from: raw.start)
    return JSONNumber(utf8: raw.text)
      ?? JSONNumber(validatedText: String(decoding: raw.text, as: UTF8.self))
  }
}
