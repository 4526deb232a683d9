/// Validation of UTF-8 as RFC 3629 defines it: no overlong forms, no surrogates, nothing above
/// U+10FFFF, no truncated sequence.
enum UTF8Validation {
  /// Finds the first byte that is not part of a well-formed sequence.
  ///
  /// Runs of one length are taken together, as text in one script mostly stays within one length:
  /// five three-byte sequences are checked at once, or one with one 32-bit load and two masks.
  ///
  /// - Returns: where the first malformed sequence begins, or nil when all bytes are well formed.
  /// - Complexity: O(n), no allocation.
  static func firstInvalid(
    _ start: BytePointer, _ end: BytePointer
  ) -> BytePointer? {
    var pointer = start
    while pointer < end {
      if unsafe pointer.pointee < 0x80 {
        pointer += 1
        while end - pointer >= 8, unsafe ByteScan.load8(pointer) & 0x8080_8080_8080_8080 == 0 {
          pointer += 8
        }
        continue
      }
      while end - pointer >= 16,
        unsafe areThreeByteSequences(ByteScan.load8(pointer), ByteScan.load8(pointer + 8))
      {
        pointer += 15
      }
      while end - pointer >= 4, unsafe isThreeByteSequence(ByteScan.load4(pointer)) { pointer += 3 }
      guard pointer < end else { return nil }
      let length = sequenceLength(pointer, end)
      guard length > 0 else { return pointer }
      pointer += length
    }
    return nil
  }

  /// Whether the first fifteen bytes are five well-formed three-byte sequences. Those that begin with E0
  /// or ED, of which some are malformed, are left to be looked at one by one.
  ///
  /// - Parameters: sixteen bytes; the last one does not count.
  @inline(__always)
  private static func areThreeByteSequences(_ low: UInt64, _ high: UInt64) -> Bool {
    // Marked bits of leads (1110….) and continuations (10……), in the order of the bytes from the right.
    let wrongLow = low & 0xC0F0_C0C0_F0C0_C0F0 ^ 0x80E0_8080_E080_80E0
    let wrongHigh = high & 0x00C0_C0F0_C0C0_F0C0 ^ 0x0080_80E0_8080_E080
    // The low halves of leads, all other bytes ones: to be neither 0 nor D.
    let left = (low ^ 0x80E0_8080_E080_80E0) | 0xFF00_FFFF_00FF_FF00
    let right = (high ^ 0x0080_80E0_8080_E080) | 0xFFFF_FF00_FFFF_00FF
    let rare = zeros(left) | zeros(right) | zeros(left ^ 0x0D * ones) | zeros(right ^ 0x0D * ones)
    return wrongLow | wrongHigh | rare == 0
  }

  @inline(__always)
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// Not zero if one of the bytes is zero.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 {
    (word &- ones) & ~word & (0x80 * ones)
  }

  /// Whether the low three bytes of `word` are one well-formed three-byte sequence.
  @inline(__always)
  private static func isThreeByteSequence(_ word: UInt32) -> Bool {
    // Lead 1110xxxx, two continuations 10xxxxxx; the five bits that tell overlong forms
    // (E0 80…E0 9F: all zero) and surrogates (ED A0…ED BF: 11011) are the lead's low nibble and
    // the second byte's bit 5.
    guard word & 0x00C0_C0F0 == 0x0080_80E0 else { return false }
    let telling = word & 0x0000_200F
    return telling != 0 && telling != 0x0000_200D
  }

  /// The length of the well-formed sequence at `pointer`, or 0.
  ///
  /// - Precondition: `pointer < end`.
  @inline(__always)
  static func sequenceLength(
    _ pointer: BytePointer, _ end: BytePointer
  ) -> Int {
    let available = end - pointer
    let lead = unsafe pointer[0]
    if lead < 0x80 { return 1 }
    guard available >= 2, unsafe pointer[1] & 0xC0 == 0x80 else { return 0 }
    let second = unsafe pointer[1]
    switch lead {
    case 0xC2...0xDF:
      return 2
    case 0xE0...0xEF:
      guard available >= 3, unsafe pointer[2] & 0xC0 == 0x80 else { return 0 }
      if lead == 0xE0, second < 0xA0 { return 0 }
      if lead == 0xED, second > 0x9F { return 0 }
      return 3
    case 0xF0...0xF4:
      guard available >= 4, unsafe pointer[2] & 0xC0 == 0x80, unsafe pointer[3] & 0xC0 == 0x80
      else { return 0 }
      if lead == 0xF0, second < 0x90 { return 0 }
      if lead == 0xF4, second > 0x8F { return 0 }
      return 4
    default:
      return 0
    }
  }
}
