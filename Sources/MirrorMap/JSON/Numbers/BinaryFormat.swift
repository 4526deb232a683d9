/// The parameters of an IEEE 754 format that rounding depends on.
///
/// All values are literals in inlined getters, so the optimizer folds it into the code of
/// each conversion and no global has to be read.
internal struct BinaryFormat {
  /// Stored significand bits, without the implicit leading one.
  internal let fractionBits: Int
  /// The number that is added to an exponent before it is stored.
  internal let bias: Int
  /// The stored exponent of infinity and NaN.
  internal let infiniteExponent: Int
  /// For w < 2^64, w * 10^q is zero below the first and infinite above the last.
  internal let powers: ClosedRange<Int>
  /// The powers of ten for which a 64-bit w times 10^q can lie exactly between two values.
  internal let tiePowers: ClosedRange<Int>

  /// The bits of positive infinity.
  @inline(__always)
  internal var infinity: UInt64 {
    UInt64(truncatingIfNeeded: infiniteExponent) &<< UInt64(truncatingIfNeeded: fractionBits)
  }

  /// Whether positive bits are beyond the integers that the format holds without gaps.
  @inline(__always)
  internal func isHuge(_ bits: UInt64) -> Bool {
    bits > UInt64(bias &+ fractionBits &+ 1) &<< UInt64(truncatingIfNeeded: fractionBits)
  }

  /// The format of `Double`.
  @inline(__always)
  internal static var double: BinaryFormat {
    BinaryFormat(
      fractionBits: 52, bias: 1023, infiniteExponent: 0x7FF, powers: -342...308, tiePowers: -4...23)
  }

  /// The format of `Float`.
  @inline(__always)
  internal static var float: BinaryFormat {
    BinaryFormat(
      fractionBits: 23, bias: 127, infiniteExponent: 0xFF, powers: -65...38, tiePowers: -17...10)
  }
}
