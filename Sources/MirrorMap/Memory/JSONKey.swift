/// Comparison of keys as UTF-8 bytes, where Swift's own == would compare normalized text.
package enum JSONKey {
  /// Whether a key has exactly these bytes.
  @inline(never)
  static func isEqual(_ key: String, _ bytes: Bytes) -> Bool {
    // Both counts are stored, and most keys differ in them.
    guard key.utf8.count == bytes.count else { return false }
    return withUTF8(key) { isEqual($0, bytes) }
  }

  /// Whether two runs of bytes are equal.
  ///
  /// Precondition of the comparison: both counts are the same.
  @inline(__always)
  static func isEqual(_ bytes: Bytes, _ other: Bytes) -> Bool {
    guard bytes.count == other.count else { return false }
    return unsafe ByteScan.isEqualExactly(bytes.start, other.start, bytes.count)
  }

  /// Whether two keys, or other texts, have the same bytes.
  @inline(never)
  package static func isEqual(_ key: String, _ other: String) -> Bool {
    withUTF8(other) { isEqual(key, $0) }
  }

  /// Whether two keys are equal, byte by byte, or where case doesn't matter, in lower case.
  static func isEqual(_ key: String, _ other: String, ignoringCase: Bool) -> Bool {
    isEqual(key, other) || ignoringCase && isEqual(key.lowercased(), other.lowercased())
  }

  /// The positions of keys, in the order of their UTF-8.
  static func order(of keys: [String]) -> [Int] {
    // Of short strings, each comparison would copy the bytes.
    var texts: [UInt8] = []
    texts.reserveCapacity(16 &* keys.count)
    var sorted = keys.enumerated().map { position, key in
      let start = texts.count
      texts.append(contentsOf: key.utf8)
      return (text: start..<texts.count, position: position)
    }
    texts.withBytes { texts in
      sorted.sort { texts[$0.text].precedes(texts[$1.text]) }
    }
    return sorted.map(\.position)
  }

  /// A key as it's compared: where case doesn't matter, in lower case.
  static func folded(_ key: String, ignoringCase: Bool) -> String {
    ignoringCase ? key.lowercased() : key
  }

  /// Whether two keys are the same string in memory, or short and equal. If so, their bytes are equal.
  ///
  /// Precondition of the casts: both types have the same size, which is checked.
  @inline(__always)
  static func isIdentical(_ key: String, _ other: String) -> Bool {
    guard MemoryLayout<String>.size == MemoryLayout<SIMD2<UInt64>>.size else { return false }
    return unsafe unsafeBitCast(key, to: SIMD2<UInt64>.self)
      == unsafeBitCast(other, to: SIMD2<UInt64>.self)
  }

  /// Calls `body` with the UTF-8 bytes of a string, without copying them unless it is a bridged
  /// one.
  @inline(__always)
  static func withUTF8<Result>(_ string: String, _ body: (Bytes) -> Result) -> Result {
    if let result = unsafe string.utf8.withContiguousStorageIfAvailable({ unsafe body(Bytes($0)) })
    {
      return result
    }
    #if canImport(ObjectiveC)
      var copy = string
      return copy.withUTF8 { unsafe body(Bytes($0)) }
    #else
      // Another copy of each closure, 26 KB in all, would never run.
      preconditionFailure("only bridged strings are not contiguous")
    #endif
  }
}

/// A key that equals another one if they have the same bytes.
struct KeyBytes: Hashable {
  let key: String

  init(_ key: String) { self.key = key }

  init(_ key: Bytes) { self.key = String(decoding: key, as: UTF8.self) }

  @inline(__always)
  static func == (left: KeyBytes, right: KeyBytes) -> Bool { JSONKey.isEqual(left.key, right.key) }

  func hash(into hasher: inout Hasher) {
    JSONKey.withUTF8(key) { $0.hash(into: &hasher) }
  }
}
