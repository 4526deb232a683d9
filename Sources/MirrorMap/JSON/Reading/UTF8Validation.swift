/// Validation of UTF-8 as RFC 3629 defines it: no overlong forms, no surrogates, nothing above
/// U+10FFFF, no truncated sequence.
enum UTF8Validation {
  /// Finds the first byte that is not part of a well-formed sequence.
  ///
  /// Runs of one length are taken together, as text in one script mostly stays within one length:
  /// a three-byte sequence is checked with one 32-bit load and two masks.
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
      while end - pointer >= 4, unsafe isThreeByteSequence(ByteScan.load4(pointer)) { pointer += 3 }
      guard pointer < end else { return nil }
      let length = sequenceLength(pointer, end)
      guard length > 0 else { return pointer }
      pointer += length
    }
    return nil
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
