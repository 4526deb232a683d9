/// The last step of a key path in quotes, as documents without escapes have it.
///
/// A key of up to sixteen bytes is compared as two words, which may overlap:
///
///     "created_at"     head  "created     tail  ated_at"
struct QuotedKey {
  /// How many bytes a key can have that is compared by its first and its last eight.
  static var shortCount: Int { 16 }

  private let head: UInt64
  private let headMask: UInt64
  private let tail: UInt64
  /// The number of bytes with the quotes.
  let count: Int

  init(_ key: String) {
    let text = Array("\"\(key)\"".utf8)
    func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reversed().reduce(0) { $0 &<< 8 | UInt64($1) }
    }
    (head, tail) = (word(text.prefix(8)), word(text.suffix(8)))
    headMask = .max &>> UInt64(max(64 - text.count * 8, 0))
    count = text.count
  }

  /// Whether the key is at a position.
  ///
  /// - Precondition: ``shortCount`` bytes can be read there.
  @unsafe @inline(__always)
  func isShortKey(at position: BytePointer) -> Bool {
    unsafe (ByteScan.load8(position) ^ head) & headMask == 0
      && (count <= 8 || ByteScan.load8(position + (count &- 8)) == tail)
  }

  /// Whether bytes begin with the key.
  @inline(never)
  func isKey(_ path: String, beginning bytes: Bytes) -> Bool {
    guard bytes.count >= count, bytes[0] == .quote, bytes[count &- 1] == .quote else {
      return false
    }
    return JSONKey.withUTF8(path) {
      JSONKey.isEqual($0[($0.count &- count &+ 2)..<$0.count], bytes[1..<(count &- 1)])
    }
  }
}
