/// Eight hexadecimal digits at a time, as text in one machine word, whose lowest byte is the first character.
enum HexDigits {
  /// The four bytes that eight digits in either case stand for, the first one lowest; nil if others are among them.
  @inline(__always)
  static func bytes(of text: UInt64) -> UInt32? {
    // A digit has its value in its lower half, a letter one that is less by nine.
    let values = (text & 0x0F0F_0F0F_0F0F_0F0F) &+ (text &>> 6 & ones) &* 9
    // Only digits have values below 16 whose lowercase text is the same, except for control characters.
    let isHexadecimal =
      values & 0xF0F0_F0F0_F0F0_F0F0 == 0 && text | caseBits == self.text(values, letters: 0x27)
      && (text | text &>> 1) & caseBits == caseBits
    guard isHexadecimal else { return nil }
    var pairs = (values &<< 4 | values &>> 8) & 0x00FF_00FF_00FF_00FF
    pairs = (pairs | pairs &>> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: pairs | pairs &>> 16)
  }

  /// The uppercase text of four bytes.
  @inline(__always)
  static func text(of bytes: UInt32) -> UInt64 {
    var pairs = UInt64(bytes)
    pairs = (pairs | pairs &<< 16) & 0x0000_FFFF_0000_FFFF
    pairs = (pairs | pairs &<< 8) & 0x00FF_00FF_00FF_00FF
    let values = pairs &>> 4 & 0x000F_000F_000F_000F | (pairs & 0x000F_000F_000F_000F) &<< 8
    return text(values, letters: 0x07)
  }

  /// Characters for values, one in each byte.
  ///
  /// - Parameter letters: what letters are further away from the values than digits.
  @inline(__always)
  private static func text(_ values: UInt64, letters: UInt64) -> UInt64 {
    let areLetters = (values &+ ones &* 6) &>> 4 & ones
    return values &+ ones &* 0x30 &+ areLetters &* letters
  }

  @inline(__always) private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  /// The bit that lowercase letters have, and digits.
  @inline(__always) private static var caseBits: UInt64 { 0x2020_2020_2020_2020 }
}
