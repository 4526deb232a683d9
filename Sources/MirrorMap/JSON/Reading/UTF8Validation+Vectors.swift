internal import CByteVectors

/// Validation of 16 or 32 bytes of UTF-8 at a time, independent of the lengths of its sequences.
///
/// A string is divided into vectors starting from its end, so that nothing after it is read. The
/// first vector may begin before the string, in bytes of the document that have been read already:
///
///     …  "  n  a  m  e  "  :  "  日 本 語 の テ キ ス ト "  ,
///              └ vector ────────────┘└ vector ─────────┘
///
/// The closing quote is part of the last vector, which detects a sequence that is cut off. If
/// anything is malformed, even in the bytes before the string, the reference implementation
/// validates the string again and decides.
extension UTF8Validation {
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
      let width = Int(UTF8_VECTOR_WIDTH)
      let after = end + 1
      let first = after - (after - start + (width &- 1)) / width &* width
      // Not all x86-64 processors have the instructions.
      if utf8_vectors_are_supported(), first - document >= 3,
        unsafe utf8_vectors_validate(first.address, after.address)
      {
        return nil
      }
    #endif
    return firstInvalid(start, end)
  }
}
