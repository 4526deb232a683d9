extension JSONNumber: ExpressibleByIntegerLiteral {
  /// Makes the number of an integer literal of any size, exactly.
  ///
  /// ```swift
  /// let number: JSONNumber = 340282366920938463463374607431768211456   // 2^128
  /// ```
  public init(integerLiteral value: StaticBigInt) {
    let isNegative = value.signum() < 0
    let magnitude = JSONNumber.magnitudeWords(of: value)
    if magnitude.dropFirst(UInt64.bitWidth / UInt.bitWidth).allSatisfy({ $0 == 0 }) {
      var significand: UInt64 = 0
      for word in magnitude.prefix(UInt64.bitWidth / UInt.bitWidth).reversed() {
        significand = significand << UInt64(UInt.bitWidth % UInt64.bitWidth) | UInt64(word)
      }
      self.init(significand: significand, exponent: 0, isNegative: isNegative)
    } else {
      let digits = JSONNumber.decimalDigits(of: magnitude)
      self.init(validatedText: (isNegative ? "-" : "") + digits)
    }
  }

  /// The words of the absolute value, lowest first.
  private static func magnitudeWords(of value: StaticBigInt) -> [UInt] {
    let count = (value.bitWidth + UInt.bitWidth - 1) / UInt.bitWidth
    var words = (0..<count).map { value[$0] }
    guard value.signum() < 0 else { return words }
    // Two's complement: invert and add one.
    var carry = true
    for position in words.indices {
      let (sum, overflow) = (~words[position]).addingReportingOverflow(carry ? 1 : 0)
      words[position] = sum
      carry = overflow
    }
    return words
  }

  /// Divides by 10^9 until nothing is left; every remainder is nine digits.
  private static func decimalDigits(of magnitude: [UInt]) -> String {
    let base: UInt = 1_000_000_000
    var words = magnitude
    var groups: [String] = []
    while let last = words.last {
      if last == 0 {
        words.removeLast()
        continue
      }
      var remainder: UInt = 0
      for position in words.indices.reversed() {
        let division = base.dividingFullWidth((high: remainder, low: words[position]))
        words[position] = division.quotient
        remainder = division.remainder
      }
      let digits = String(remainder)
      groups.append(String(repeating: "0", count: 9 - digits.count) + digits)
    }
    let text = groups.reversed().joined().drop { $0 == "0" }
    return text.isEmpty ? "0" : String(text)
  }
}

extension JSONNumber: ExpressibleByFloatLiteral {
  /// Makes the shortest decimal of a floating-point literal: `1.50` is 1.5.
  ///
  /// The literal passes through `Double`; for more than 17 digits use ``init(text:)``.
  ///
  /// - Precondition: `value` is finite, as a literal within the range of `Double` is.
  public init(floatLiteral value: Double) {
    // Reached only by a literal in the source, never by input.
    precondition(value.isFinite, "The literal is beyond the range of Double, and so no number")
    self = JSONNumber(value) ?? JSONNumber(significand: 0, exponent: 0, isNegative: false)
  }
}
