extension JSONNumber: ExpressibleByIntegerLiteral {
  /// Makes the number of an integer literal of any size, exactly.
  ///
  /// ```swift
  /// let number: JSONNumber = 340282366920938463463374607431768211456   // 2^128
  /// ```
  public init(integerLiteral value: StaticBigInt) {
    let isNegative = value.signum() < 0
    // The words are in two's complement: negating a number inverts them and adds one.
    let words = (0...value.bitWidth / UInt.bitWidth).map { isNegative ? ~value[$0] : value[$0] }
    var magnitude = WideNatural(
      limbs: words.flatMap { word in
        stride(from: 0, to: UInt.bitWidth, by: 32).map { UInt32(truncatingIfNeeded: word >> $0) }
      })
    if isNegative { magnitude.multiply(by: 1, adding: 1) }
    // Groups of nine digits are split off from the end until the rest fits.
    var groups: [String] = []
    while magnitude.limbs.count > 2 {
      let group = String(magnitude.divide(by: 1_000_000_000))
      groups.append(String(repeating: "0", count: 9 - group.count) + group)
    }
    let rest = magnitude.limbs.reversed().reduce(UInt64(0)) { $0 << 32 | UInt64($1) }
    if groups.isEmpty {
      self.init(significand: rest, exponent: 0, isNegative: isNegative)
    } else {
      self.init(
        validatedText: (isNegative ? "-" : "") + String(rest) + groups.reversed().joined())
    }
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
