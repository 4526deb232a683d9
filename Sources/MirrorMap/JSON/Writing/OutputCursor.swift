/// Where the next byte of the output goes: writes the pieces for which a writer has reserved room.
///
/// A loop that writes many pieces holds the cursor in a local variable, which stays in a register. A writer's
/// own cursor would be loaded and stored for each piece, as the compiler has to assume that the bytes written
/// may be those of the cursor.
///
///     var output = writer.reserved(64)
///     output.writeKey(id, after: &separator)
///     output.writeInt(7)
///     writer.output = output
///
/// - Precondition: there is room for each piece and for `excess` more bytes, because pieces are
///   written in whole blocks.
@safe
struct OutputCursor {
  fileprivate(set) var address: UnsafeMutablePointer<UInt8>

  /// How many bytes beyond a piece may be overwritten.
  static var excess: Int { 32 }

  @inline(__always)
  init(_ address: UnsafeMutablePointer<UInt8>) { unsafe self.address = unsafe address }

  @inline(__always)
  mutating func writeByte(_ byte: UInt8) {
    unsafe address.pointee = byte
    unsafe address += 1
  }

  /// Writes up to eight bytes, the first one in the lowest bits.
  @inline(__always)
  mutating func writeWord(_ word: UInt64, count: Int) {
    unsafe EightDigits.store(word, at: address)
    unsafe address += count
  }

  @inline(__always)
  mutating func writeNull() { writeWord(0x6C6C_756E, count: 4) }

  @inline(__always)
  mutating func writeEmptyArray() { writeWord(0x5D5B, count: 2) }

  @inline(__always)
  mutating func writeBool(_ value: Bool) {
    // "true" and "false" in memory order.
    writeWord(value ? 0x6575_7274 : 0x65_736C_6166, count: value ? 4 : 5)
  }

  @inline(__always)
  mutating func writeInt(_ value: Int64) {
    unsafe address += IntegerToDecimal.write(value, to: address)
  }

  @inline(__always)
  mutating func writeInt(_ value: UInt64) {
    unsafe address += IntegerToDecimal.write(value, to: address)
  }

  /// Writes a number that is finite.
  @inline(__always)
  mutating func writeDouble(_ value: Double, powers: PowersOfTen) {
    unsafe address += BinaryToDecimal.write(value, to: address, powers: powers)
  }

  /// Writes a number that is finite.
  @inline(__always)
  mutating func writeFloat(_ value: Float, powers: PowersOfTen) {
    unsafe address += BinaryToDecimal.write(value, to: address, powers: powers)
  }

  /// Writes a key and its colon after a separator, which is a comma from then on.
  ///
  /// - Parameters:
  ///   - separator: the opening brace of the object before the first key, or a space at the end of an indentation.
  ///   - isIndented: whether a space follows the colon.
  @inline(__always)
  mutating func writeKey(
    _ key: PreparedKey, after separator: inout UInt8, isIndented: Bool = false
  ) {
    unsafe copyBlocks(key.start, key.count)
    unsafe address.pointee = separator
    unsafe address += key.count
    separator = .comma
    if isIndented { writeByte(.space) }
  }

  /// Ends a line after a separator, and begins the next one, whose last space is the separator from then on.
  @inline(__always)
  mutating func breakLine(_ count: Int, after separator: inout UInt8) {
    writeByte(separator)
    breakLine(count &- 1)
    separator = .space
  }

  /// Begins a line with so many spaces, 32 at a time.
  @inline(__always)
  mutating func breakLine(_ count: Int) {
    writeByte(.newline)
    let spaces = SIMD16<UInt8>(repeating: .space)
    var offset = 0
    repeat {
      let target = unsafe UnsafeMutableRawPointer(address + offset)
      unsafe target.storeBytes(of: spaces, as: SIMD16<UInt8>.self)
      unsafe (target + 16).storeBytes(of: spaces, as: SIMD16<UInt8>.self)
      offset &+= 32
    } while offset < count
    unsafe address += count
  }

