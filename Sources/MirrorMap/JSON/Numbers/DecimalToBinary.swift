/// Reads decimal numbers as the nearest `Double` or `Float`, ties to even.
///
/// A parser passes what it collected from the digits: `-65.613616999999977` is
///
///     significand = 65_613_616_999_999_977, exponent = -15, isNegative = true
///
/// and means -65613616999999977 * 10^-15. There are three tiers, each for what the one before can't
/// do:
///
/// 1. Significand and power of ten are both exact in binary: one multiplication or division,
///    rounded by the processor (W. Clinger, "How to Read Floating Point Numbers Accurately").
/// 2. Up to 19 digits: a 64 x 128 bit product with the table of powers (Eisel-Lemire; see
///    D. Lemire, "Number Parsing at a Gigabyte per Second", 2021). More than 19 digits: the same
///    for the cut-off significand and its successor; the number is between the two.
/// 3. The text itself, by the standard library, whose conversions are exact too, but slower.
///
/// Tiers 1 and 2 don't allocate. They return nil where tier 3 has to decide.
@usableFromInline
internal enum DecimalToBinary {
  /// The `Double` nearest to `significand` * 10^`exponent`.
  ///
  /// - Parameters:
  ///   - significand: all the digits, exactly; at most 19 digits always fit. Of a truncated number,
  ///     the leading 19 digits.
  ///   - exponent: the power of ten of the last digit; any value. Far too small gives zero, far too
  ///     large infinity.
  ///   - isNegative: the sign, also of zero.
  ///   - isTruncated: whether the number is between `significand` and the next integer.
  ///   - powers: `SmallPowers.shared`, read once by the caller.
  /// - Returns: the value, infinite if it overflows; nil if only `value(of:)` can decide.
  @inline(__always)
  internal static func double(
    significand: UInt64, exponent: Int, isNegative: Bool, isTruncated: Bool = false,
    powers: SmallPowers
  ) -> Double? {
    if !isTruncated, significand <= 1 << 53, exponent >= -22, exponent <= 22 {
      let exact = Double(Int64(truncatingIfNeeded: significand))
      let magnitude =
        exponent < 0
        ? exact / powers.double(0 &- exponent) : exact * powers.double(exponent)
      return isNegative ? -magnitude : magnitude
    }
    guard
      let bits = nearest(
        significand, exponent: exponent, isTruncated: isTruncated, format: .double, powers: powers)
    else { return nil }
    return Double(bitPattern: isNegative ? bits | 1 << 63 : bits)
  }

  /// The `Double` nearest to `significand` / 10^`fractionDigits`: the fast path for most numbers.
  ///
  /// - Precondition: `significand` is below 10^19, and `fractionDigits` is in 0...19.
  /// - Returns: the value; nil for about one in 500, where the general path has to decide.
  @inline(__always)
  internal static func double(
    significand: UInt64, fractionDigits: Int, powers: SmallPowers
  ) -> Double? {
    if significand <= 1 << 53 {
      let exact = Double(Int64(truncatingIfNeeded: significand))
      return exact / powers.double(fractionDigits)
    }
    let shift = significand.leadingZeroBitCount
    let normalized = significand &<< UInt64(truncatingIfNeeded: shift)
    let five = powers.reciprocalOfFive(toThe: fractionDigits)
    let (high, low) = normalized.multipliedFullWidth(by: five)
    // The lower half of the power could carry into what is kept; or the number might be halfway.
    guard high & 0x1FF != 0x1FF, low > 1 else { return nil }
    let topBit = Int(truncatingIfNeeded: high &>> 63)
    let kept = high &>> UInt64(truncatingIfNeeded: topBit &+ 9)
    let exponent =
      PowersOfTen.binaryExponent(ofTenToThe: 0 &- fractionDigits) &+ 1085 &+ topBit &- shift
    let rounded = (kept &+ (kept & 1)) &>> 1
    return Double(bitPattern: UInt64(truncatingIfNeeded: exponent) &<< 52 &+ rounded)
  }

