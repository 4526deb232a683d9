/// Writes `Double` and `Float` with the fewest digits that still read back as the same value.
///
/// All decimals between the two neighboring midpoints round to the value. The result is the
/// shortest of them, and of several shortest ones the nearest. Take the `Double` 0.3, that is
/// 5404319552844595 * 2^-54 = 0.299999999999999988897769753748...:
///
///     midpoint below   0.29999999999999996114...
///     value            0.29999999999999998889...
///     midpoint above   0.30000000000000001665...
///
/// Scaled by a power of ten such that the gap holds at least one integer but less than ten
/// multiples of ten, only four candidates are left: the multiples of ten next to the value (here
/// 30000000000000000 is in the gap, so the answer is 3 * 10^-1), else the integers next to it.
/// The three scaled numbers are needed only so far that comparisons come out right: two places
/// below the integers, where the last bit means "something follows".
///
/// Source: R. Giulietti, "The Schubfach way to render doubles", 2021.
///
/// Texts are those of `description`: `0.1`, `1.0`, `-0.0`, `5e-324`, `1e+16`. Infinity and NaN, which
/// JSON can't express, give arbitrary digits. The functions that write return the number of bytes that
/// belong to the text; the bytes after them are undefined afterwards. Callers that write many numbers
/// read the table of powers once.
///
/// - Precondition: there are 32 bytes of room at `address`.
@usableFromInline
internal enum BinaryToDecimal {
  /// Writes a `Double`, in 3...24 bytes.
  @inline(__always)
  internal static func write(
    _ value: Double, to address: UnsafeMutablePointer<UInt8>, powers: PowersOfTen = .shared
  ) -> Int {
    unsafe address[0] = UInt8(ascii: "-")
    let signCount = Int(truncatingIfNeeded: value.bitPattern &>> 63)
    let bits = value.bitPattern & ~(1 &<< 63)
    return unsafe writeMagnitude(doubleBits: bits, to: address + signCount, powers: powers)
      &+ signCount
  }

  /// Writes a `Float` with the shortest digits for one, in 3...15 bytes.
  @inline(__always)
  internal static func write(
    _ value: Float, to address: UnsafeMutablePointer<UInt8>, powers: PowersOfTen = .shared
  ) -> Int {
    unsafe address[0] = UInt8(ascii: "-")
    let signCount = Int(truncatingIfNeeded: value.bitPattern &>> 31)
    let bits = UInt64(value.bitPattern & ~(1 &<< 31))
    return unsafe writeMagnitude(bits, .float, to: address + signCount, powers: powers)
      &+ signCount
  }

  @inline(__always)
  private static func writeMagnitude(
    doubleBits bits: UInt64, to address: UnsafeMutablePointer<UInt8>, powers: PowersOfTen
  ) -> Int {
    guard let (digits, exponent) = quickShortest(doubleBits: bits, powers: powers) else {
      return unsafe writeMagnitude(bits, .double, to: address, powers: powers)
    }
    let isLong = digits >= 10_000_000_000_000_000
    return unsafe layOut(
      padded: isLong ? digits : digits &* 10, point: exponent &+ (isLong ? 17 : 16),
      isHuge: BinaryFormat.double.isHuge(bits), to: address)
  }

  /// The general path: any value of any format.
  @inline(never)
  private static func writeMagnitude(
    _ bits: UInt64, _ format: BinaryFormat, to address: UnsafeMutablePointer<UInt8>,
    powers: PowersOfTen
  ) -> Int {
    if bits == 0 {
      unsafe address[0] = UInt8(ascii: "0")
      unsafe address[1] = UInt8(ascii: ".")
      unsafe address[2] = UInt8(ascii: "0")
      return 3
    }
    let (digits, exponent) = shortest(bits, format, powers: powers)
    let places = powers.small.digitCount(of: digits)
    return unsafe layOut(
      padded: digits &* powers.small.integer(17 &- places), point: places &+ exponent,
      isHuge: format.isHuge(bits), to: address)
  }

