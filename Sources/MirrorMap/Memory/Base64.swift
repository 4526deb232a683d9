import EssentialFoundation

/// Base64 text (RFC 4648, section 4, with padding) without a string of its own.
///
/// Precondition of the unsafe code: an output has room for what is written, whose size its caller has computed.
enum Base64 {
  private static let padding = UInt8(ascii: "=")

  /// How many characters stand for some bytes.
  static func count(_ byteCount: Int) -> Int { (byteCount + 2) / 3 * 4 }

  // MARK: Reading

  /// The bytes that a text stands for; nil for other characters, and for missing and misplaced padding.
  static func bytes(of text: Bytes) -> Data? {
    guard text.count > 0 else { return Data() }
    guard text.count.isMultiple(of: 4) else { return nil }
    let paddingCount =
      text[text.count - 1] != padding ? 0 : text[text.count - 2] != padding ? 1 : 2
    var result = Data(count: text.count / 4 * 3 - paddingCount)
    let isValid = unsafe result.withUnsafeMutableBytes {
      unsafe read(text, paddingCount, to: $0)
    }
    return isValid ? result : nil
  }

  /// Writes what a text stands for.
  ///
  /// - Returns: false if it has other characters.
  @unsafe
  private static func read(
    _ text: Bytes, _ paddingCount: Int, to output: UnsafeMutableRawBufferPointer
  ) -> Bool {
    let values = values
    let input = text.start
    let end = text.count - (paddingCount > 0 ? 4 : 0)
    // The highest bit is set for other characters.
    var other: UInt32 = 0
    @inline(__always) func value(_ position: Int) -> UInt32 {
      let value = unsafe UInt32(values[Int(input[position])])
      other |= value
      return value
    }
    @inline(__always) func store(_ group: UInt32, _ shift: UInt32, _ offset: Int) {
      unsafe output.storeBytes(
        of: UInt8(truncatingIfNeeded: group &>> shift), toByteOffset: offset, as: UInt8.self)
    }
    var (position, offset) = (0, 0)
    while position < end {
      let high = value(position) &<< 18 | value(position + 1) &<< 12
      let group = high | value(position + 2) &<< 6 | value(position + 3)
      store(group, 16, offset)
      store(group, 8, offset + 1)
      store(group, 0, offset + 2)
      position += 4
      offset += 3
    }
    if paddingCount > 0 {
      var group = value(position) &<< 18 | value(position + 1) &<< 12
      store(group, 16, offset)
      if paddingCount == 1 {
        group |= value(position + 2) &<< 6
        store(group, 8, offset + 1)
      }
    }
    return other < 0x80
  }

  // MARK: Writing

  /// Writes the text for some bytes.
  ///
  /// - Precondition: ``count(_:)`` bytes can be written.
  @unsafe
  static func write(_ bytes: UnsafeRawBufferPointer, to output: UnsafeMutablePointer<UInt8>) {
    let characters = characters
    var output = unsafe output
    @inline(__always) func byte(_ position: Int) -> UInt32 { unsafe UInt32(bytes[position]) }
    @inline(__always) func write(_ group: UInt32) {
      for index in 0..<4 {
        unsafe output[index] = characters[Int(group &>> UInt32(18 - 6 * index) & 0x3F)]
      }
      unsafe output += 4
    }
    let rest = bytes.count % 3
    var position = 0
    while position < bytes.count - rest {
      write(byte(position) &<< 16 | byte(position + 1) &<< 8 | byte(position + 2))
      position += 3
    }
    guard rest > 0 else { return }
    write(byte(position) &<< 16 | (rest == 2 ? byte(position + 1) &<< 8 : 0))
    unsafe output[-1] = padding
    if rest == 1 { unsafe output[-2] = padding }
  }

  // MARK: Tables

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The character of each value.
  private static let characters = PermanentArray(alphabet)

  /// The value of each character, or 0x80.
  private static let values = PermanentArray(
    (0...255).map { byte in alphabet.firstIndex(of: byte).map { UInt8($0) } ?? 0x80 })
}
