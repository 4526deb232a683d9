/// The escape sequences of strings (RFC 8259, section 7).
enum StringEscapes {
  /// What one escape sequence stands for.
  struct Escape {
    var scalar: UInt32
    /// Its length in the source, the backslash included.
    var length: Int
  }

  /// Reads the escape sequence at `pointer`; surrogate pairs are one escape of twelve bytes.
  ///
  /// - Precondition: `pointer < end` and a backslash is there.
  /// - Returns: nil for anything that is no escape, or for half a surrogate pair.
  static func read(_ pointer: BytePointer, _ end: BytePointer) -> Escape? {
    guard end - pointer >= 2 else { return nil }
    switch unsafe pointer[1] {
    case .quote: return Escape(scalar: 0x22, length: 2)
    case .backslash: return Escape(scalar: 0x5C, length: 2)
    case .slash: return Escape(scalar: 0x2F, length: 2)
    case 0x62: return Escape(scalar: 0x08, length: 2)
    case .lowerF: return Escape(scalar: 0x0C, length: 2)
    case .lowerN: return Escape(scalar: 0x0A, length: 2)
    case 0x72: return Escape(scalar: 0x0D, length: 2)
    case .lowerT: return Escape(scalar: 0x09, length: 2)
    case .lowerU: break
    default: return nil
    }
    guard let unit = fourHexDigits(pointer + 2, end) else { return nil }
    switch unit {
    case 0xD800...0xDBFF:
      guard end - pointer >= 12, unsafe pointer[6] == .backslash, unsafe pointer[7] == .lowerU,
        let low = fourHexDigits(pointer + 8, end), (0xDC00...0xDFFF).contains(low)
      else { return nil }
      return Escape(scalar: 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), length: 12)
    case 0xDC00...0xDFFF:
      return nil
    default:
      return Escape(scalar: unit, length: 6)
    }
  }

  /// The length of the escape sequence at `pointer`; nil if there is none.
  ///
  /// - Precondition: `pointer < end` and a backslash is there.
  @inline(__always)
  static func length(_ pointer: BytePointer, _ end: BytePointer) -> Int? {
    // Of short ones, the line break and the slash are by far the most frequent.
    if end - pointer >= 2, unsafe pointer[1] == .lowerN || pointer[1] == .slash { return 2 }
    return read(pointer, end)?.length
  }

  @inline(__always)
  private static func fourHexDigits(
    _ pointer: BytePointer, _ end: BytePointer
  ) -> UInt32? {
    guard end - pointer >= 4 else { return nil }
    let (a, b) = unsafe (pointer[0].hexValue, pointer[1].hexValue)
    let (c, d) = unsafe (pointer[2].hexValue, pointer[3].hexValue)
    guard a | b | c | d < 16 else { return nil }
    return UInt32(a) << 12 | UInt32(b) << 8 | UInt32(c) << 4 | UInt32(d)
  }

  /// Writes a string's content with its escapes resolved.
  ///
  /// - Parameters:
  ///   - raw: what stands between the quotes. It should have been scanned, so that every escape is
  ///     valid; what follows an invalid one is left out.
  ///   - buffer: room for at least as many bytes, as no escape is shorter than its scalar.
  /// - Returns: the bytes that were written.
  static func resolve(_ raw: Bytes, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Bytes {
    precondition(buffer.count >= raw.count)
    guard let output = buffer.baseAddress else { return raw }
    let count = unsafe resolve(raw, into: output)
    return unsafe Bytes(start: BytePointer(output), count: count)
  }

  private static func resolve(_ raw: Bytes, into output: UnsafeMutablePointer<UInt8>) -> Int {
    var pointer = raw.start
    let end = raw.end
    var target = unsafe output
    while true {
      // What lies between escapes is copied sixteen bytes at a time; the output has room for them, as
      // it is never ahead of the source.
      while end - pointer >= 16 {
        let block = unsafe ByteScan.load16(pointer)
        unsafe UnsafeMutableRawPointer(target).storeBytes(of: block, as: SIMD16<UInt8>.self)
        let index = ByteScan.firstIndex(block .== SIMD16<UInt8>(repeating: .backslash))
        pointer += index
        unsafe target += index
        if index < 16 { break }
      }
      while pointer < end, unsafe pointer.pointee != .backslash {
        unsafe target.pointee = pointer.pointee
        pointer += 1
        unsafe target += 1
      }
      guard pointer < end, let escape = read(pointer, end) else { return unsafe target - output }
      unsafe target += writeUTF8(escape.scalar, to: target)
      pointer += escape.length
    }
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

  /// A string's content as text, for errors, tokens and sorting. Malformed UTF-8 is shown as replacement
  /// characters; a malformed escape ends the text.
  static func unescapedLeniently(_ raw: Bytes) -> String {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: raw.count) { buffer, count in
      count = unsafe resolve(raw, into: buffer).count
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
