/// Validation of UTF-8 as RFC 3629 defines it: no overlong forms, no surrogates, nothing above
/// U+10FFFF, no truncated sequence.
enum UTF8Validation {
  /// Finds the first byte that is not part of a well-formed sequence.
  ///
  /// This is the reference implementation of the vectors, and the fallback where they can't be
  /// used.
  ///
  /// - Returns: where the first malformed sequence begins, or nil when all bytes are well formed.
  /// - Complexity: O(n), no allocation.
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
  static func sequenceLength(_ pointer: BytePointer, _ end: BytePointer) -> Int {
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
