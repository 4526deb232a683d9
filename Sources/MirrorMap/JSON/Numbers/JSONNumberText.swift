/// The positions of the parts of a JSON number in its text, found by scanning the bytes once.
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

  /// The values of all digits before the exponent, highest first.
  var digits: some Sequence<UInt8> {
    bytes[integer.lowerBound..<fraction.upperBound].lazy.filter { $0 != .dot }.map { $0 &- .zero }
  }

  /// The exponent as written, held at about ±10^17: no text is long enough to make up for more.
  var exponent: Int64 {
    var value: Int64 = 0
    for digit in bytes[exponentDigits] where value < 10_000_000_000_000_000 {
      value = value * 10 + Int64(digit &- .zero)
    }
    return exponentIsNegative ? -value : value
  }
}

extension FixedWidthInteger {
  /// Makes the integer with these decimal digits, highest first; nil if it is out of range.
  ///
  /// - Precondition: the type can represent 10.
  init?(decimalDigits digits: some Sequence<UInt8>, isNegative: Bool = false) {
    self = 0
    for digit in digits {
      let (product, overflow) = multipliedReportingOverflow(by: 10)
      // Negative numbers are summed downward: the least value has no positive counterpart.
      let (sum, carry) =
        isNegative
        ? product.subtractingReportingOverflow(Self(digit))
        : product.addingReportingOverflow(Self(digit))
      guard !overflow, !carry else { return nil }
      self = sum
    }
  }
}
