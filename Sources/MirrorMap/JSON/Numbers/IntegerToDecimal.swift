/// Writes integers as decimal text, without leading zeros or a plus sign.
///
/// The digits come in blocks of eight. Only the first block of a number can have leading zeros;
/// they are shifted out of the word before it is stored. 1 234 567 890 becomes
///
///     first block  12         "00000012" shifted by six bytes, stored at 0
///     second block 34567890   stored at 2
///
/// The functions return the number of bytes that belong to the text. Every store writes eight bytes,
/// so what follows the text is undefined afterwards.
///
/// - Precondition: there are 32 bytes of room at `address`.
@usableFromInline
internal enum IntegerToDecimal {
  /// Writes `value`, in up to 20 bytes.
  @inline(__always)
  internal static func write(_ value: UInt64, to address: UnsafeMutablePointer<UInt8>) -> Int {
    if value < 100_000_000 { return unsafe writeFirstBlock(value, to: address) }
    if value < 10_000_000_000_000_000 {
      let first = value / 100_000_000
      let count = unsafe writeFirstBlock(first, to: address)
      unsafe writeBlock(value &- first &* 100_000_000, to: address + count)
      return count &+ 8
    }
    let first = value / 10_000_000_000_000_000
    let count = unsafe writeFirstBlock(first, to: address)
    let rest = value &- first &* 10_000_000_000_000_000
    let second = rest / 100_000_000
    unsafe writeBlock(second, to: address + count)
    unsafe writeBlock(rest &- second &* 100_000_000, to: address + count + 8)
    return count &+ 16
  }

  /// Writes `value`, with a minus sign if it is negative, in up to 20 bytes.
  @inline(__always)
  internal static func write(_ value: Int64, to address: UnsafeMutablePointer<UInt8>) -> Int {
    // The sign is always stored and overwritten if the number has none.
    unsafe address[0] = UInt8(ascii: "-")
    let signCount = value < 0 ? 1 : 0
    return unsafe write(value.magnitude, to: address + signCount) &+ signCount
  }

  /// Writes digits without leading zeros.
  @inline(__always)
  private static func writeFirstBlock(
    _ value: UInt64, to address: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let digits = EightDigits.values(of: value)
    // Bit 56 keeps the last digit even of zero.
    let leadingZeros = (digits | 1 &<< 56).trailingZeroBitCount & 0x38
    unsafe EightDigits.store(
      (digits | EightDigits.zeros) &>> UInt64(truncatingIfNeeded: leadingZeros), at: address)
    return 8 &- leadingZeros &>> 3
  }

  @inline(__always)
  private static func writeBlock(_ value: UInt64, to address: UnsafeMutablePointer<UInt8>) {
    unsafe EightDigits.store(EightDigits.values(of: value) | EightDigits.zeros, at: address)
  }
}
