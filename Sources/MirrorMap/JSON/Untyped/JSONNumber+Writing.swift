extension JSONNumber {
  /// The most bytes that ``write(significand:exponent:isNegative:to:)`` writes: a sign, `0.000000`,
  /// 20 digits; an exponent never comes together with that many zeros.
  static let maximumCompactLength = 32

  /// Writes the compact form as JSON text.
  ///
  /// The notation is plain if the power of ten of the first digit is between 10^-6 and 10^20,
  /// otherwise one digit, a point, the others and an exponent.
  ///
  /// - Precondition: `output` has room for ``maximumCompactLength`` bytes.
  static func write(
    significand: UInt64, exponent: Int16, isNegative: Bool,
    to output: inout OutputSpan<UInt8>
  ) {
    if isNegative { output.append("-") }

    let digitCount = significand.decimalDigitCount
    let exponent = Int(exponent)
    let scientificExponent = exponent + digitCount - 1

    if significand == 0, exponent >= 0 {
      output.append("0")  // never "000", which isn't valid JSON
    } else if scientificExponent <= -7 || scientificExponent >= 21 {
      output.append(significand, digitCount: digitCount, pointAfter: 1)
      output.append("e")
      if scientificExponent < 0 { output.append("-") }
      let magnitude = UInt64(scientificExponent.magnitude)
      output.append(magnitude, digitCount: magnitude.decimalDigitCount)
    } else if exponent >= 0 {
      output.append(significand, digitCount: digitCount)
      output.append(0, digitCount: exponent)
    } else if scientificExponent >= 0 {
      output.append(significand, digitCount: digitCount, pointAfter: scientificExponent + 1)
    } else {
      output.append("0")
      output.append(".")
      output.append(0, digitCount: -scientificExponent - 1)
      output.append(significand, digitCount: digitCount)
    }
  }

  /// Returns the text of a number with more than 19 digits, without leading zeros, in the notation
  /// of ``write(significand:exponent:isNegative:to:)``.
  static func text(digits: Substring, exponent: Int, isNegative: Bool) -> String {
    let sign = isNegative ? "-" : ""
    let scientificExponent = exponent + digits.count - 1
    if exponent == 0 { return sign + digits }
    if exponent < 0, scientificExponent >= 0 {
      return sign + digits.dropLast(-exponent) + "." + digits.suffix(-exponent)
    }
    if scientificExponent < 0, scientificExponent > -7 {
      return sign + "0." + String(repeating: "0", count: -scientificExponent - 1) + digits
    }
    return sign + digits.prefix(1) + "." + digits.dropFirst() + "e\(scientificExponent)"
  }
}

extension OutputSpan<UInt8> {
  /// Appends the digits of a number, with a point after the first of them unless all come first.
  fileprivate mutating func append(
    _ value: UInt64, digitCount: Int, pointAfter integerDigits: Int
  ) {
    let fractionDigits = digitCount - integerDigits
    let scale = (0..<fractionDigits).reduce(UInt64(1)) { scale, _ in scale * 10 }
    append(value / scale, digitCount: integerDigits)
    guard fractionDigits > 0 else { return }
    append(".")
    append(value % scale, digitCount: fractionDigits)
  }
}
