/// The powers of ten that short numbers need. They are computed quickly, unlike those of ``PowersOfTen``, which a
/// document without long numbers doesn't need.
///
///     base            10^0, 10^1, ... 10^22 as Double
///     base + 23 * 8   10^0, 10^1, ... 10^19 as UInt64
///     base + 43 * 8   5^0, 5^-1, ... 5^-19, the 64 leading bits, cut off
@safe
@usableFromInline
internal struct SmallPowers: @unchecked Sendable {
  @usableFromInline internal static let shared = SmallPowers()

  private let base: UnsafeRawPointer

  private init() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: (23 + 20 + 20) * 8, alignment: 64)
    var double = 1.0
    for power in 0...22 {
      unsafe memory.storeBytes(of: double, toByteOffset: power * 8, as: Double.self)
      double *= 10
    }
    var integer: UInt64 = 1
    for power in 0...19 {
      unsafe memory.storeBytes(of: integer, toByteOffset: (23 + power) * 8, as: UInt64.self)
      integer &*= 10  // Wraps only after 10^19, when the product is not used any more.
    }
    var five: UInt64 = 1
    for power in 0...19 {
      // This is 2^(63 + n) / 5^power, where 5^power has n bits.
      let dividend: UInt64 = (1 << 63) >> five.leadingZeroBitCount
      let significand = power == 0 ? 1 << 63 : five.dividingFullWidth((dividend, 0)).quotient
      unsafe memory.storeBytes(of: significand, toByteOffset: (43 + power) * 8, as: UInt64.self)
      five *= 5
    }
    unsafe base = UnsafeRawPointer(memory)
  }

  /// 10^`power` as an exact `Double`.
  ///
  /// - Precondition: `power` is in 0...22; it is not checked.
  @inline(__always)
  internal func double(_ power: Int) -> Double {
    unsafe base.load(fromByteOffset: power &* 8, as: Double.self)
  }

  /// 10^`power` as an integer.
  ///
  /// - Precondition: `power` is in 0...19; it is not checked.
  @inline(__always)
  internal func integer(_ power: Int) -> UInt64 {
    unsafe base.load(fromByteOffset: (23 &+ power) &* 8, as: UInt64.self)
  }

  /// The 64 leading bits of 5^-`power`, cut off.
  ///
  /// - Precondition: `power` is in 0...19; it is not checked.
  @inline(__always)
  internal func reciprocalOfFive(toThe power: Int) -> UInt64 {
    unsafe base.load(fromByteOffset: (43 &+ power) &* 8, as: UInt64.self)
  }

  /// The number of decimal digits; 0 for zero.
  @inline(__always)
  internal func digitCount(of value: UInt64) -> Int {
    // 1233 / 4096 is log10(2); the estimate is the count or one less.
    let estimate = ((64 &- value.leadingZeroBitCount) &* 1233) &>> 12
    return estimate &+ (value >= integer(estimate) ? 1 : 0)
  }
}

/// The powers that both directions of the decimal conversion multiply by, computed once.
///
/// A conversion between w * 10^q and m * 2^e needs 10^q = 5^q * 2^q to a known precision. The
/// power of two only moves the exponent, so the table holds the significands of 5^q: the 128
/// leading bits, the top one set. For example 5^3 = 125 = 0b1111101 is held as
///
///     high = 0xFA00_0000_0000_0000, low = 0        (0b1111101 moved to the top)
///
/// and 5^-1 = 0.2 = 0.0011 0011 0011...b, which has no end, as
///
///     high = 0xCCCC_CCCC_CCCC_CCCC, low = 0xCCCC_CCCC_CCCC_CCCD
///
/// Rounding follows what the Eisel-Lemire algorithm expects: exact for 0...55, one unit too
/// large (rounded up) for -27 ..< 0, cut off everywhere else.
///
/// The table is one block of memory that is never freed; the value of this type is a pointer to its
/// entry for 5^0. Reading `shared` includes a check whether the table exists, so code that converts
/// many numbers reads it once and passes the copy on.
///
///     base - 342 * 16   5^-342 as (high: UInt64, low: UInt64)
///     ...
///     base              5^0
///     ...
///     base + 324 * 16   5^324
///
/// Source: D. Lemire, "Number Parsing at a Gigabyte per Second", 2021, for the range and the
/// rounding of -342...308; printing the smallest `Double` needs the rest up to 324.
@safe
@usableFromInline
internal struct PowersOfTen: @unchecked Sendable {
  /// The 128-bit significand of a power of five.
  internal struct Significand {
    internal let high: UInt64
    internal let low: UInt64
  }

  /// The powers of five in the table.
  internal static let range = -342...324

  /// The one table of the process. Computed by its first user, in about 30 microseconds.
  @usableFromInline internal static let shared = PowersOfTen()

  private let base: UnsafeRawPointer
  internal let small = SmallPowers.shared

  private static let entrySize = 16

  private init() {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: Self.range.count * Self.entrySize, alignment: 64)
    let base = unsafe memory - Self.range.lowerBound * Self.entrySize

    func store(_ significand: UInt128, at power: Int) {
      let entry = Significand(
        high: UInt64(truncatingIfNeeded: significand >> 64),
        low: UInt64(truncatingIfNeeded: significand))
      unsafe base.storeBytes(of: entry, toByteOffset: power * Self.entrySize, as: Significand.self)
    }

    var fives = WideNatural(limbs: [1])
    for power in 0...Self.range.upperBound {
      store(fives.leadingBits, at: power)
      fives.multiply(by: 5)
    }

    // 2^960 / 5^342 still has more than 128 bits, so the cut-off quotient holds all that counts.
    var fractions = WideNatural(limbs: Array(repeating: 0, count: 960 / 32) + [1])
    for power in 1...(-Self.range.lowerBound) {
      _ = fractions.divide(by: 5)
      let significand = fractions.leadingBits
      store(power <= 27 ? significand + 1 : significand, at: -power)
    }
    unsafe self.base = UnsafeRawPointer(base)
  }

  /// The significand of 5^`power`, rounded as described for the type.
  ///
  /// - Precondition: `power` is in -342...324; it is not checked.
  @inline(__always)
  internal func significandOfFive(toThe power: Int) -> Significand {
    unsafe base.load(fromByteOffset: power &* 16, as: Significand.self)
  }

  /// floor(log2(10^`power`)), exact for -342...324.
  @inline(__always)
  internal static func binaryExponent(ofTenToThe power: Int) -> Int {
    // 217706 / 65536 = 3.32193..., log2(10) to six digits.
    (power &* 217_706) >> 16
  }
}

extension UInt64 {
  /// The number of decimal digits, 1 for zero.
  var decimalDigitCount: Int { Swift.max(SmallPowers.shared.digitCount(of: self), 1) }
}
