/// The escape sequences of strings (RFC 8259, section 7).
enum StringEscapes {
  /// Reads the escape sequence at `pointer`; surrogate pairs are one escape of twelve bytes.
  ///
  /// - Precondition: `pointer < end` and a backslash is there.
  /// - Returns: its meaning, and its length in the source, the backslash included; nil if there is
  ///   no valid escape, or half a surrogate pair.
  @inline(__always)
  static func read(_ pointer: BytePointer, _ end: BytePointer) -> (scalar: UInt32, length: Int)? {
    guard end - pointer >= 2 else { return nil }
    guard unsafe pointer[1] == .lowerU else {
      let byte = unsafe shortEscape(pointer[1])
      return byte == 0 ? nil : (UInt32(byte), 2)
    }
    guard let unit = fourHexDigits(pointer + 2, end) else { return nil }
    switch unit {
    case 0xD800...0xDBFF:
      guard end - pointer >= 12, unsafe pointer[6] == .backslash, unsafe pointer[7] == .lowerU,
        let low = fourHexDigits(pointer + 8, end), (0xDC00...0xDFFF).contains(low)
      else { return nil }
      return (0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), 12)
    case 0xDC00...0xDFFF:
      return nil
    default:
      return (unit, 6)
    }
  }

  /// The character of an escape sequence of two bytes, given the second; 0 if there is none.
  @inline(__always)
  private static func shortEscape(_ byte: UInt8) -> UInt8 {
    switch byte {
    case .quote: 0x22
    case .backslash: 0x5C
    case .slash: 0x2F
    case 0x62: 0x08
    case .lowerF: 0x0C
    case .lowerN: 0x0A
    case 0x72: 0x0D
    case .lowerT: 0x09
    default: 0
    }
  }

  /// Precondition of loading four bytes: a comparison with `end` has shown that they are there.
  @inline(__always)
  private static func fourHexDigits(_ pointer: BytePointer, _ end: BytePointer) -> UInt32? {
    guard end - pointer >= 4 else { return nil }
    // Four more zeros are digits as well.
    let digits = unsafe UInt64(ByteScan.load4(pointer)) | 0x3030_3030_0000_0000
    guard let bytes = HexDigits.bytes(of: digits) else { return nil }
    return UInt32(UInt16(truncatingIfNeeded: bytes).byteSwapped)
  }

  /// Writes a string's content with its escapes resolved.
  ///
  /// - Parameters:
  ///   - raw: the text between the quotes, without a backslash at its end that is not escaped.
  ///   - buffer: room for at least as many bytes, as no escape is shorter than its scalar.
  /// - Returns: the bytes that were written, and whether every escape is valid; the text after an
  ///   invalid one is omitted.
  static func resolve(
    _ raw: Bytes, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> (text: Bytes, isValid: Bool) {
    precondition(buffer.count >= raw.count)
    guard let output = buffer.baseAddress else { return (raw, true) }
    var pointer = raw.start
    let end = raw.end
    var target = unsafe output
    while true {
      // The text between escapes is copied 32 bytes at a time. The output has room for them, as it
      // is never ahead of the source.
      while end - pointer >= ByteMask.width {
        unsafe OutputCursor(target).copyBlocks(pointer, ByteMask.width)
        let backslashes = unsafe ByteMask.equal(pointer, .backslash)
        guard backslashes != 0 else {
          pointer += ByteMask.width
          unsafe target += ByteMask.width
          continue
        }
        let index = backslashes.trailingZeroBitCount
        pointer += index
        unsafe target += index
        // One escape is often right after another one.
        repeat {
          guard unsafe resolveOne(&pointer, end, to: &target) else {
            return unsafe (Bytes(BytePointer(output), BytePointer(target)), false)
          }
        } while unsafe pointer < end && pointer.pointee == .backslash
      }
      while pointer < end, unsafe pointer.pointee != .backslash {
        unsafe target.pointee = pointer.pointee
        pointer += 1
        unsafe target += 1
      }
      let isAtEnd = pointer == end
      guard !isAtEnd, unsafe resolveOne(&pointer, end, to: &target) else {
        return unsafe (Bytes(BytePointer(output), BytePointer(target)), isAtEnd)
      }
    }
  }

  /// Resolves an escape, and moves to what follows it and its scalar.
  ///
  /// - Precondition: a backslash is at `pointer`, and there is room for as many bytes as the escape has.
  /// - Returns: whether it is valid.
  @unsafe @inline(__always)
  private static func resolveOne(
    _ pointer: inout BytePointer, _ end: BytePointer, to target: inout UnsafeMutablePointer<UInt8>
  ) -> Bool {
    guard let escape = read(pointer, end) else { return false }
    unsafe target += writeUTF8(escape.scalar, to: target)
    pointer += escape.length
    return true
  }

  @inline(__always)
  private static func writeUTF8(_ scalar: UInt32, to target: UnsafeMutablePointer<UInt8>) -> Int {
    if scalar < 0x80 {
      unsafe target[0] = UInt8(truncatingIfNeeded: scalar)
      return 1
    }
    if scalar < 0x800 {
      unsafe target[0] = 0xC0 | UInt8(truncatingIfNeeded: scalar >> 6)
      unsafe target[1] = 0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F)
      return 2
    }
    if scalar < 0x10000 {
      unsafe target[0] = 0xE0 | UInt8(truncatingIfNeeded: scalar >> 12)
      unsafe target[1] = 0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F)
      unsafe target[2] = 0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F)
      return 3
    }
    unsafe target[0] = 0xF0 | UInt8(truncatingIfNeeded: scalar >> 18)
    unsafe target[1] = 0x80 | UInt8(truncatingIfNeeded: scalar >> 12 & 0x3F)
    unsafe target[2] = 0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F)
    unsafe target[3] = 0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F)
    return 4
  }

  /// A string's content as text, for errors, tokens and sorting. Malformed UTF-8 is shown as
  /// replacement characters; a malformed escape ends the text.
  static func unescapedLeniently(_ raw: Bytes) -> String {
    // ThreadSanitizer takes the memory that all empty arrays share for a race.
    if raw.isEmpty { return "" }
    return unsafe String(unsafeUninitializedCapacity: raw.count) {
      unsafe resolve(raw, into: $0).text.count
    }
  }
}
