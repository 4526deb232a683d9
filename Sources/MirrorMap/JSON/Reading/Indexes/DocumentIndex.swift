/// Where each value and each key of a document is.
///
/// `Codable` types request keys in an order of their own, some of them twice and others never. So a document is
/// read twice: once to validate all of it and to note where everything begins, and then value by value, as the types
/// request them. The entries are in the order of the document; the value of a key is the entry after it.
///
///     {"id": 7, "tags": ["a", "b"]}
///
///     entry  0        1      2      3        4           5      6
///            object   "id"   7      "tags"   array       "a"    "b"
///     next            3             none                 6      none
///     detail 2 members              …        2 elements
///
/// The detail of a key is its fingerprint: four bytes that differ for most keys of an object, so that looking for a
/// key compares numbers. The number of members is that with a flag in the lowest bit: whether a key has escapes or
/// isn't ASCII, so that comparing bytes is not enough.
struct DocumentIndex {
  struct Entry {
    /// The offset of the first byte.
    let start: Int
    /// The entry of the next key of the object, or of the next element of the array; 0 if it's the last one.
    var next: UInt32 = 0
    /// The fingerprint of a key; the doubled number of members or elements of a container, and its flag.
    var detail: UInt32 = 0

    /// The number of members or elements of a container.
    var count: Int { Int(detail &>> 1) }

    /// Whether an object has keys that can't be compared byte by byte.
    var hasUnusualKeys: Bool { detail & 1 == 1 }
  }

  /// A container that is being read.
  private struct Level {
    var container = 0
    var isObject = false
    /// The entry of the last key or element.
    var last = 0
    var detail: UInt32 = 0
    /// The text between two members or elements.
    var separator = JSONReader.Separator()
  }

  /// The largest number of entries.
  private static let maximumCount = Int(Int32.max)

  let entries: HeapStack<Entry>
  /// Whether keys are compared as strings, so that combining marks are limited.
  private let comparesTexts: Bool

  /// How many entries values of some bytes usually have.
  static func entryCount(for byteCount: Int) -> Int { 16 + byteCount / 12 }

  /// Reads the value at the cursor of a reader. Offsets count from there.
  ///
  /// - Parameters:
  ///   - comparesTexts: Whether keys will be compared as strings.
  ///   - memory: The entries of another value, which aren't needed anymore.
  /// - Throws: ``MappingError`` if the value is malformed or exceeds a limit.
  /// - Complexity: O(n); no recursion.
  init(
    _ reader: inout JSONReader, comparesTexts: Bool, memory: HeapStack<Entry>? = nil
  ) throws(MappingError) {
    self.comparesTexts = comparesTexts
    let origin = reader.cursor
    entries = memory ?? HeapStack(capacity: Self.entryCount(for: reader.end - origin))
    entries.truncate(to: 0)
    // The innermost container, those around it, and how many all are.
    var (level, levels, depth) = (Level(), [Level](), 0)
    while true {
      // At the first byte of a value.
      let value = entries.count
      guard value < Self.maximumCount else {
        throw reader.failure(
          .sizeLimit, expected: "fewer values", found: "more than two billion")
      }
      entries.push(Entry(start: reader.cursor - origin))
      let kind = reader.current
      if kind == .openBrace || kind == .openBracket {
        let isObject = kind == .openBrace
        if try isObject ? reader.beginObject() : reader.beginArray() {
          if depth > 0 { levels.append(level) }
          depth += 1
          level = Level(container: value, isObject: isObject, last: value + 1, detail: 2)
          try reader.checkCount(0)
          if isObject, try appendKey(&reader, origin) { level.detail |= 1 }
          continue
        }
      } else {
        try reader.skip()
      }
      // After a value.
      while true {
        guard depth > 0 else { return }
        let isObject = level.isObject
        if try reader.next(&level.separator, isMember: isObject) {
          try reader.checkCount(Int(level.detail &>> 1))
          level.detail &+= 2
          entries[level.last].next = UInt32(truncatingIfNeeded: entries.count)
          level.last = entries.count
          if isObject, try appendKey(&reader, origin) { level.detail |= 1 }
          break
        }
        entries[level.container].detail = level.detail
        depth -= 1
        if depth > 0 { level = levels.removeLast() }
      }
    }
  }

  /// - Returns: whether the key has escapes or isn't ASCII.
  @inline(__always)
  private func appendKey(
    _ reader: inout JSONReader, _ origin: BytePointer
  ) throws(MappingError) -> Bool {
    let start = reader.cursor - origin
    let key = try reader.readRawKey()
    entries.push(Entry(start: start, detail: Self.fingerprint(of: key.bytes)))
    guard key.hasEscapes || !key.isASCII else { return false }
    if comparesTexts, key.bytes.count > 512 {
      try reader.checkComparable(reader.makeString(key), at: key.start)
    }
    return true
  }

  /// Four bytes that differ for most keys of an object.
  @inline(__always)
  static func fingerprint(of key: Bytes) -> UInt32 {
    guard let first = key.first, let last = key.last else { return 0 }
    let count = UInt32(truncatingIfNeeded: key.count)
    return count << 24 | UInt32(first) << 16 | UInt32(key[key.count / 2]) << 8 | UInt32(last)
  }
}
