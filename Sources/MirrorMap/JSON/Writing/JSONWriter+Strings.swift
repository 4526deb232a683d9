extension JSONWriter {
  /// Writes a string between quotes, with escapes for what JSON does not allow in strings.
  @usableFromInline
  mutating func writeString(_ value: String) {
    var value = value
    value.withUTF8 { unsafe writeString(Bytes($0)) }
  }

  /// Writes a string without copying it.
  @usableFromInline
  mutating func writeString(_ value: InPlace<String>) {
    value.withUTF8 { writeString($0) }
  }

  @inline(__always)
  mutating func writeString(_ bytes: Bytes) {
    // Room for the quotes and for the bytes if nothing needs an escape.
    reserve(bytes.count &+ 18)
    unsafe cursor.pointee = .quote
    unsafe cursor += 1
    writeContent(bytes.start, bytes.count)
    unsafe cursor.pointee = .quote
    unsafe cursor += 1
  }

  /// Copies runs without escapes as they are, sixteen bytes at a time.
  ///
  /// - Precondition: room for `count + 17` bytes has been reserved; it is so again on return, less
  ///   what was written.
  @inline(__always)
  private mutating func writeContent(_ start: BytePointer, _ count: Int) {
    var source = start
    let end = start + count
    while true {
      copyPlain(&source, end)
      guard source < end else { return }
      unsafe writeEscape(source.pointee)
      source += 1
      reserve((end - source) &+ 17)
    }
  }

  /// Copies up to the first byte that needs an escape, or to the end.
  ///
  /// - Precondition: room for the bytes and sixteen more has been reserved.
  @inline(__always)
  private mutating func copyPlain(
    _ source: inout BytePointer, _ end: BytePointer
  ) {
    while end - source >= 16 {
      let block = unsafe ByteScan.load16(source)
      unsafe UnsafeMutableRawPointer(cursor).storeBytes(of: block, as: SIMD16<UInt8>.self)
      let index = ByteScan.firstIndex(ByteScan.stringStops(block))
      source += index
      unsafe cursor += index
      if index < 16 { return }
    }
    if end - source >= 8 {
      let word = unsafe ByteScan.load8(source)
      if !Self.needsEscape(word) {
        unsafe UnsafeMutableRawPointer(cursor).storeBytes(of: word.littleEndian, as: UInt64.self)
        source += 8
        unsafe cursor += 8
      }
    }
    while source < end {
      let byte = unsafe source.pointee
      guard byte >= .space, byte != .quote, byte != .backslash else { return }
      unsafe cursor.pointee = byte
      source += 1
      unsafe cursor += 1
    }
  }

  /// Whether one of eight bytes is a quote, a backslash or a control character.
  ///
  /// A byte is zero where subtracting one borrows from a high bit that was not set before.
  @inline(__always)
  private static func needsEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    let controls = (word &- ones &* 0x20) & ~word
    let found = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | controls
    return found & 0x8080_8080_8080_8080 != 0
  }

  @inline(never)
  private mutating func writeEscape(_ byte: UInt8) {
    switch byte {
    case .quote: writeLiteral("\\\"")
    case .backslash: writeLiteral("\\\\")
    case 0x08: writeLiteral("\\b")
    case 0x0C: writeLiteral("\\f")
    case .newline: writeLiteral("\\n")
    case .carriageReturn: writeLiteral("\\r")
    case .tab: writeLiteral("\\t")
    default:
      writeLiteral("\\u00")
      writeHexDigit(byte >> 4)
      writeHexDigit(byte & 0xF)
    }
  }

  private mutating func writeHexDigit(_ digit: UInt8) {
    writeByte(digit < 10 ? .zero + digit : 0x61 + digit - 10)
  }
}