  /// Copies bytes, 32 at a time, to the cursor.
  ///
  /// - Precondition: 31 bytes after them can be read.
  @unsafe @inline(__always)
  func copyBlocks(_ start: BytePointer, _ count: Int) {
    var offset = 0
    repeat {
      let target = unsafe UnsafeMutableRawPointer(address + offset)
      let first = unsafe ByteScan.load16(start + offset)
      let second = unsafe ByteScan.load16(start + (offset &+ 16))
      unsafe target.storeBytes(of: first, as: SIMD16<UInt8>.self)
      unsafe (target + 16).storeBytes(of: second, as: SIMD16<UInt8>.self)
      offset &+= 32
    } while offset < count
  }
}

// MARK: - Strings

extension OutputCursor {
  /// Copies a string up to the first block, word or byte that needs an escape.
  ///
  /// For no length there is a loop over single bytes: the last block, word or half a word overlaps
  /// with the one before. A string of 21 bytes, of 11, of 6 and of 3:
  ///
  ///     0 … 15           0 … 7         0 … 3         0
  ///          5 … 20         3 … 10        2 … 5        1  2
  ///
  /// - Returns: how many bytes were copied; all of them if no byte needs an escape.
  @inline(__always)
  mutating func copyString(_ bytes: Bytes) -> Int {
    let start = bytes.start
    let count = bytes.count
    guard count >= 16 else { return copyShortString(start, count) ? count : 0 }
    var offset = 0
    repeat {
      guard unsafe copyBlock(start, offset) else {
        unsafe address += offset
        return offset
      }
      offset &+= 16
    } while offset &+ 16 <= count
    if offset < count, unsafe !copyBlock(start, count &- 16) {
      unsafe address += offset
      return offset
    }
    unsafe address += count
    return count
  }

  /// Copies a string of less than sixteen bytes; returns false, with nothing copied, if it needs escapes.
  @inline(__always)
  private mutating func copyShortString(_ start: BytePointer, _ count: Int) -> Bool {
    let target = unsafe UnsafeMutableRawPointer(address)
    if count >= 8 {
      let first = unsafe ByteScan.load8(start)
      let last = unsafe ByteScan.load8(start + (count &- 8))
      if Self.stops(first) | Self.stops(last) != 0 { return false }
      unsafe target.storeBytes(of: first.littleEndian, as: UInt64.self)
      unsafe (target + (count &- 8)).storeBytes(of: last.littleEndian, as: UInt64.self)
    } else if count >= 4 {
      let first = unsafe ByteScan.load4(start)
      let last = unsafe ByteScan.load4(start + (count &- 4))
      if Self.stops(UInt64(first) | UInt64(last) &<< 32) != 0 { return false }
      unsafe target.storeBytes(of: first.littleEndian, as: UInt32.self)
      unsafe (target + (count &- 4)).storeBytes(of: last.littleEndian, as: UInt32.self)
    } else if count > 0 {
      let first = unsafe start.pointee
      let middle = unsafe start[count &>> 1]
      let last = unsafe start[count &- 1]
      // The other five bytes are spaces.
      let word = UInt64(first) | UInt64(middle) &<< 8 | UInt64(last) &<< 16
      if Self.stops(word | 0x2020_2020_2000_0000) != 0 { return false }
      unsafe address[0] = first
      unsafe address[count &>> 1] = middle
      unsafe address[count &- 1] = last
    }
    unsafe address += count
    return true
  }

  /// Copies sixteen bytes to the same distance after the cursor.
  ///
  /// - Returns: whether none of them needs an escape.
  /// - Precondition: they can be read.
  @unsafe @inline(__always)
  private func copyBlock(_ start: BytePointer, _ offset: Int) -> Bool {
    let block = unsafe ByteScan.load16(start + offset)
    unsafe UnsafeMutableRawPointer(address + offset).storeBytes(
      of: block, as: SIMD16<UInt8>.self)
    return !ByteScan.hasAny(ByteScan.stringStops(block))
  }

