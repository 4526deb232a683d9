/// A place in a text that comes in pieces: its byte offset, line, and column.
///
/// Lines end at line feeds. Columns count Unicode scalars. Both begin with 1.
struct SourcePlace {
  private(set) var offset = 0
  private(set) var line = 1
  private(set) var column = 1

  /// Moves over bytes that have no column, such as a byte order mark.
  mutating func skip(_ count: Int) { offset += count }

  /// Moves over some bytes of an array.
  mutating func advance(over range: Range<Int>, of bytes: [UInt8]) {
    bytes.withBytes { advance(over: $0[range]) }
  }

  /// Moves over bytes.
  ///
  /// Precondition of the masks: as many bytes as they have are left, which the loop compares.
  ///
  /// - Complexity: O(n).
  mutating func advance(over bytes: Bytes) {
    offset += bytes.count
    var position = 0
    while bytes.count - position >= ByteMask.width {
      let block = bytes.start + position
      let newlines = unsafe ByteMask.equal(block, .newline)
      // The bytes after the last line feed, as the bits of a mask are in the order of the bytes.
      let width = newlines.leadingZeroBitCount
      if newlines != 0 {
        line += newlines.nonzeroBitCount
        column = 1
      }
      let continuations = unsafe ByteMask.continuations(block) >> (ByteMask.width - width)
      column += width - continuations.nonzeroBitCount
      position += ByteMask.width
    }
    count(bytes[position..<bytes.count])
  }

  private mutating func count(_ bytes: Bytes) {
    for byte in bytes {
      if byte == .newline {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }
}
