/// The decimal digits that eight bytes begin with, read without a loop.
///
/// A byte is a digit if, XORed with "0", it stays one when six is added: 0…9 become 6…15 and keep
/// the high nibble empty, all other bytes do not. The first byte that isn't a digit determines the
/// count. Shifting moves the digits to the end of the word, where the zeros before them are leading
/// zeros; three multiplications then add up pairs, quads and all eight:
///
///     bytes    3  7  .  5  …       count 2
///     shifted  0  0  0  0  0  0  3  7       value 37
struct DigitRun {
  /// How many of the eight bytes are digits, up to the first one that isn't: 0…8.
  let count: Int
  /// Their value; undefined without any.
  let value: UInt64

  /// - Parameter word: eight bytes, the first one in the lowest bits.
  @inline(__always)
  init(_ word: UInt64) {
    let digits = word ^ 0x3030_3030_3030_3030
    let others = Self.others(digits)
    count = others.trailingZeroBitCount &>> 3
    value = Self.value(digits &<< UInt64(truncatingIfNeeded: 64 &- count &* 8))
  }

  /// The value of eight bytes, if all of them are digits.
  @inline(__always)
  static func full(_ word: UInt64) -> UInt64? {
    let digits = word ^ 0x3030_3030_3030_3030
    return others(digits) == 0 ? value(digits) : nil
  }

  /// Bits in the first byte that isn't a digit, and perhaps in those after it, to which a carry may go.
  @inline(__always)
  private static func others(_ digits: UInt64) -> UInt64 {
    (digits &+ 0x0606_0606_0606_0606 | digits) & 0xF0F0_F0F0_F0F0_F0F0
  }

  @inline(__always)
  private static func value(_ digits: UInt64) -> UInt64 {
    let pairs = digits &* 10 &+ digits &>> 8
    let left = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let right = (pairs &>> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (left &+ right) &>> 32
  }
}
