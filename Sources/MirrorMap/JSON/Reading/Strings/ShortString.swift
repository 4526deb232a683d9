/// Makes strings of up to 15 ASCII bytes from two words.
///
/// The standard library stores such a string inline, without a reference:
///
///     a  n  n  0  0  0  0  0    0  0  0  0  0  0  0  E3      the text, then E0 and its length
///
/// This layout is part of the ABI on Apple platforms, and fixed for a toolchain elsewhere. It is verified all the
/// same: the first use makes strings of all lengths in both ways. Unless their bits are equal, the standard library
/// makes all strings.
enum ShortString {
  /// The length of the longest string that is stored inline, in bytes.
  static let maximumCount = 15

  /// Whether the standard library uses this layout.
  static let isProven: Bool = {
    guard MemoryLayout<String>.size == 16, MemoryLayout<String>.stride == 16 else { return false }
    return [0x61, 0x00, 0x7F].allSatisfy { (first: UInt8) in
      (0...maximumCount).allSatisfy { count in
        let bytes = (0..<16).map { first ^ UInt8($0) }
        let string = String(decoding: bytes.prefix(count), as: UTF8.self)
        let words = unsafe unsafeBitCast(string, to: SIMD2<UInt64>.self)
        return unsafe bytes.withUnsafeBufferPointer {
          unsafe Self.words(Bytes($0).start, count) == words
        }
      }
    }
  }()

  /// Makes a string.
  ///
  /// - Precondition: `isProven`; there are at most 15 bytes, all of them ASCII, and 16 bytes are readable.
  @unsafe @inline(__always)
  static func make(_ start: BytePointer, _ count: Int) -> String {
    var words = unsafe words(start, count)
    return unsafe withUnsafeMutablePointer(to: &words) {
      // Moved, as a copy would be retained.
      unsafe $0.withMemoryRebound(to: String.self, capacity: 1) { unsafe $0.move() }
    }
  }

  @unsafe @inline(__always)
  private static func words(_ start: BytePointer, _ count: Int) -> SIMD2<UInt64> {
    let low = unsafe ByteScan.load8(start)
    let high = unsafe ByteScan.load8(start + 8)
    let mark = UInt64(truncatingIfNeeded: 0xE0 | count) &<< 56
    let unused = UInt64(truncatingIfNeeded: (8 &- count & 7) &* 8)
    // Of eight bytes all count, or those of the first word.
    if count >= 8 {
      let kept = count == 8 ? 0 : (high &<< unused) &>> unused
      return SIMD2(low.littleEndian, (kept | mark).littleEndian)
    }
    let kept = count == 0 ? 0 : (low &<< unused) &>> unused
    return SIMD2(kept.littleEndian, mark.littleEndian)
  }
}
