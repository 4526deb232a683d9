/// The mathematical value of a JSON number: ±digits × 10^exponent, without zeros at either end.
///
/// Like ``JSONReference``, it shares no code with the library.
struct NumberReference: Equatable {
  /// Whether the text has a minus sign, even if the value is zero.
  var isNegative = false
  /// The values of the digits. Empty for zero.
  var digits: [UInt8] = []
  /// The exponent, 0 for zero. Clamped to ±10^15, which no text of a few kilobytes makes up for.
  var exponent = 0

  /// Parses the text of a number.
  ///
  /// - Precondition: `text` follows the grammar.
  init(_ text: [UInt8]) {
    var written = 0
    var hasExponent = false
    var isDown = false
    var hasPoint = false
    for byte in text {
      switch byte {
      case UInt8(ascii: "-") where hasExponent: isDown = true
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): hasPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): hasExponent = true
      case 0x30...0x39 where hasExponent:
        written = min(written * 10 + Int(byte - 0x30), 1_000_000_000_000_000)
      case 0x30...0x39:
        digits.append(byte - 0x30)
        if hasPoint { exponent -= 1 }
      default: break
      }
    }
    exponent += isDown ? -written : written
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    digits.removeFirst(digits.prefix { $0 == 0 }.count)
    if digits.isEmpty { exponent = 0 }
  }

  static func == (left: NumberReference, right: NumberReference) -> Bool {
    left.digits == right.digits && left.exponent == right.exponent
      && (left.isNegative == right.isNegative || left.digits.isEmpty)
  }

  /// The number as an integer, digit by digit.
  ///
  /// - Returns: nil if the number has a fraction or is out of the type's range.
  func integer<I: FixedWidthInteger>(_ type: I.Type) -> I? {
    guard exponent >= 0, digits.count + exponent <= 40 || digits.isEmpty else { return nil }
    var value: I = 0
    for digit in digits + Array(repeating: 0, count: exponent) {
      let (product, isOver) = value.multipliedReportingOverflow(by: 10)
      let (sum, isOut) =
        isNegative
        ? product.subtractingReportingOverflow(I(digit))
        : product.addingReportingOverflow(I(digit))
      guard !isOver, !isOut else { return nil }
      value = sum
    }
    return value
  }
}
