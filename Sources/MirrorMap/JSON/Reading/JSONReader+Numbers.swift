extension JSONReader {
  /// A number in the input, checked against the grammar and split into its parts:
  /// ±`significand` × 10^`exponent`, exactly, unless `isTruncated`.
  struct RawNumber {
    let start: BytePointer
    let end: BytePointer
    /// The digits as one integer; the leading 19 significant ones if there are more.
    let significand: UInt64
    let exponent: Int
    let isNegative: Bool
    var isTruncated = false
    /// Whether digits after the leading 19 were omitted, even if they are zeros.
    var isShortened = false

    var text: Bytes { unsafe Bytes(start, end) }
  }

  /// Reads the number at the cursor.
  @inline(__always)
  mutating func scanNumber() throws(MappingError) -> RawNumber {
    guard let raw = scanNumberIfAny() else { throw brokenNumber("a number") }
    return raw
  }

  /// Reads the number at the cursor; nil, with the cursor unchanged, if none is there.
  @inline(__always)
  mutating func scanNumberIfAny() -> RawNumber? {
    if let short = scanShortNumber() { return short }
    return scanAnyNumber()
  }

  /// The fast path of ``scanNumberIfAny()`` for what ``ShortNumber`` reads; nil, with the cursor unchanged, for
  /// everything else.
  @inline(__always)
  mutating func scanShortNumber() -> RawNumber? {
    let first = cursor
    guard let short = ShortNumber(at: &cursor, end, powers) else { return nil }
    return RawNumber(
      start: first, end: cursor, significand: short.significand,
      exponent: 0 &- short.fractionDigits, isNegative: short.isNegative)
  }

  /// The general path of ``scanNumberIfAny()``: any length, exponents, the last bytes of the input.
  ///
  /// Precondition of each access to a byte: a comparison with `end` has shown that there is one, or
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
    if pointer < end, unsafe pointer.pointee == .dot {
      pointer += 1
      let fraction = pointer
      Self.scanDigits(&pointer, end, into: &significand)
      exponent = fraction - pointer
      digitCount &-= exponent
      guard exponent < 0 else { return nil }
    }
    if pointer < end, unsafe pointer.pointee | 0x20 == .lowerE {
      guard let written = Self.scanExponent(&pointer, end) else { return nil }
      exponent &+= written
    }
    cursor = pointer
    if digitCount > 19 { return recountLongNumber(first, pointer, exponent) }
    return RawNumber(
      start: first, end: pointer, significand: significand, exponent: exponent,
      isNegative: isNegative)
  }

  @inline(__always)
  private static func scanDigits(
    _ pointer: inout BytePointer, _ end: BytePointer, into significand: inout UInt64
  ) {
    while pointer < end, unsafe pointer.pointee.isDigit {
      significand = unsafe significand &* 10 &+ UInt64(pointer.pointee &- .zero)
      pointer += 1
    }
  }

  /// Reads `e`, a sign and digits. Exponents are held at about ± half of the largest integer: no number
  /// of digits that fits in memory can make up for more.
  private static func scanExponent(_ pointer: inout BytePointer, _ end: BytePointer) -> Int? {
    pointer += 1
    let isNegative = unsafe pointer < end && pointer.pointee == .minus
    if unsafe isNegative || pointer < end && pointer.pointee == .plus { pointer += 1 }
    let digits = pointer
    var value = 0
    while pointer < end, unsafe pointer.pointee.isDigit {
      if value < Int.max / 16 {
        value = unsafe value * 10 + Int(pointer.pointee &- .zero)
      }
      pointer += 1
    }
    guard pointer > digits else { return nil }
    return isNegative ? -value : value
  }

  /// Reads the leading 19 significant digits of a number that has more digits.
  ///
  /// Leading zeros don't count, so `0.000…01` may be exact.
  @inline(never)
  private func recountLongNumber(
    _ first: BytePointer, _ last: BytePointer, _ exponent: Int
  ) -> RawNumber {
    let text = bytes(from: first, to: last)
    var significand: UInt64 = 0
    var kept = 0
    var dropped = 0
    var lostNonZero = false
    for byte in text {
      if byte | 0x20 == .lowerE { break }
      guard byte.isDigit else { continue }
      if kept == 19 {
        dropped += 1
        if byte != .zero { lostNonZero = true }
      } else if kept > 0 || byte != .zero {
        significand = significand &* 10 &+ UInt64(byte &- .zero)
        kept += 1
      }
    }
    return RawNumber(
      start: first, end: last, significand: significand, exponent: exponent &+ dropped,
      isNegative: text.first == .minus, isTruncated: lostNonZero, isShortened: dropped > 0)
  }

  /// The error that explains why no number could be read at the cursor.
  @inline(never)
  func brokenNumber(_ expected: String) -> MappingError {
    guard current?.startsNumber == true else { return mismatch(expected) }
    var digits = current == .minus ? cursor + 1 : cursor
    var pointer = digits
    var value: UInt64 = 0
    Self.scanDigits(&pointer, end, into: &value)
    if pointer - digits > 1, unsafe digits.pointee == .zero {
      return failure(
        .invalidNumber, at: digits, expected: "a number without leading zeros",
        found: "a leading zero")
    }
    if pointer > digits, pointer < end, unsafe pointer.pointee == .dot {
      digits = pointer + 1
      pointer = digits
      Self.scanDigits(&pointer, end, into: &value)
    }
    if pointer > digits, pointer < end, unsafe pointer.pointee | 0x20 == .lowerE {
      _ = Self.scanExponent(&pointer, end)
    }
    // This is the position of the first byte that should have been a digit.
    let problem = unexpected("a digit", at: pointer)
    guard pointer < end else { return problem }
    return failure(.invalidNumber, at: pointer, expected: "a digit", found: problem.details.found)
  }
}
