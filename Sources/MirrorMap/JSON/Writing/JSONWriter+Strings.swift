extension JSONWriter {
  /// Writes a string between quotes, with escapes for what JSON does not allow in strings.
  @usableFromInline
  mutating func writeString(_ value: String) {
    JSONKey.withUTF8(value) { writeString($0) }
  }

  /// Writes a string without copying it.
  @usableFromInline
  mutating func writeString(_ value: InPlace<String>) {
    value.borrowed.withUTF8 { writeString($0) }
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

  /// Writes a string as ``writeString(_:)`` does, with a backslash before each slash.
  @inline(never)
  mutating func writeString(escapingSlashes bytes: Bytes) {
    writeByte(.quote)
    var rest = bytes
    while let slash = rest.offset(of: .slash) {
      reserve(slash &+ 17)
      writeContent(rest.start, slash)
      writeLiteral("\\/")
      rest = rest[slash &+ 1..<rest.count]
    }
    reserve(rest.count &+ 17)
    writeContent(rest.start, rest.count)
    writeByte(.quote)
  }

  /// Copies a string without escapes; uses the general path from the first byte that needs one.
  ///
  /// For no length there is a loop over single bytes: the last block, word or half a word overlaps
  /// with the one before. A string of 21 bytes, of 11, of 6 and of 3:
  ///
  ///     0 … 15           0 … 7         0 … 3         0
  ///          5 … 20         3 … 10        2 … 5        1  2
  ///
  /// - Precondition: room for `count + 17` bytes has been reserved.
  @inline(__always)
  private mutating func writeContent(_ start: BytePointer, _ count: Int) {
    guard count >= 16 else { return writeShortContent(start, count) }
    var offset = 0
    repeat {
      guard unsafe copyBlock(start, offset) else {
        return writeGenerally(start, count, from: offset)
      }
      offset &+= 16
    } while offset &+ 16 <= count
    if offset < count, unsafe !copyBlock(start, count &- 16) {
      return writeGenerally(start, count, from: offset)
    }
    unsafe cursor += count
  }

  /// Copies a string of less than sixteen bytes without escapes.
  @inline(__always)
  private mutating func writeShortContent(_ start: BytePointer, _ count: Int) {
    let target = unsafe UnsafeMutableRawPointer(cursor)
    if count >= 8 {
      let first = unsafe ByteScan.load8(start)
      let last = unsafe ByteScan.load8(start + (count &- 8))
      if Self.needsEscape(first) || Self.needsEscape(last) {
        return writeGenerally(start, count, from: 0)
      }
      unsafe target.storeBytes(of: first.littleEndian, as: UInt64.self)
      unsafe (target + (count &- 8)).storeBytes(of: last.littleEndian, as: UInt64.self)
    } else if count >= 4 {
      let first = unsafe ByteScan.load4(start)
      let last = unsafe ByteScan.load4(start + (count &- 4))
      if Self.needsEscape(UInt64(first) | UInt64(last) &<< 32) {
        return writeGenerally(start, count, from: 0)
      }
      unsafe target.storeBytes(of: first.littleEndian, as: UInt32.self)
      unsafe (target + (count &- 4)).storeBytes(of: last.littleEndian, as: UInt32.self)
    } else if count > 0 {
      let first = unsafe start.pointee
      let middle = unsafe start[count &>> 1]
      let last = unsafe start[count &- 1]
      // The other five bytes are spaces.
      let word = UInt64(first) | UInt64(middle) &<< 8 | UInt64(last) &<< 16
      if Self.needsEscape(word | 0x2020_2020_2000_0000) {
        return writeGenerally(start, count, from: 0)
      }
      unsafe cursor[0] = first
      unsafe cursor[count &>> 1] = middle
      unsafe cursor[count &- 1] = last
    }
    unsafe cursor += count
  }

  /// Copies sixteen bytes to the same distance after the cursor.
  ///
  /// - Returns: whether none of them needs an escape.
  /// - Precondition: they can be read, and room for them has been reserved.
  @unsafe @inline(__always)
  private mutating func copyBlock(_ start: BytePointer, _ offset: Int) -> Bool {
    let block = unsafe ByteScan.load16(start + offset)
    unsafe UnsafeMutableRawPointer(cursor + offset).storeBytes(
      of: block, as: SIMD16<UInt8>.self)
    return !ByteScan.hasAny(ByteScan.stringStops(block))
  }

  /// Writes a string whose first bytes, up to `offset`, have been copied already: the general path.
  @inline(never)
  mutating func writeGenerally(_ start: BytePointer, _ count: Int, from offset: Int) {
    unsafe cursor += offset
    var source = start + offset
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

  @inline(__always)
  private mutating func writeEscape(_ byte: UInt8) {
    let letter: UInt8
    switch byte {
    case .quote, .backslash: letter = byte
    case .newline: letter = UInt8(ascii: "n")
    case .tab: letter = UInt8(ascii: "t")
    case .carriageReturn: letter = UInt8(ascii: "r")
    case 0x08: letter = UInt8(ascii: "b")
    case 0x0C: letter = UInt8(ascii: "f")
    default: return writeControl(byte)
    }
    reserve(2)
    unsafe cursor[0] = .backslash
    unsafe cursor[1] = letter
    unsafe cursor += 2
  }

  @inline(never)
  private mutating func writeControl(_ byte: UInt8) {
    writeLiteral("\\u00")
    writeByte(.zero + byte >> 4)
    let digit = byte & 0xF
    writeByte(digit < 10 ? .zero + digit : 0x61 + digit - 10)
  }
}
