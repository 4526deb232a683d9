extension JSONReader {
  /// A number as it lies in the input, checked against the grammar and taken apart:
  /// ±`significand` × 10^`exponent`, exactly, unless `isTruncated`.
  @usableFromInline
  struct RawNumber {
    let start: BytePointer
    let end: BytePointer
    /// The digits as one integer; the leading 19 significant ones if there are more.
    let significand: UInt64
    let exponent: Int
    let isNegative: Bool
    let isTruncated: Bool
    /// Whether digits behind the leading 19 were left out, were it only zeros.
    let isShortened: Bool
    /// Whether there is neither a fraction nor an exponent.
    let isInteger: Bool

    var text: Bytes { unsafe Bytes(start, end) }
  }

  /// Reads the number at the cursor.
  ///
  /// - Parameter expected: what the caller wants, for the error's text.
  @inline(__always)
  mutating func scanNumber(_ expected: StaticString) throws(MappingError) -> RawNumber {
    guard let raw = scanNumberIfAny() else { throw brokenNumber("\(expected)") }
    return raw
  }

  /// Reads the number at the cursor, if one is there.
  ///
  /// - Returns: nil, with the cursor where it was, for everything else.
  @inline(__always)
  mutating func scanNumberIfAny() -> RawNumber? {
    if let short = scanShortNumber() { return short }
    return scanAnyNumber()
  }

  /// The fast path of ``scanNumberIfAny()`` for what ``ShortNumber`` reads.
  ///
  /// - Returns: nil, with the cursor where it was, for everything else and near the end of the
  ///   input.
  @inline(__always)
  mutating func scanShortNumber() -> RawNumber? {
    let first = cursor
    guard let short = ShortNumber(at: &cursor, end, powers) else { return nil }
    return RawNumber(
      start: first, end: cursor, significand: short.significand,
      exponent: 0 &- short.fractionDigits,
      isNegative: short.isNegative, isTruncated: false, isShortened: false,
      isInteger: short.fractionDigits == 0)
  }

  /// The general form of ``scanNumberIfAny()``: any length, exponents, the last bytes of the input.
  ///
  /// Precondition of each look at a byte: a comparison with `end` has shown that there is one, or
  /// eight.
  @inline(never)
  mutating func scanAnyNumber() -> RawNumber? {
    let end = end
    let first = cursor
    var pointer = first
    let isNegative = unsafe pointer < end && pointer.pointee == .minus
    if isNegative { pointer += 1 }
    let digits = pointer
    var significand: UInt64 = 0
    Self.scanDigits(&pointer, end, into: &significand)
    var digitCount = pointer - digits
    guard digitCount > 0, unsafe digits.pointee != .zero || digitCount == 1 else {
      return nil
    }
    var exponent = 0
    var isInteger = true
    if pointer < end, unsafe pointer.pointee == .dot {
      isInteger = false
      pointer += 1
      let fraction = pointer
      Self.scanDigits(&pointer, end, into: &significand)
      exponent = fraction - pointer
      digitCount &-= exponent
      guard exponent < 0 else { return nil }
    }
    if pointer < end, unsafe pointer.pointee | 0x20 == .lowerE {
      isInteger = false
      guard let written = Self.scanExponent(&pointer, end) else { return nil }
      exponent &+= written
    }
    cursor = pointer
    if digitCount > 19 { return recountLongNumber(first, pointer, exponent, isInteger) }
    return RawNumber(
      start: first, end: pointer, significand: significand, exponent: exponent,
      isNegative: isNegative, isTruncated: false, isShortened: false, isInteger: isInteger)
  }

  @inline(__always)
  private static func scanDigits(
    _ pointer: inout BytePointer, _ end: BytePointer,
    into significand: inout UInt64
  ) {
    while pointer < end, unsafe pointer.pointee.isDigit {
      significand = unsafe significand &* 10 &+ UInt64(pointer.pointee &- .zero)
      pointer += 1
    }
  }

  /// Reads `e`, a sign and digits. Exponents beyond ±10^17 are held there: no number of digits that
  /// fits into memory brings them back into any type's range.
  private static func scanExponent(
    _ pointer: inout BytePointer, _ end: BytePointer
  ) -> Int? {
    pointer += 1
    let isNegative = unsafe pointer < end && pointer.pointee == .minus
    if unsafe isNegative || pointer < end && pointer.pointee == .plus { pointer += 1 }
    let digits = pointer
    var value = 0
    while pointer < end, unsafe pointer.pointee.isDigit {
      if value < 10_000_000_000_000_000 {
        value = unsafe value * 10 + Int(pointer.pointee &- .zero)
      }
      pointer += 1
    }
    guard pointer > digits else { return nil }
    return isNegative ? -value : value
  }

  /// Takes the leading 19 significant digits of a number that has more digits than that.
  ///
  /// Leading zeros do not count, so `0.000…01` may well turn out to be exact.
  @inline(never)
  private func recountLongNumber(
    _ first: BytePointer, _ last: BytePointer, _ exponent: Int, _ isInteger: Bool
  ) -> RawNumber {
    var pointer = first
    let isNegative = unsafe pointer.pointee == .minus
    if isNegative { pointer += 1 }
    var significand: UInt64 = 0
    var kept = 0
    var dropped = 0
    var lostNonZero = false
    while pointer < last, unsafe pointer.pointee | 0x20 != .lowerE {
      let digit = unsafe pointer.pointee &- .zero
      pointer += 1
      guard digit < 10 else { continue }
      if kept == 19 {
        dropped += 1
        if digit != 0 { lostNonZero = true }
      } else if kept > 0 || digit != 0 {
        significand = significand &* 10 &+ UInt64(digit)
        kept += 1
      }
    }
    return RawNumber(
      start: first, end: last, significand: significand, exponent: exponent &+ dropped,
      isNegative: isNegative, isTruncated: lostNonZero, isShortened: dropped > 0,
      isInteger: isInteger)
  }

  /// Explains why no number could be read at the cursor.
  @inline(never)
  func brokenNumber(_ expected: String) -> MappingError {
    guard current?.startsNumber == true else { return mismatch(expected) }
    var pointer = cursor
    func atEnd() -> Bool { pointer >= end }
    func digits() -> Int {
      let start = pointer
      while !atEnd(), unsafe pointer.pointee.isDigit { pointer += 1 }
      return pointer - start
    }
    func complaint(_ expected: String) -> MappingError {
      if atEnd() {
        return failure(.unexpectedEnd, at: end, expected: expected, found: Self.theEnd)
      }
      return failure(
        .invalidNumber, at: pointer, expected: expected,
        found: unexpected(expected, at: pointer).details.found)
    }
    if unsafe pointer.pointee == .minus { pointer += 1 }
    let start = pointer
    let count = digits()
    if count == 0 { return complaint("a digit") }
    if count > 1, unsafe start.pointee == .zero {
      return failure(
        .invalidNumber, at: start, expected: "a number without leading zeros",
        found: "a leading zero")
    }
    if !atEnd(), unsafe pointer.pointee == .dot {
      pointer += 1
      if digits() == 0 { return complaint("a digit") }
    }
    if !atEnd(), unsafe pointer.pointee | 0x20 == .lowerE {
      pointer += 1
      if !atEnd(), unsafe pointer.pointee == .minus || pointer.pointee == .plus { pointer += 1 }
    }
    return complaint("a digit")
  }
}
