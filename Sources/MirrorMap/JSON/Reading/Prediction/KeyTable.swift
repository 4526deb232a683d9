/// The keys to look for in an object, each with a number.
///
///     entry 0  "id"    → 0        slots   · 1 · · 0 · · 2
///     entry 1  "user"  → 7
///     entry 2  "zip"   → 1
///
/// A key of the document is first compared with the entry after the one found last, as objects of
/// one kind mostly have their keys in one order; otherwise it is hashed.
///
/// Precondition of the pointers here: the memory of the keys is permanent.
struct KeyTable {
  /// One key.
  struct Entry {
    /// The key's UTF-8 bytes, unescaped, in quotes. Eight more bytes are readable.
    fileprivate let text: BytePointer
    /// The number of bytes with the quotes.
    fileprivate let length: Int
    /// Which bits of the first eight bytes belong to the key and its quotes.
    fileprivate let headMask: UInt64
    /// Whether the key can be compared with a document's bytes before these have been scanned. If
    /// it contains a quote, the comparison could match malformed input.
    fileprivate let isPlain: Bool
    /// The key's number.
    let number: Int
  }

  let entries: PermanentArray<Entry>
  /// A hash table of entry indices, -1 for free slots; a power of two in size, at most half full.
  private let slots: PermanentArray<Int32>

  /// - Parameter keys: the keys in the order in which documents are likely to have them.
  init(_ keys: [(key: String, number: Int)]) {
    // All keys in one piece of memory, aligned: comparing words that cross cache lines takes longer.
    // Each is followed by at least eight more bytes, up to a multiple of sixteen.
    func room(_ key: String) -> Int { (key.utf8.count + 25) & ~15 }
    let texts = PermanentArray<UInt8>(count: keys.reduce(0) { $0 + room($1.key) }) { texts in
      for (key, _) in keys {
        texts.append(.quote)
        for byte in key.utf8 { texts.append(byte) }
        texts.append(.quote)
        for _ in (key.utf8.count + 2)..<room(key) { texts.append(0) }
      }
    }
    var text = texts.start
    entries = PermanentArray(count: keys.count) { entries in
      for (key, number) in keys {
        entries.append(Entry(text, length: key.utf8.count + 2, number: number))
        text += room(key)
      }
    }
    var size = 4
    while size < keys.count * 2 { size *= 2 }
    slots = PermanentArray(count: size) { [entries] span in
      for _ in 0..<size { span.append(-1) }
      var slots = span.mutableSpan
      for index in 0..<entries.count {
        var slot = Self.slot(of: entries[index].key, size)
        while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
        slots[slot] = Int32(index)
      }
    }
  }
}

extension KeyTable.Entry {
  fileprivate init(_ text: BytePointer, length: Int, number: Int) {
    (self.text, self.length, self.number) = (text, length, number)
    headMask = .max &>> UInt64(64 - min(length, 8) * 8)
    var isPlain = true
    for index in 1..<(length - 1) {
      let byte = unsafe text[index]
      if byte < .space || byte == .quote || byte == .backslash { isPlain = false }
    }
    self.isPlain = isPlain
  }

  /// The key without its quotes.
  @inline(__always)
  fileprivate var key: Bytes { unsafe Bytes(text + 1, text + length - 1) }
}

// MARK: - Looking up

extension KeyTable {
  /// Where the search for a key begins in a hash table.
  @inline(__always)
  private static func slot(of key: Bytes, _ size: Int) -> Int {
    let hash = unsafe ByteScan.hash(key.start, key.count)
    return Int(truncatingIfNeeded: hash &>> 32) & (size &- 1)
  }

  /// Whether a key comes next, in quotes and without an escape. It may be missed at the input's end.
  @inline(__always)
  func isNext(_ index: Int, at pointer: BytePointer, _ end: BytePointer) -> Bool {
    let (text, length) = (entries[index].text, entries[index].length)
    // Most other keys differ in their first bytes.
    guard end - pointer >= max(length, 8),
      unsafe (ByteScan.load8(text) ^ ByteScan.load8(pointer)) & entries[index].headMask == 0
    else { return false }
    return unsafe entries[index].isPlain
      && (length <= 8 || ByteScan.isEqual(text, pointer, length))
  }

  /// Whether an entry's key has these bytes.
  @inline(__always)
  func isKey(_ index: Int, _ key: Bytes) -> Bool { JSONKey.isEqual(entries[index].key, key) }

  /// The index of a key, given by its unescaped bytes, or -1.
  @inline(__always)
  func index(of key: Bytes) -> Int {
    var slot = Self.slot(of: key, slots.count)
    while true {
      let index = Int(slots[slot])
      if index < 0 { return -1 }
      if isKey(index, key) { return index }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
  }
}

extension JSONReader {
  /// Reads a key and advances to its value.
  ///
  /// - Parameter expected: the entry that is likely to come next.
  /// - Returns: the entry's index in the table, or -1 for an unmapped key.
  @inline(__always)
  mutating func readKey(in table: KeyTable, expected: Int) throws(MappingError) -> Int {
    // With a limit on lengths, all keys take the general path.
    if expected < table.entries.count, table.isNext(expected, at: cursor, quickEnd) {
      cursor += table.entries[expected].length
      try readColon()
      return expected
    }
    let raw = try readRawKey()
    if raw.hasEscapes { return findEscaped(raw, in: table) }
    return table.index(of: raw.bytes)
  }

  /// Reads a key and advances to its value, on the general path.
  ///
  /// - Parameter ignoringCase: whether the keys in the table are in lower case, and compared with
  ///   the key in lower case.
  /// - Returns: the entry's index in the table, or -1 for an unmapped key.
  mutating func readKey(in table: KeyTable, ignoringCase: Bool) throws(MappingError) -> Int {
    guard ignoringCase else { return try readKey(in: table, expected: table.entries.count) }
    let folded = try makeString(try readRawKey()).lowercased()
    return JSONKey.withUTF8(folded) { table.index(of: $0) }
  }

  @inline(never)
  private func findEscaped(_ raw: RawString, in table: KeyTable) -> Int {
    withUnescaped(raw) { table.index(of: $0) }
  }
}

extension Bytes {
  /// A hash of all bytes, the same in every process.
  @inline(__always)
  var slot: UInt { unsafe UInt(truncatingIfNeeded: ByteScan.hash(start, count) &>> 32) }

  /// The first seven bytes, or all of fewer, and the number of bytes, as one word.
  var fingerprint: UInt64 {
    unsafe ByteScan.loadShort(start, Swift.min(count, 7))
      | UInt64(truncatingIfNeeded: count) &<< 56
  }
}
