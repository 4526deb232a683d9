internal import CByteVectors

/// UTF-8 by 16 or 32 bytes at once, whatever the lengths of its sequences.
///
/// A string is divided into vectors from its end on, so that nothing after it is read. The first
/// vector then begins somewhere before it, in bytes of the document that have been read before:
///
///     …  "  n  a  m  e  "  :  "  日 本 語 の テ キ ス ト "  ,
///              └ vector ────────────┘└ vector ─────────┘
///
/// The closing quote is part of the last one, and finds a sequence that is cut off. If anything is
/// wrong, in these other bytes too, the reference implementation validates the string again and
/// decides.
extension UTF8Validation {
  /// Finds the first byte of a string that is not part of a well-formed sequence.
  ///
  /// - Parameters:
  ///   - document: from where on bytes can be read.
  /// - Returns: where the first malformed sequence begins, or nil when all bytes are well formed.
  /// - Complexity: O(n), no allocation.
  /// - Precondition: all bytes from `document` to `end` are readable, and so is the quote at `end`.
  @inline(__always)
  static func firstInvalid(
    _ start: BytePointer, closingQuote end: BytePointer, document: BytePointer
  ) -> BytePointer? {
    if areWellFormed(start, end, document) { return nil }
    return firstInvalid(start, end)
  }

  @inline(__always)
  private static func areWellFormed(
    _ start: BytePointer, _ end: BytePointer, _ document: BytePointer
  ) -> Bool {
    #if arch(x86_64) || arch(arm64) || arch(arm64_32)
      let width = Int(UTF8_VECTOR_WIDTH)
      let behind = end + 1
      let first = behind - (behind - start + (width &- 1)) / width &* width
      // On x86-64 not all processors have the instructions.
      guard utf8_vectors_are_supported(), first - document >= 3 else { return false }
      return unsafe utf8_vectors_validate(first.address, behind.address)
    #else
      return false
    #endif
  }
}
