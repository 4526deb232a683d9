import Foundation

/// Comparison of keys as UTF-8 bytes, where Swift's own == would compare normalised text.
enum JSONKey {
  /// Whether a key has exactly these bytes.
  static func isEqual(_ key: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Both counts are stored, and most keys differ in them.
    guard key.utf8.count == bytes.count else { return false }
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return true }
    return withUTF8(key) { key in
      guard let keyStart = key.baseAddress else { return false }
      return memcmp(keyStart, start, bytes.count) == 0
    }
  }

  /// Whether two keys have the same bytes.
  static func isEqual(_ key: String, _ other: String) -> Bool {
    withUTF8(other) { isEqual(key, $0) }
  }

  /// Gives the UTF-8 bytes of a string, without a copy unless it is a bridged one.
  @inline(__always)
  static func withUTF8<Result>(
    _ string: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if let result = string.utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = string
    return copy.withUTF8(body)
  }
}
