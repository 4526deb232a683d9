extension JSONNumber {
  /// The most bytes that ``write(significand:exponent:isNegative:to:)`` writes: a sign, `0.000000`,
  /// 20 digits; an exponent never comes together with that many zeros.
  static let maximumCompactLength = 32

  /// Writes the compact form as JSON text and returns the number of bytes.
  ///
  /// Plain notation as long as the first digit stands for a power of ten between 10^-6 and 10^20,
  /// else one digit, a point, the others and an exponent.
  ///
  /// - Precondition: `buffer` has room for ``maximumCompactLength`` bytes.
  static func write(
    significand: UInt64, exponent: Int16, isNegative: Bool,
    to buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var output = ByteCursor(buffer: buffer)
    if isNegative { output.append("-") }

    let digitCount = decimalDigitCount(significand)
    let exponent = Int(exponent)
    let scientificExponent = exponent + digitCount - 1

    if significand == 0, exponent >= 0 {
      output.append("0")  // never "000": that would be no JSON
    } else if scientificExponent <= -7 || scientificExponent >= 21 {
      output.append(significand, digitCount: digitCount, pointAfter: 1)
      output.append("e")
      if scientificExponent < 0 { output.append("-") }
      let magnitude = UInt64(scientificExponent.magnitude)
      output.append(magnitude, digitCount: decimalDigitCount(magnitude))
    } else if exponent >= 0 {
      output.append(significand, digitCount: digitCount)
      output.append(zeros: exponent)
    } else if scientificExponent >= 0 {
      output.append(significand, digitCount: digitCount, pointAfter: scientificExponent + 1)
    } else {
      output.append("0")
      output.append(".")
      output.append(zeros: -scientificExponent - 1)
      output.append(significand, digitCount: digitCount)
    }
    return output.count
  }

  /// The same notation for more digits than the compact form has: without leading zeros, more than
  /// 19 of them.
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

  /// The number of decimal digits, 1 for zero.
  private static func decimalDigitCount(_ value: UInt64) -> Int {
    var count = 1
    var rest = value
    while rest >= 10 {
      rest /= 10
      count += 1
    }
    return count
  }
}

/// A position in a buffer that is known to be large enough.
private struct ByteCursor {
  let buffer: UnsafeMutableBufferPointer<UInt8>
  var count = 0

  init(buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

  mutating func append(_ character: Unicode.Scalar) {
    buffer.initializeElement(at: count, to: UInt8(ascii: character))
    count += 1
  }

  mutating func append(zeros: Int) {
    for _ in 0..<zeros { append("0") }
  }

  mutating func append(_ value: UInt64, digitCount: Int) {
    append(value, digitCount: digitCount, pointAfter: digitCount)
  }

  /// Writes the digits from the last to the first, with a point when digits are left behind it.
  mutating func append(_ value: UInt64, digitCount: Int, pointAfter integerDigits: Int) {
    let hasPoint = integerDigits < digitCount
    let end = count + digitCount + (hasPoint ? 1 : 0)
    var rest = value
    var position = end
    for written in 0..<digitCount {
      if hasPoint, written == digitCount - integerDigits {
        position -= 1
        buffer.initializeElement(at: position, to: UInt8(ascii: "."))
      }
      position -= 1
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      buffer.initializeElement(at: position, to: UInt8(ascii: "0") + UInt8(digit))
      rest = quotient
    }
    count = end
  }
}
