/// Eight decimal digits in one machine word, the unit that all number printing works in.
///
/// A number below 10^8 is split in half three times: into two numbers below 10^4, those into
/// four below 100, those into eight digits. All numbers of one step sit side by side in the
/// same 64-bit word, each in a lane of its own, so one multiplication divides them all. The
/// first digit ends up in the lowest byte, which is the first in memory once stored in
/// little-endian order. For 1234:
///
///     lanes of 32 bits:                            0          1234
///     lanes of 16 bits:                  0   0         12       34
///     lanes of  8 bits:      0 0 0 0     1 2 3 4
///     stored with "0"s:      30 30 30 30 31 32 33 34
///
/// This needs neither a table of digit pairs nor a loop nor a branch.
internal enum EightDigits {
  /// The character "0" in every byte.
  @inline(__always)
  internal static var zeros: UInt64 { 0x3030_3030_3030_3030 }

  /// The eight digits of `number` as values 0...9, first digit in the lowest byte.
  ///
  /// - Parameter number: below 10^8; not checked.
  @inline(__always)
  internal static func values(of number: UInt64) -> UInt64 {
    // number * 3518437209 >> 45 is number / 10^4 for all 32-bit numbers.
    let upperHalf = (number &* 3_518_437_209) &>> 45
    let fours = split(upperHalf, of: number, by: 10_000, width: 32)
    // x * 10486 >> 20 is x / 100 for all x below 10^4; 99 * 103 >> 10 is 9, and so on.
    let hundreds = (fours &* 10_486) &>> 20 & 0x0000_007F_0000_007F
    let pairs = split(hundreds, of: fours, by: 100, width: 16)
    let tens = (pairs &* 103) &>> 10 & 0x000F_000F_000F_000F
    return split(tens, of: pairs, by: 10, width: 8)
  }

  /// The quotients in the lower halves of the lanes, and the remainders in the upper ones, which are
  /// `width` bits away: the quotients are added once and subtracted times the divisor in one step.
  @inline(__always)
  private static func split(
    _ quotients: UInt64, of numbers: UInt64, by divisor: UInt64, width: UInt64
  ) -> UInt64 {
    numbers &<< width &- quotients &* (divisor &<< width &- 1)
  }

  /// Stores the eight bytes of `word`, lowest first, at any alignment.
  ///
  /// - Precondition: eight bytes can be written at `address`.
  @inline(__always)
  internal static func store(_ word: UInt64, at address: UnsafeMutablePointer<UInt8>) {
    unsafe UnsafeMutableRawPointer(address).storeBytes(of: word.littleEndian, as: UInt64.self)
  }
}
