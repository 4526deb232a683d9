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

  /// Writes a string without copying it, at a cursor.
  ///
  /// - Parameter rest: how many bytes to make room for after the string.
  /// - Returns: the cursor after the string.
  @inline(never)
  mutating func writeString(
    _ value: InPlace<String>, at output: OutputCursor, before rest: Int
  ) -> OutputCursor {
    value.borrowed.withUTF8 { writeString($0, at: output, before: rest) }
  }

  @inline(__always)
  mutating func writeString(_ bytes: Bytes) { output = writeString(bytes, at: output, before: 0) }

  @inline(__always)
  private mutating func writeString(
    _ bytes: Bytes, at output: OutputCursor, before rest: Int
  ) -> OutputCursor {
    // Room for the quotes and for the bytes if nothing needs an escape.
    var output = makeRoom(for: bytes.count &+ 2 &+ rest, at: output)
    output.writeByte(.quote)
    let count = output.copyString(bytes)
    if count < bytes.count {
      self.output = output
      writeRest(bytes, from: count)
      output = reserved(1 &+ rest)
    }
    output.writeByte(.quote)
    return output
  }

  /// Writes a string as ``writeString(_:)`` does, with a backslash before each slash.
  @inline(never)
  mutating func writeString(escapingSlashes bytes: Bytes) {
    writeByte(.quote)
    var rest = bytes
    while let slash = rest.position(of: .slash) {
      writeContent(rest[0..<slash])
      writeLiteral("\\/")
      rest = rest[slash &+ 1..<rest.count]
    }
    writeContent(rest)
    writeByte(.quote)
  }

  /// Writes a part of a string.
  private mutating func writeContent(_ bytes: Bytes) {
    var output = reserved(bytes.count)
    let count = output.copyString(bytes)
    self.output = output
    if count < bytes.count { writeRest(bytes, from: count) }
  }

  /// Writes the rest of a string, from a byte or block on that needs an escape.
  @inline(never)
  private mutating func writeRest(_ bytes: Bytes, from offset: Int) {
    var output = reserved(bytes.count &- offset)
    var offset = offset
    while true {
      offset = output.copyPlain(bytes, from: offset)
      guard offset < bytes.count else { break }
      output.writeEscape(bytes[offset])
      offset &+= 1
      output = makeRoom(for: bytes.count &- offset, at: output)
    }
    self.output = output
  }
}

extension OutputCursor {
  @inline(__always)
  fileprivate mutating func writeEscape(_ byte: UInt8) {
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
    writeByte(.backslash)
    writeByte(letter)
  }

  private mutating func writeControl(_ byte: UInt8) {
    // "\u00" in memory order.
    writeWord(0x3030_755C, count: 4)
    writeByte(.zero + byte >> 4)
    let digit = byte & 0xF
    writeByte(digit < 10 ? .zero + digit : 0x61 + digit - 10)
  }
}
