internal import CByteVectors

/// Validation of UTF-8 as RFC 3629 defines it: no overlong forms, no surrogates, nothing above
/// U+10FFFF, no truncated sequence.
///
/// 16 or 32 bytes are validated at a time, independent of the lengths of their sequences. A string
/// is divided into vectors starting from its end, so that nothing after it is read. The first
/// vector may begin before the string, in bytes of the document that have been read already:
///
///     …  "  n  a  m  e  "  :  "  日 本 語 の テ キ ス ト "  ,
///              └ vector ────────────┘└ vector ─────────┘
///
/// The closing quote is part of the last vector, which detects a sequence that is cut off. If
/// anything is malformed, even in the bytes before the string, the reference implementation
/// validates the string again and decides.
enum UTF8Validation {
  /// Finds the first byte of a string that is not part of a well-formed sequence.
  ///
  /// - Parameters:
  ///   - document: the first byte that can be read.
  /// - Returns: where the first malformed sequence begins, or nil when all bytes are well formed.
  /// - Complexity: O(n), no allocation.
  /// - Precondition: all bytes from `document` to `end` are readable, and so is the quote at `end`.
  @inline(__always)
  static func firstInvalid(
    _ start: BytePointer, closingQuote end: BytePointer, document: BytePointer
  ) -> BytePointer? {
    #if arch(x86_64) || arch(arm64) || arch(arm64_32)
      let width = Int(WIDE_VECTOR_WIDTH)
      let after = end + 1
      let first = after - (after - start + (width &- 1)) / width &* width
      // Not all x86-64 processors have the instructions.
      if wide_vectors_are_supported(), first - document >= 3,
        unsafe utf8_vectors_validate(first.address, after.address)
      {
        return nil
      }
    #endif
    return firstInvalid(start, end)
  }

  /// The reference implementation of the vectors, and the fallback where they can't be used.
  static func firstInvalid(_ start: BytePointer, _ end: BytePointer) -> BytePointer? {
    var pointer = start
    while pointer < end {
      if unsafe pointer.pointee < 0x80 {
        pointer += 1
        while end - pointer >= 8, unsafe ByteScan.load8(pointer) & 0x8080_8080_8080_8080 == 0 {
          pointer += 8
        }
        continue
      }
      let length = sequenceLength(pointer, end)
      guard length > 0 else { return pointer }
      pointer += length
    }
    return nil
  }

  /// The length of the well-formed sequence at `pointer`, or 0.
  ///
  /// - Precondition: `pointer < end`.
  @inline(__always)
  private static func sequenceLength(_ pointer: BytePointer, _ end: BytePointer) -> Int {
    let lead = unsafe pointer.pointee
    let length =
      switch lead {
      case ..<0x80: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 1, end - pointer >= length else { return length == 1 ? 1 : 0 }
    for position in 1..<length where unsafe pointer[position] & 0xC0 != 0x80 { return 0 }
    let second = unsafe pointer[1]
    let isWellFormed =
      switch lead {
      case 0xE0: second >= 0xA0
      case 0xED: second <= 0x9F
      case 0xF0: second >= 0x90
      case 0xF4: second <= 0x8F
      default: true
      }
    return isWellFormed ? length : 0
  }
}