  /// Copies bytes of a string from an offset on, up to the first one that needs an escape, and returns its offset, or
  /// the number of bytes.
  @inline(__always)
  mutating func copyPlain(_ bytes: Bytes, from offset: Int) -> Int {
    let start = bytes.start
    var offset = offset
    while bytes.count &- offset >= ByteMask.width {
      unsafe copyBlocks(start + offset, ByteMask.width)
      let stops = unsafe ByteMask.stringStops(start + offset)
      let count = stops == 0 ? ByteMask.width : stops.trailingZeroBitCount
      offset &+= count
      unsafe address += count
      if stops != 0 { return offset }
    }
    while offset < bytes.count {
      let rest = bytes.count &- offset
      var word: UInt64
      if rest >= 8 {
        word = unsafe ByteScan.load8(start + offset)
      } else if bytes.count >= 8 {
        // The last eight bytes, without those before the offset: the zeros after them stop the copying.
        word = unsafe ByteScan.load8(bytes.end - 8) &>> UInt64(truncatingIfNeeded: 64 &- rest &* 8)
      } else {
        word = unsafe UInt64(start[offset])
      }
      let count = min(Self.stops(word).trailingZeroBitCount &>> 3, 8)
      writeWord(word, count: count)
      offset &+= count
      if count == 0 { return offset }
    }
    return offset
  }

  /// Copies a string with its quotes, as it is in a document.
  ///
  /// - Parameter lastBlock: The last offset at which 32 bytes are in the document, and can be copied and searched at
  ///   once, or 0 if there is none; -1 if slashes get a backslash, byte by byte.
  /// - Returns: the offset after the closing quote.
  @inline(__always)
  mutating func copyQuoted(_ bytes: Bytes, from offset: Int, _ lastBlock: Int) -> Int {
    writeByte(.quote)
    var offset = offset &+ 1
    while offset <= lastBlock {
      let block = bytes.start + offset
      // Before the copy, which could change the block for all that the compiler knows.
      let stops = unsafe ByteMask.equal(block, .quote) | ByteMask.equal(block, .backslash)
      unsafe copyBlocks(block, ByteMask.width)
      guard stops != 0 else {
        offset &+= ByteMask.width
        unsafe address += ByteMask.width
        continue
      }
      let count = stops.trailingZeroBitCount &+ 1
      offset &+= count
      unsafe address += count
      if unsafe bytes.start[offset &- 1] == .quote { return offset }
      guard offset < bytes.count else { return offset }
      // What follows a backslash, even if it is a quote.
      writeByte(bytes[offset])
      offset &+= 1
    }
    (offset, self) = copyEnd(bytes, from: offset, escapesSlashes: lastBlock < 0)
    return offset
  }

  /// Copies the rest of a string byte by byte.
  ///
  /// - Returns: the offset after the closing quote, and the cursor there.
  @inline(never)
  private func copyEnd(
    _ bytes: Bytes, from offset: Int, escapesSlashes: Bool
  ) -> (Int, OutputCursor) {
    var output = self
    var offset = offset
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == .slash, escapesSlashes { output.writeByte(.backslash) }
      output.writeByte(byte)
      offset &+= 1
      if byte == .quote { break }
      guard byte == .backslash, offset < bytes.count else { continue }
      output.writeByte(bytes[offset])
      offset &+= 1
    }
    return (offset, output)
  }

  /// Copies bytes from an offset on, up to a comma or a closing bracket, and returns its offset, or the number of
  /// bytes.
  @inline(__always)
  mutating func copyScalar(_ bytes: Bytes, from offset: Int) -> Int {
    var offset = offset
    let comma = SIMD16<UInt8>(repeating: .comma)
    // The two closing brackets differ in one bit.
    let bit = SIMD16<UInt8>(repeating: .openBrace ^ .openBracket)
    let brace = SIMD16<UInt8>(repeating: .closeBrace)
    while bytes.count &- offset >= 16 {
      let block = unsafe ByteScan.load16(bytes.start + offset)
      unsafe UnsafeMutableRawPointer(address).storeBytes(of: block, as: SIMD16<UInt8>.self)
      let commas: SIMDMask<SIMD16<Int8>> = block .== comma
      let brackets: SIMDMask<SIMD16<Int8>> = (block | bit) .== brace
      let count = ByteScan.firstIndex(commas .| brackets)
      offset &+= count
      unsafe address += count
      if count < 16 { return offset }
    }
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == .comma || byte == .closeBrace || byte == .closeBracket { break }
      writeByte(byte)
      offset &+= 1
    }
    return offset
  }

  /// The high bit of the first of eight bytes that is a quote, a backslash or a control character; those above
  /// it are arbitrary.
  ///
  /// A byte is zero where subtracting one borrows from a high bit that was not set before.
  @inline(__always)
  private static func stops(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    let controls = (word &- ones &* 0x20) & ~word
    let found = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | controls
    return found & 0x8080_8080_8080_8080
  }
}
