/// The powers of ten that short numbers need. They are computed quickly, unlike those of ``PowersOfTen``, which a
/// document without long numbers doesn't need.
///
///     0 ..< 23    10^0, 10^1, ... 10^22, the bits of each `Double`
///     23 ..< 43   10^0, 10^1, ... 10^19
///     43 ..< 63   5^0, 5^-1, ... 5^-19, the 64 leading bits, cut off
@usableFromInline
internal struct SmallPowers: Sendable {
  @usableFromInline internal static let shared = SmallPowers()

  private let table: PermanentArray<UInt64>

  private init() {
    let doubles = sequence(first: 1.0) { $0 * 10 }.prefix(23).map(\.bitPattern)
    let integers = sequence(first: 1 as UInt64) { $0 * 10 }.prefix(20)
    let reciprocals = sequence(first: 1 as UInt64) { $0 * 5 }.prefix(20).map { five in
      // This is 2^(63 + n) / five, which has n bits.
      let dividend: UInt64 = (1 << 63) >> five.leadingZeroBitCount
      return five == 1 ? 1 << 63 : five.dividingFullWidth((dividend, 0)).quotient
    }
    table = PermanentArray(doubles + integers + reciprocals)
  }

  /// 10^`power` as an exact `Double`.
  ///
  /// - Precondition: `power` is in 0...22; it is not checked.
  @inline(__always)
  internal func double(_ power: Int) -> Double { Double(bitPattern: table[power]) }

  /// 10^`power` as an integer.
  ///
  /// - Precondition: `power` is in 0...19; it is not checked.
  @inline(__always)
  internal func integer(_ power: Int) -> UInt64 { table[23 &+ power] }

  /// The 64 leading bits of 5^-`power`, cut off.
  ///
  /// - Precondition: `power` is in 0...19; it is not checked.
  @inline(__always)
  internal func reciprocalOfFive(toThe power: Int) -> UInt64 { table[43 &+ power] }

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
/// The table is never freed, and begins with 5^-342. Reading `shared` includes a check whether it exists, so code that
/// converts many numbers reads it once and passes the copy on.
///
/// Source: D. Lemire, "Number Parsing at a Gigabyte per Second", 2021, for the range and the
/// rounding of -342...308; printing the smallest `Double` needs the rest up to 324.
@usableFromInline
internal struct PowersOfTen: Sendable {
  /// The 128-bit significand of a power of five.
  internal struct Significand {
    internal let high: UInt64
    internal let low: UInt64
  }

  /// The powers of five in the table.
  internal static var range: ClosedRange<Int> { -342...324 }

  /// The one table of the process. Computed by its first user, in about 30 microseconds.
  @usableFromInline internal static let shared = PowersOfTen()

  private let table: PermanentArray<Significand>
  internal let small = SmallPowers.shared

  private init() {
    // 2^960 / 5^342 still has more than 128 bits, so the cut-off quotient holds all that counts.
    var fractions = WideNatural(limbs: Array(repeating: 0, count: 960 / 32) + [1])
    let negative = (1...(-Self.range.lowerBound)).map { power in
      _ = fractions.divide(by: 5)
      return power <= 27 ? fractions.leadingBits + 1 : fractions.leadingBits
    }
    var fives = WideNatural(limbs: [1])
    let positive = (0...Self.range.upperBound).map { _ in
      defer { fives.multiply(by: 5) }
      return fives.leadingBits
    }
    table = PermanentArray(
      (negative.reversed() + positive).map {
        Significand(high: UInt64($0 >> 64), low: UInt64(truncatingIfNeeded: $0))
      })
  }

  /// The significand of 5^`power`, rounded as described for the type.
  ///
  /// - Precondition: `power` is in -342...324; it is not checked.
  @inline(__always)
  internal func significandOfFive(toThe power: Int) -> Significand {
    table[power &- Self.range.lowerBound]
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
