extension JSONWriter {
  /// Writes a string between quotes, with escapes for what JSON does not allow in strings.
  @usableFromInline
  mutating func writeString(_ value: String) {
    var value = value
    value.withUTF8 { writeString($0) }
  }

  /// Writes a string without copying it.
  @usableFromInline
  mutating func writeString(_ value: InPlace<String>) {
    value.withUTF8 { writeString($0) }
  }

  @inline(__always)
  mutating func writeString(_ bytes: UnsafeBufferPointer<UInt8>) {
    // Room for the quotes and for the bytes if nothing needs an escape.
    reserve(bytes.count &+ 18)
    cursor.pointee = .quote
    cursor += 1
    if let start = bytes.baseAddress { writeContent(start, bytes.count) }
    cursor.pointee = .quote
    cursor += 1
  }

  /// Copies runs without escapes as they are.
  ///
  /// - Precondition: room for `count + 17` bytes has been reserved; it is so again on return, less
  ///   what was written.
  @inline(__always)
  private mutating func writeContent(_ start: UnsafePointer<UInt8>, _ count: Int) {
    var source = start
    var target = cursor
    var left = count
    while left >= 16 {
      let block = ByteScan.load16(source)
      UnsafeMutableRawPointer(target).storeBytes(of: block, as: SIMD16<UInt8>.self)
      let index = ByteScan.firstIndex(ByteScan.stringStops(block))
      source += index
      target += index
      left &-= index
      if index < 16 {
        cursor = target
        return writeEscaped(source, left)
      }
    }
    if left >= 8 {
      let word = ByteScan.load8(source)
      guard !Self.needsEscape(word) else {
        cursor = target
        return writeEscaped(source, left)
      }
      UnsafeMutableRawPointer(target).storeBytes(of: word.littleEndian, as: UInt64.self)
      source += 8
      target += 8
      left &-= 8
    }
    while left > 0 {
      let byte = source.pointee
      guard byte >= .space, byte != .quote, byte != .backslash else {
        cursor = target
        return writeEscaped(source, left)
      }
      target.pointee = byte
      source += 1
      target += 1
      left &-= 1
    }
    cursor = target
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

  /// The general form: byte by byte, as soon as something needed an escape.
  @inline(never)
  private mutating func writeEscaped(_ start: UnsafePointer<UInt8>, _ count: Int) {
    for index in 0..<count {
      let byte = start[index]
      // The longest escape takes six bytes; the others still have to fit behind it.
      reserve(count &- index &+ 24)
      if byte >= .space, byte != .quote, byte != .backslash {
        cursor.pointee = byte
        cursor += 1
      } else {
        writeEscape(byte)
      }
    }
  }

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
