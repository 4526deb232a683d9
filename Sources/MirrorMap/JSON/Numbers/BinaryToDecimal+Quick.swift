/// The shortest digits of nearly every `Double`, by one multiplication instead of three.
///
/// The value is needed in units of a power of ten such that the gap to the next value is 1 to 10 of
/// them, as in ``BinaryToDecimal``. The midpoints lie half a gap above and below it. So all follows
/// from one product and half a gap, each cut off below 2^-60:
///
///     value          27182818284590450 + 0.907955…        in units of 10^-16
///     half a gap                         2.220446…
///     to the multiple of ten below       0.907955…        less than half a gap: it is between the midpoints
///     to the multiple of ten above       9.092044…        more
///     result         27182818284590450                    its zero is dropped when it is written
///
/// If neither multiple of ten is between the midpoints, the nearest integer is, as the gap is at
/// least one unit. The compared values are off by less than four times 2^-60. If that could matter,
/// and for subnormal numbers and powers of two, the general path decides.
///
/// The processor can't predict which candidate wins, so it is chosen without branches.
extension BinaryToDecimal {
  /// The shortest decimal for the positive `Double` with these bits, digits * 10^exponent: 16 or 17 digits, which may
  /// end in zeros; nil if the general path has to decide.
  @inline(__always)
  internal static func quickShortest(
    doubleBits bits: UInt64, powers: PowersOfTen
  ) -> (digits: UInt64, exponent: Int)? {
    let fraction = bits & (1 &<< 52 &- 1)
    let storedExponent = Int(truncatingIfNeeded: bits &>> 52)
    guard storedExponent != 0, fraction != 0 else { return nil }
    let (decimal, shift) = scale(exponent: storedExponent &- 1075, isLowerCloser: false)
    let five = powers.significandOfFive(toThe: 0 &- decimal)

    // Upper and middle 64 bits of the 192-bit product: the units, and what follows the point.
    let significand = (fraction | 1 &<< 52) &<< shift
    let product = significand.multipliedFullWidth(by: five.high)
    let sum =
      (UInt128(product.high) << 64 | UInt128(product.low))
      &+ UInt128(significand.multipliedFullWidth(by: five.low).high)
    let units = UInt64(truncatingIfNeeded: sum >> 64)
    let rest = UInt64(truncatingIfNeeded: sum)

    // From here on four bits of units and 60 of fraction. The shift is 1...4.
    let half = five.high &>> (5 &- shift)
    let ten = units / 10 &* 10
    let toBelow = (units &- ten) &<< 60 | rest &>> 4
    let toAbove = 10 &<< 60 &- toBelow
    let isNear =
      isAlmost(toBelow, half) || isAlmost(toAbove, half) || isAlmost(rest, 1 &<< 63)
    if isNear { return nil }
    let takesBelow = toBelow < half
    let takesAbove = toAbove < half
    let one = units &+ rest &>> 63
    let tens = ten &+ (takesAbove ? 10 : 0)
    return (takesBelow != takesAbove ? tens : one, decimal)
  }

  @inline(__always)
  private static func isAlmost(_ left: UInt64, _ right: UInt64) -> Bool {
    left &- right &+ 4 <= 8
  }
}
