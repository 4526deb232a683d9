internal import CByteVectors
import EssentialFoundation

/// Base64 text (RFC 4648, section 4, with padding) without a string of its own.
///
/// Reading and writing take 16 or 32 characters at a time (`CByteVectors`). The last ones are read by groups of four:
/// tables hold, for each place of a group and each character, what the character adds to the three bytes, the first one
/// in the lowest bits. They are written 12 bits at a time by a table of pairs of characters:
///
///     "TWFu"     T 0x00004C   W 0x006001   F 0x400100   u 0x2E0000   together 0x6E614D, which is "Man"
///     "Man"      0x4D6 "TW"   0x16E "Fu"
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
    let count = text.count / 4 * 3 - paddingCount
    // `Data` takes less time to copy a few bytes than to make them accessible.
    if count <= 512 {
      return unsafe withUnsafeTemporaryAllocation(
        byteCount: count + vectorExcess, alignment: 1
      ) { memory in
        guard unsafe read(text, count, to: memory) else { return nil }
        return unsafe memory.baseAddress.map { unsafe Data(bytes: $0, count: count) }
      }
    }
    var result = Data(count: count)
    return unsafe result.withUnsafeMutableBytes { unsafe read(text, count, to: $0) } ? result : nil
  }

  /// How many bytes after its own a vector overwrites.
  private static var vectorExcess: Int { 4 }

  /// Writes the bytes that a text stands for, which are so many; returns false if it has other characters.
  @unsafe @inline(__always)
  private static func read(
    _ text: Bytes, _ count: Int, to output: UnsafeMutableRawBufferPointer
  ) -> Bool {
    var first = 0
    #if arch(x86_64) || arch(arm64) || arch(arm64_32)
      let width = Int(WIDE_VECTOR_WIDTH)
      let vectorCount = min(count, output.count - vectorExcess) / (width / 4 * 3)
      // Not all x86-64 processors have the instructions.
      if vectorCount > 0, wide_vectors_are_supported(), let start = output.baseAddress {
        let bytes = unsafe start.assumingMemoryBound(to: UInt8.self)
        guard unsafe base64_vectors_read(text.start.address, vectorCount, bytes) else {
          return false
        }
        first = vectorCount * width
        if first == text.count { return true }
      }
    #endif
    return unsafe readGroups(
      text, from: first, to: UnsafeMutableRawBufferPointer(rebasing: output[..<count]))
  }

  /// Does the same from a group on; the reference implementation of the vectors, and the fallback where they can't be used.
  @unsafe
  static func readGroups(
    _ text: Bytes, from first: Int, to output: UnsafeMutableRawBufferPointer
  ) -> Bool {
    let contributions = contributions
    // The highest bit is set for other characters.
    var other: UInt32 = 0
    @inline(__always) func group(_ characters: UInt32) -> UInt32 {
      @inline(__always) func part(_ place: UInt32) -> UInt32 {
        contributions[Int(place &<< 8 | characters &>> (8 &* place) & 0xFF)]
      }
      let group = part(0) | part(1) | part(2) | part(3)
      other |= group
      return group
    }
    var input = unsafe UnsafeRawPointer(text.start.address) + first
    @inline(__always) func characters() -> UInt32 {
      unsafe UInt32(littleEndian: input.loadUnaligned(as: UInt32.self))
    }
    var offset = first / 4 * 3
    // Each group but the last one is followed by a byte at least, which the next group overwrites.
    while offset < output.count - 3 {
      unsafe output.storeBytes(
        of: group(characters()).littleEndian, toByteOffset: offset, as: UInt32.self)
      unsafe input += 4
      offset += 3
    }
    // "A" in the place of padding adds nothing.
    let restCount = output.count - offset
    let cleared: UInt32 = restCount == 3 ? 0 : restCount == 2 ? 0xFF00_0000 : 0xFFFF_0000
    var rest = group(characters() & ~cleared | 0x4141_4141 & cleared).littleEndian
    unsafe withUnsafeBytes(of: &rest) { bytes in
      for index in 0..<restCount { unsafe output[offset + index] = bytes[index] }
    }
    return other &>> 31 == 0
  }

  // MARK: Writing

  /// Writes the text for some bytes.
  ///
  /// - Precondition: ``count(_:)`` bytes can be written.
  @unsafe @inline(__always)
  static func write(_ bytes: UnsafeRawBufferPointer, to output: UnsafeMutablePointer<UInt8>) {
    var first = 0
    #if arch(x86_64) || arch(arm64) || arch(arm64_32)
      let width = Int(WIDE_VECTOR_WIDTH)
      let vectorCount = (bytes.count - (width == 16 ? 4 : 0)) / (width / 4 * 3)
      if vectorCount > 0, wide_vectors_are_supported(), let start = bytes.baseAddress {
        let bytes = unsafe start.assumingMemoryBound(to: UInt8.self)
        unsafe base64_vectors_write(bytes, vectorCount, output)
        first = vectorCount * (width / 4 * 3)
      }
    #endif
    unsafe writeGroups(bytes, from: first, to: output + first / 3 * 4)
  }

  /// Writes the text for the bytes from a position on that is a multiple of three; the reference implementation of the
  /// vectors, and the fallback where they can't be used.
  @unsafe @inline(__always)
  static func writeGroups(
    _ bytes: UnsafeRawBufferPointer, from first: Int, to output: UnsafeMutablePointer<UInt8>
  ) {
    guard first < bytes.count else { return }
    let pairs = pairs
    var output = UnsafeMutableRawPointer(output)
    @inline(__always) func pair(_ bits: UInt64) -> UInt64 { UInt64(pairs[Int(bits & 0xFFF)]) }
    @inline(__always) func byte(_ position: Int) -> UInt64 { unsafe UInt64(bytes[position]) }
    var position = first
    @inline(__always) func loadWord(_ position: Int) -> UInt64 {
      unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
    // Writes six bytes, which are the highest ones of a word.
    @inline(__always) func writeSix(_ word: UInt64) {
      let text = pair(word &>> 52) | pair(word &>> 40) &<< 16
      let last = pair(word &>> 28) | pair(word &>> 16) &<< 16
      unsafe output.storeBytes(of: (text | last &<< 32).littleEndian, as: UInt64.self)
      unsafe output += 8
      position &+= 6
    }
    while position <= bytes.count &- 14 {
      writeSix(loadWord(position))
      writeSix(loadWord(position))
    }
    while position <= bytes.count &- 8 { writeSix(loadWord(position)) }
    // The last eight bytes are loaded again if six of them are left.
    if position > 0, position <= bytes.count &- 6 { writeSix(loadWord(position &- 2) &<< 16) }
    while position < bytes.count {
      let rest = bytes.count - position
      let second = rest > 1 ? byte(position + 1) &<< 8 : 0
      let group = byte(position) &<< 16 | second | (rest > 2 ? byte(position + 2) : 0)
      let text = UInt32(truncatingIfNeeded: pair(group &>> 12) | pair(group) &<< 16)
      unsafe output.storeBytes(of: text.littleEndian, as: UInt32.self)
      if rest < 3 { unsafe output.storeBytes(of: padding, toByteOffset: 3, as: UInt8.self) }
      if rest < 2 { unsafe output.storeBytes(of: padding, toByteOffset: 2, as: UInt8.self) }
      unsafe output += 4
      position += 3
    }
  }

  // MARK: Tables

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The two characters of each 12 bits, the first one in the lower half.
  private static let pairs = PermanentArray(
    alphabet.flatMap { first in alphabet.map { UInt16(first) | UInt16($0) << 8 } })

  /// What each character adds in each of the four places, or the highest bit.
  private static let contributions = PermanentArray(
    [18, 12, 6, 0].flatMap { shift in
      (0...255).map { (byte: UInt8) in
        guard let value = alphabet.firstIndex(of: byte) else { return 1 << 31 as UInt32 }
        return UInt32(value << shift).byteSwapped >> 8
      }
    })
}
