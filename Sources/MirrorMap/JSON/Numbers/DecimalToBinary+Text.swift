/// Exact conversion of a number's text, for the few numbers that the fast tiers can't decide.
///
/// The digits become one natural number N with value N * 10^E = N * 5^E * 2^E. Multiplying by
/// 5^E, or dividing by 5^-E after a shift that leaves enough bits, is exact apart from a known
/// remainder, so the leading 64 bits and "is anything below them" decide the rounding.
///
/// Only so many digits can matter: the middle between two neighboring `Double`s has at most
/// 768 significant digits. If anything but zeros follows after the digits kept, one digit 1 is
/// appended in its place, which keeps the number on the same side of every middle. The time is
/// therefore linear in the length of the text, with a bounded amount of arithmetic on top.
extension DecimalToBinary {
  /// The `Double` nearest to the number in `text`.
  ///
  /// Allocates; takes less than a microsecond for 20 digits, about ten for 800.
  ///
  /// - Parameter text: a number in JSON's grammar (RFC 8259, section 6). Other text gives zero.
  /// - Returns: the value, infinite if it overflows, zero with the sign if it underflows.
  @inline(never)
  internal static func double(text: Bytes) -> Double {
    guard let text = JSONNumberText(text) else { return 0 }
    let bits = nearest(WideDecimal(text), format: .double)
    return Double(bitPattern: text.isNegative ? bits | 1 << 63 : bits)
  }

  /// The `Float` nearest to the number in `text`, rounded once.
  ///
  /// - Parameter text: a number in JSON's grammar (RFC 8259, section 6). Other text gives zero.
  /// - Returns: the value, infinite if it overflows, zero with the sign if it underflows.
  @inline(never)
  internal static func float(text: Bytes) -> Float {
    guard let text = JSONNumberText(text) else { return 0 }
    return float(nearest(WideDecimal(text), format: .float), isNegative: text.isNegative)
  }

  private static func nearest(_ decimal: WideDecimal, format: BinaryFormat) -> UInt64 {
    var natural = decimal.significand
    // The number is at least 10^(magnitude - 1) and less than 10^magnitude.
    let magnitude = decimal.exponent + Int64(decimal.digitCount)
    if decimal.digitCount == 0 || magnitude < -324 { return 0 }
    if magnitude > 310 { return format.infinity }
    let exponent = Int(decimal.exponent)

    var hasRemainder = false
    var binaryExponent = exponent
    var powersLeft = abs(exponent)
    if exponent >= 0 {
      while powersLeft >= 13 {
        natural.multiply(by: fiveToThe13)
        powersLeft -= 13
      }
      for _ in 0..<powersLeft { natural.multiply(by: 5) }
    } else {
      // 5^n has at most floor(n * log2(10)) - n + 1 bits; leave 66 for the quotient.
      let divisorBits = PowersOfTen.binaryExponent(ofTenToThe: powersLeft) - powersLeft + 1
      let shift = max(0, divisorBits + 66 - natural.bitWidth)
      natural.shiftLeft(by: shift)
      binaryExponent -= shift
      while powersLeft >= 13 {
        if natural.divide(by: fiveToThe13) != 0 { hasRemainder = true }
        powersLeft -= 13
      }
      for _ in 0..<powersLeft where natural.divide(by: 5) != 0 { hasRemainder = true }
    }

    let (leading, isExact) = natural.leadingBits
    let below = UInt64(truncatingIfNeeded: leading)
    return rounded(
      UInt64(truncatingIfNeeded: leading >> 64),
      exponent: natural.bitWidth - 1 + binaryExponent,
      isLarger: hasRemainder || !isExact || below != 0, format: format)
  }

  @inline(__always)
  private static var fiveToThe13: UInt32 { 1_220_703_125 }

  /// The bits of the value nearest to `significand` * 2^(`exponent` - 63).
  ///
  /// - Parameters:
  ///   - significand: the top bit is set.
  ///   - exponent: the weight of the top bit as a power of two.
  ///   - isLarger: whether the number is larger, by less than 1 in `significand`.
  private static func rounded(
    _ significand: UInt64, exponent: Int, isLarger: Bool, format: BinaryFormat
  ) -> UInt64 {
    let storedExponent = exponent + format.bias
    if storedExponent >= format.infiniteExponent { return format.infinity }
    let excess = 63 - format.fractionBits + (storedExponent > 0 ? 0 : 1 - storedExponent)
    if excess > 64 { return 0 }
    // Plain shifts: by 64 they give zero.
    let kept = significand >> UInt64(excess)
    let rest = significand & ((1 << UInt64(excess)) &- 1)
    let half = UInt64(1) << UInt64(excess - 1)
    let roundsUp = rest > half || (rest == half && (isLarger || kept & 1 == 1))
    let offset = UInt64(max(0, storedExponent - 1)) << UInt64(format.fractionBits)
    return offset + kept + (roundsUp ? 1 : 0)
  }
}

/// A number's value as significand * 10^exponent, with at most `digitLimit` + 1 digits.
///
/// "-0.0123e5" becomes significand 123, digitCount 3, and exponent 1 (5 minus the 4 digits after
/// the point).
private struct WideDecimal {
  private(set) var significand = WideNatural(reservingBits: 2800)
  private(set) var digitCount = 0
  private(set) var exponent: Int64

  /// More than the 768 digits that the middle between two `Double`s can have.
  private static let digitLimit = 770

  init(_ text: JSONNumberText) {
    exponent = text.exponent - Int64(text.fraction.count)
    var isCutOff = false
    var group: UInt32 = 0
    var groupScale: UInt32 = 1
    for digit in text.digits {
      if digitCount == Self.digitLimit {
        if digit != 0 { isCutOff = true }
        exponent += 1
        continue
      }
      if digit == 0 && digitCount == 0 { continue }
      digitCount += 1
      group = group * 10 + UInt32(digit)
      groupScale *= 10
      if groupScale == 1_000_000_000 {
        significand.multiply(by: groupScale, adding: group)
        group = 0
        groupScale = 1
      }
    }
    significand.multiply(by: groupScale, adding: group)
    if isCutOff {
      significand.multiply(by: 10, adding: 1)
      digitCount += 1
      exponent -= 1
    }
  }
}
