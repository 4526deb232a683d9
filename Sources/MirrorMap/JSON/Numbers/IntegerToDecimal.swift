/// Writes integers as decimal text, without leading zeros or a plus sign.
///
/// The digits come in blocks of eight. Only the first block of a number can have leading zeros;
/// they are shifted out of the word before it is stored. 1 234 567 890 becomes
///
///     first block  12         "00000012" shifted by six bytes, stored at 0
///     second block 34567890   stored at 2
///
/// Every store writes eight bytes, so memory after the text is overwritten, up to the room that the
/// functions require.
///
/// - Precondition: all functions require the room at `address` that they document.
@usableFromInline
internal enum IntegerToDecimal {
  /// Writes `value`.
  ///
  /// - Parameters:
  ///   - value: any.
  ///   - address: at least 32 bytes of room; what follows the text is undefined afterwards.
  /// - Returns: the number of bytes that belong to the text, 1...20.
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
    unsafe writeTwoBlocks(value &- first &* 10_000_000_000_000_000, to: address + count)
    return count &+ 16
  }

  /// Writes `value`, with a minus sign if it is negative.
  ///
  /// - Parameters:
  ///   - value: any.
  ///   - address: at least 32 bytes of room; what follows the text is undefined afterwards.
  /// - Returns: the number of bytes that belong to the text, 1...20.
  @inline(__always)
  internal static func write(_ value: Int64, to address: UnsafeMutablePointer<UInt8>) -> Int {
    // The sign is always stored and overwritten if the number has none.
    unsafe address[0] = UInt8(ascii: "-")
    let signCount = value < 0 ? 1 : 0
    return unsafe write(value.magnitude, to: address + signCount) &+ signCount
  }

  /// Writes `value`.
  ///
  /// - Parameters:
  ///   - value: any.
  ///   - address: at least 48 bytes of room; what follows the text is undefined afterwards.
  /// - Returns: the number of bytes that belong to the text, 1...39.
  internal static func write(_ value: UInt128, to address: UnsafeMutablePointer<UInt8>) -> Int {
    if value <= UInt128(UInt64.max) {
      return unsafe write(UInt64(truncatingIfNeeded: value), to: address)
    }
    let (upper, last) = value.quotientAndRemainder(dividingBy: 10_000_000_000_000_000)
    // At most 2^128 / 10^16 = 3.4e22, so this goes at most one level deeper.
    let count = unsafe write(upper, to: address)
    unsafe writeTwoBlocks(UInt64(truncatingIfNeeded: last), to: address + count)
    return count + 16
  }

  /// Writes `value`, with a minus sign if it is negative.
  ///
  /// - Parameters:
  ///   - value: any.
  ///   - address: at least 48 bytes of room; what follows the text is undefined afterwards.
  /// - Returns: the number of bytes that belong to the text, 1...40.
  internal static func write(_ value: Int128, to address: UnsafeMutablePointer<UInt8>) -> Int {
    guard value < 0 else { return unsafe write(value.magnitude, to: address) }
    unsafe address[0] = UInt8(ascii: "-")
    return unsafe write(value.magnitude, to: address + 1) + 1
  }

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

  @inline(__always)
  private static func writeTwoBlocks(_ value: UInt64, to address: UnsafeMutablePointer<UInt8>) {
    let first = value / 100_000_000
    unsafe writeBlock(first, to: address)
    unsafe writeBlock(value &- first &* 100_000_000, to: address + 8)
  }
}
