/// Turns digits and an exponent into text.
///
/// The digits are first extended to 17 places, one followed by two blocks of eight, which stay in
/// registers. 123.456, found as 123456 * 10^-3, has its point after three places:
///
///     digits    1 | 23456000 | 00000000       n = 6 of them count
///     stored at 0   1                         "12345600000000000"
///     then "." at 3, then the blocks shifted by two bytes at 4:
///               "123.45600000000000", of which n + 1 bytes are the text
extension BinaryToDecimal {
  /// Writes 0.d1d2d3... * 10^`point`.
  ///
  /// - Parameters:
  ///   - padded: the digits, 10^16 ..< 10^17.
  ///   - point: how many of them are before the point.
  ///   - isHuge: whether the value is beyond the integers that the format holds without gaps,
  ///     which Swift writes with an exponent.
  ///   - address: at least 31 bytes of room.
  /// - Precondition: there is that room.
  /// - Returns: the number of bytes that belong to the text.
  @inline(__always)
  internal static func layOut(
    padded: UInt64, point: Int, isHuge: Bool, to address: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let nine = padded / 100_000_000
    let first = nine / 100_000_000
    let upperValues = EightDigits.values(of: nine &- first &* 100_000_000)
    let lowerValues = EightDigits.values(of: padded &- nine &* 100_000_000)
    let count = significantCount(upper: upperValues, lower: lowerValues)
    let lead = UInt8(truncatingIfNeeded: first) &+ UInt8(ascii: "0")
    let upper = upperValues | EightDigits.zeros
    let lower = lowerValues | EightDigits.zeros

    if isHuge || point < -3 {
      unsafe address[0] = lead
      unsafe address[1] = UInt8(ascii: ".")
      unsafe EightDigits.store(upper, at: address + 2)
      unsafe EightDigits.store(lower, at: address + 10)
      let end = count == 1 ? 1 : count &+ 1
      return unsafe end &+ writeExponent(point &- 1, to: address + end)
    }

    if point <= 0 {
      unsafe EightDigits.store(zeroPointZeros, at: address)
      let start = unsafe address + (2 &- point)
      unsafe start[0] = lead
      unsafe EightDigits.store(upper, at: start + 1)
      unsafe EightDigits.store(lower, at: start + 9)
      return 2 &- point &+ count
    }

    unsafe address[0] = lead
    unsafe EightDigits.store(upper, at: address + 1)
    unsafe EightDigits.store(lower, at: address + 9)
    if count <= point {
      unsafe address[point] = UInt8(ascii: ".")
      unsafe address[point &+ 1] = UInt8(ascii: "0")
      return point &+ 2
    }
    let fraction = unsafe address + (point &+ 1)
    if point < 9 {
      let shift = UInt64(truncatingIfNeeded: (point &- 1) &* 8)
      // Shifted in two steps because `shift` can be 0.
      unsafe EightDigits.store(upper &>> shift | (lower &<< 1) &<< (63 &- shift), at: fraction)
      unsafe EightDigits.store(lower &>> shift, at: fraction + 8)
    } else {
      unsafe EightDigits.store(
        lower &>> UInt64(truncatingIfNeeded: (point &- 9) &* 8), at: fraction)
    }
    unsafe address[point] = UInt8(ascii: ".")
    return count &+ 1
  }

  /// "0.000000" in memory order.
  @inline(__always)
  private static var zeroPointZeros: UInt64 { 0x3030_3030_3030_2E30 }

  /// How many of the 17 digits are left when trailing zeros are dropped; the first one stays.
  @inline(__always)
  private static func significantCount(upper: UInt64, lower: UInt64) -> Int {
    let isLowerEmpty = lower == 0
    let last = isLowerEmpty ? upper : lower
    let full = isLowerEmpty ? 9 : 17
    return full &- last.leadingZeroBitCount &>> 3
  }

  /// Writes e, sign and at least two digits.
  @inline(__always)
  private static func writeExponent(
    _ exponent: Int, to address: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let zero = UInt8(ascii: "0")
    let magnitude = UInt(truncatingIfNeeded: abs(exponent))
    let hundreds = magnitude / 100
    let rest = magnitude &- hundreds &* 100
    let tens = rest / 10
    unsafe address[0] = UInt8(ascii: "e")
    unsafe address[1] = exponent < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")
    unsafe address[2] = UInt8(truncatingIfNeeded: hundreds) &+ zero
    let hundredsCount = hundreds == 0 ? 0 : 1
    unsafe address[2 &+ hundredsCount] = UInt8(truncatingIfNeeded: tens) &+ zero
    unsafe address[3 &+ hundredsCount] = UInt8(truncatingIfNeeded: rest &- tens &* 10) &+ zero
    return 4 &+ hundredsCount
  }
}