  /// The `Float` nearest to `significand` * 10^`exponent`, rounded once.
  ///
  /// Rounding to `Double` first would round twice and be wrong near the middle of two floats. The rest is as for
  /// ``double(significand:exponent:isNegative:isTruncated:powers:)``.
  @inline(__always)
  internal static func float(
    significand: UInt64, exponent: Int, isNegative: Bool, isTruncated: Bool = false,
    powers: SmallPowers
  ) -> Float? {
    if !isTruncated, significand <= 1 << 24, exponent >= -10, exponent <= 10 {
      let exact = Float(Int32(truncatingIfNeeded: significand))
      let magnitude =
        exponent < 0
        ? exact / Float(powers.double(0 &- exponent))
        : exact * Float(powers.double(exponent))
      return isNegative ? -magnitude : magnitude
    }
    guard
      let bits = nearest(
        significand, exponent: exponent, isTruncated: isTruncated, format: .float, powers: powers)
    else { return nil }
    let magnitude = UInt32(truncatingIfNeeded: bits)
    return Float(bitPattern: isNegative ? magnitude | 1 << 31 : magnitude)
  }

  /// The value nearest to the number in `text`, rounded once, in time linear in its length. Allocates.
  ///
  /// - Parameter text: a number in JSON's grammar (RFC 8259, section 6). Other text gives zero.
  /// - Returns: the value, infinite if it overflows, zero with the sign if it underflows.
  @inline(never)
  internal static func value<Value: FloatingPoint & LosslessStringConvertible>(
    of text: Bytes
  ) -> Value {
    Value(String(decoding: text, as: UTF8.self)) ?? 0
  }

  @inline(__always)
  private static func nearest(
    _ significand: UInt64, exponent: Int, isTruncated: Bool, format: BinaryFormat,
    powers: SmallPowers
  ) -> UInt64? {
    let bits = nearest(significand, exponent: exponent, format: format, powers: powers)
    guard isTruncated else { return bits }
    // Rounding keeps the order: if both bounds round alike, so does every number between them.
    guard significand < .max,
      nearest(significand &+ 1, exponent: exponent, format: format, powers: powers) == bits
    else { return nil }
    return bits
  }

  /// The bits of the value nearest to `significand` * 10^`exponent`, by Eisel-Lemire.
  ///
  /// Nothing overflows: once the exponent has passed the test against `format.powers`, all exponents stay
  /// below 3000, and a significand grows to at most 2^54.
  @inline(__always)
  private static func nearest(
    _ significand: UInt64, exponent: Int, format: BinaryFormat, powers: SmallPowers
  ) -> UInt64? {
    if significand == 0 || exponent < format.powers.lowerBound { return 0 }
    if exponent > format.powers.upperBound { return format.infinity }

    let shift = significand.leadingZeroBitCount
    let normalized = significand &<< UInt64(truncatingIfNeeded: shift)
    let five = PowersOfTen.shared.significandOfFive(toThe: exponent)
    var (high, low) = normalized.multipliedFullWidth(by: five.high)

    // The product with the upper half is too small by less than 1 in `high`. That matters only
    // if all bits that are about to be cut off are ones.
    let cutOff = UInt64.max &>> UInt64(truncatingIfNeeded: format.fractionBits &+ 3)
    if high & cutOff == cutOff {
      let (sum, isCarried) = low.addingReportingOverflow(
        normalized.multipliedFullWidth(by: five.low).high)
      low = sum
      if isCarried { high &+= 1 }
      if low == .max, exponent < -27 || exponent > 55 { return nil }
    }

    // Keep one bit more than the format holds, to round by.
    let topBit = Int(truncatingIfNeeded: high &>> 63)
    let excess = topBit &+ (61 &- format.fractionBits)
    var kept = high &>> UInt64(truncatingIfNeeded: excess)
    let storedExponent =
      PowersOfTen.binaryExponent(ofTenToThe: exponent) &+ 63 &+ topBit &- shift &+ format.bias

    if storedExponent <= 0 {
      // Subnormal, or just rounded up to the smallest normal number: the bits are the same. A
      // tie would take more digits than 64 bits hold.
      let fewer = 1 &- storedExponent
      if fewer >= 64 { return 0 }
      kept = kept &>> UInt64(truncatingIfNeeded: fewer)
      return (kept &+ (kept & 1)) &>> 1
    }

    // Exactly halfway above an even value: take away the bit that would round up.
    if low <= 1, kept & 3 == 1, format.tiePowers.contains(exponent),
      kept &<< UInt64(truncatingIfNeeded: excess) == high
    {
      kept &-= 1
    }
    let rounded = (kept &+ (kept & 1)) &>> 1

    // The leading one of the significand adds the last 1 to the exponent, a carry out of the
    // significand one more, and the largest finite value rounds up to infinity by itself.
    let bits =
      UInt64(truncatingIfNeeded: storedExponent &- 1)
      &<< UInt64(truncatingIfNeeded: format.fractionBits) &+ rounded
    return min(bits, format.infinity)
  }
}