  /// The shortest decimal for the positive value with these bits: digits * 10^exponent.
  ///
  /// The digits are not zero, have at most 17 places (9 for `Float`) and may end in zeros.
  @inline(__always)
  internal static func shortest(
    _ bits: UInt64, _ format: BinaryFormat, powers: PowersOfTen
  ) -> (digits: UInt64, exponent: Int) {
    let fractionBits = UInt64(truncatingIfNeeded: format.fractionBits)
    let fraction = bits & (1 &<< fractionBits &- 1)
    let storedExponent = Int(truncatingIfNeeded: bits &>> fractionBits)
    let isNormal = storedExponent != 0
    // The value is significand * 2^exponent.
    let significand = isNormal ? fraction | 1 &<< fractionBits : fraction
    let exponent = max(storedExponent, 1) &- format.bias &- format.fractionBits
    // Below a power of two the neighbor is only half as far away.
    let isLowerCloser = fraction == 0 && storedExponent > 1
    let (decimal, shift) = scale(exponent: exponent, isLowerCloser: isLowerCloser)
    let entry = powers.significandOfFive(toThe: 0 &- decimal)
    // Exact or rounded up, never cut off. No entry ends in 64 ones, so there is no carry.
    let isCutOff = decimal > 27 || decimal < -55
    let five = PowersOfTen.Significand(high: entry.high, low: entry.low &+ (isCutOff ? 1 : 0))

    // Four times the value, so that both midpoints are integers too.
    let value = scaled((significand &<< 2) &<< shift, by: five)
    let upper = scaled((significand &<< 2 &+ 2) &<< shift, by: five)
    let lower = scaled(
      (significand &<< 2 &- (isLowerCloser ? 1 : 2)) &<< shift, by: five)
    return choose(
      value: value, lower: lower, upper: upper, isOdd: significand & 1, exponent: decimal)
  }

  /// The power of ten to scale by, and the left shift that makes up for the table's alignment.
  @inline(__always)
  internal static func scale(
    exponent: Int, isLowerCloser: Bool
  ) -> (decimal: Int, shift: UInt64) {
    // floor(log10(gap)), where the gap is 2^exponent, or 3/4 of that: 1262611 / 2^22 is
    // log10(2), 524031 / 2^22 is log10(4/3); exact over the range of `Double`.
    let decimal = (exponent &* 1_262_611 &- (isLowerCloser ? 524_031 : 0)) >> 22
    let binary = PowersOfTen.binaryExponent(ofTenToThe: 0 &- decimal)
    return (decimal, UInt64(truncatingIfNeeded: exponent &+ binary &+ 1))
  }

  /// The upper 64 bits of the 192-bit product; the last bit is set if anything follows.
  ///
  /// The power is rounded up, so the product is too large by less than one unit of its second
  /// 64 bits. No product comes that near to an integer without being meant to be one (for the
  /// argument see the paper), hence 0 and 1 there count as nothing.
  @inline(__always)
  private static func scaled(_ number: UInt64, by five: PowersOfTen.Significand) -> UInt64 {
    let lower = number.multipliedFullWidth(by: five.low).high
    let upper = number.multipliedFullWidth(by: five.high)
    // Added as 128 bits, because a branch on the carry would be a coin toss.
    let sum = (UInt128(upper.high) << 64 | UInt128(upper.low)) &+ UInt128(lower)
    let hasMore = UInt64(truncatingIfNeeded: sum) > 1
    return UInt64(truncatingIfNeeded: sum >> 64) | (hasMore ? 1 : 0)
  }

  /// The winner among the four candidates; all three numbers count quarters of 10^`exponent`.
  @inline(__always)
  private static func choose(
    value: UInt64, lower: UInt64, upper: UInt64, isOdd: UInt64, exponent: Int
  ) -> (digits: UInt64, exponent: Int) {
    // Ties go to even significands, so only for those do the midpoints themselves belong.
    let least = lower &+ isOdd
    let most = upper &- isOdd
    let below = value &>> 2

    let tensBelow = below / 10
    let isTenBelowInside = least <= tensBelow &* 40
    let isTenAboveInside = tensBelow &* 40 &+ 40 <= most
    // Both can only be inside for the smallest subnormal numbers, where more digits are better.
    if isTenBelowInside != isTenAboveInside, below >= 10 {
      return (tensBelow &+ (isTenAboveInside ? 1 : 0), exponent &+ 1)
    }

    let isBelowInside = least <= below &* 4
    let isAboveInside = below &* 4 &+ 4 <= most
    if isBelowInside != isAboveInside {
      return (below &+ (isAboveInside ? 1 : 0), exponent)
    }
    // Both are as short; the nearer one, in the middle the even one.
    let middle = below &* 4 &+ 2
    let roundsUp = value > middle || (value == middle && below & 1 == 1)
    return (below &+ (roundsUp ? 1 : 0), exponent)
  }
}
