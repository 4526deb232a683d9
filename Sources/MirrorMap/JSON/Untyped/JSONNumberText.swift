/// Where the parts of a JSON number are in its text, found by scanning the bytes once.
///
/// ```
///   - 1 2 . 5 0 E + 0 3
///   │ └┬┘   └┬┘   │ └┬┘
///   │  │     │    │  exponentDigits 7..<9
///   │  │     │    exponentIsNegative = false
///   │  │     fraction 4..<6
///   │  integer 1..<3
///   isNegative = true
/// ```
///
/// The value is ±(integer and fraction digits) × 10^(exponent − fraction.count).
struct JSONNumberText {
  let bytes: Bytes
  let isNegative: Bool
  let integer: Range<Int>
  /// Empty when there is no point.
  let fraction: Range<Int>
  /// Empty when there is no exponent.
  let exponentDigits: Range<Int>
  let exponentIsNegative: Bool

  /// Checks the whole text against the grammar of RFC 8259, section 6.
  init?(_ bytes: Bytes) {
    func digits(from start: Int) -> Range<Int> {
      var end = start
      while end < bytes.count, bytes[end] &- UInt8(ascii: "0") < 10 { end += 1 }
      return start..<end
    }
    func has(_ byte: Unicode.Scalar, at position: Int) -> Bool {
      position < bytes.count && bytes[position] == UInt8(ascii: byte)
    }

    var position = 0
    isNegative = has("-", at: 0)
    if isNegative { position = 1 }

    integer = digits(from: position)
    guard !integer.isEmpty else { return nil }
    guard integer.count == 1 || !has("0", at: integer.lowerBound) else { return nil }
    position = integer.upperBound

    if has(".", at: position) {
      fraction = digits(from: position + 1)
      guard !fraction.isEmpty else { return nil }
      position = fraction.upperBound
    } else {
      fraction = position..<position
    }

    if has("e", at: position) || has("E", at: position) {
      position += 1
      exponentIsNegative = has("-", at: position)
      if exponentIsNegative || has("+", at: position) { position += 1 }
      exponentDigits = digits(from: position)
      guard !exponentDigits.isEmpty else { return nil }
      position = exponentDigits.upperBound
    } else {
      exponentIsNegative = false
      exponentDigits = position..<position
    }

    guard position == bytes.count else { return nil }
    self.bytes = bytes
  }

  /// The compact form, or nil when the digits or the exponent do not fit it.
  var compactForm: JSONNumber? {
    guard let significand = significandIfItFits else { return nil }
    guard let written = writtenExponentIfItFits else { return nil }
    guard let exponent = Int16(exactly: written - fraction.count) else { return nil }
    return JSONNumber(significand: significand, exponent: exponent, isNegative: isNegative)
  }

  private var significandIfItFits: UInt64? {
    var value: UInt64 = 0
    guard append(integer, to: &value), append(fraction, to: &value) else { return nil }
    return value
  }

  /// Appends decimal digits to a value; false on overflow.
  private func append(_ digits: Range<Int>, to value: inout UInt64) -> Bool {
    for position in digits {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(digit(at: position))
      guard !overflow, !carry else { return false }
      value = sum
    }
    return true
  }

  /// The value of the digit at a position inside one of the ranges.
  func digit(at position: Int) -> UInt64 {
    UInt64(bytes[position] &- UInt8(ascii: "0"))
  }

  /// The exponent as written, if it has at most 17 digits behind its leading zeros: no sum with a
  /// text's length can then overflow.
  private var writtenExponentIfItFits: Int? {
    var value: Int64 = 0
    for position in exponentDigits {
      guard value < 10_000_000_000_000_000 else { return nil }
      value = value * 10 + Int64(digit(at: position))
    }
    return Int(exactly: exponentIsNegative ? -value : value)
  }
}
