/// A natural number of any size, with the few operations that exact decimal conversions need.
///
/// `PowersOfTen` and integer literals need more than 128 bits, but only *short* operations, one machine
/// word against the whole number. Dividing by 5 many times is as good as dividing once by a power of five,
/// since floor(floor(N / 5) / 5) = floor(N / 25).
///
/// The number is kept as 32-bit limbs, least significant first, without zero limbs at the top;
/// zero has no limbs. 5^20 = 95 367 431 640 625 = 0x56BC_75E2_D631 is
///
///     limbs[0] = 0x75E2_D631
///     limbs[1] = 0x0000_56BC
///
/// Limbs of 32 bits let the intermediate results live in a `UInt64`, where dividing by a
/// constant is cheap on every platform.
internal struct WideNatural {
  internal private(set) var limbs: [UInt32]

  /// The number with these limbs, least significant first.
  internal init(limbs: [UInt32]) {
    self.limbs = limbs
    dropLeadingZeros()
  }

  /// Replaces the number N by N * `factor` + `addend`; the factor is not zero. Linear in the number
  /// of limbs.
  internal mutating func multiply(by factor: UInt32, adding addend: UInt32 = 0) {
    var carry = UInt64(addend)
    for index in limbs.indices {
      // At most (2^32 - 1)^2 + 2^32 - 1 < 2^64.
      let product = UInt64(limbs[index]) * UInt64(factor) + carry
      limbs[index] = UInt32(truncatingIfNeeded: product)
      carry = product >> 32
    }
    if carry != 0 { limbs.append(UInt32(truncatingIfNeeded: carry)) }
  }

  /// Replaces the number N by floor(N / `divisor`). Linear in the number of limbs.
  ///
  /// - Parameter divisor: not zero.
  /// - Returns: the remainder.
  @inline(__always)
  internal mutating func divide(by divisor: UInt32) -> UInt32 {
    var remainder: UInt64 = 0
    for index in limbs.indices.reversed() {
      let dividend = remainder << 32 | UInt64(limbs[index])
      let quotient = dividend / UInt64(divisor)
      limbs[index] = UInt32(truncatingIfNeeded: quotient)
      remainder = dividend - quotient * UInt64(divisor)
    }
    dropLeadingZeros()
    return UInt32(truncatingIfNeeded: remainder)
  }

  /// The 128 most significant bits, moved up so that the top bit is set (zero stays zero).
  internal var leadingBits: UInt128 {
    var bits: UInt128 = 0
    for position in 1...4 { bits = bits << 32 | UInt128(limb(fromTop: position)) }
    let shift = limb(fromTop: 1).leadingZeroBitCount
    return bits << shift | UInt128(limb(fromTop: 5)) >> (32 - shift)
  }

  private func limb(fromTop position: Int) -> UInt32 {
    position <= limbs.count ? limbs[limbs.count - position] : 0
  }

  private mutating func dropLeadingZeros() {
    while limbs.last == 0 { limbs.removeLast() }
  }
}
