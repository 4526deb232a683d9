/// Keys that are looked for in an object, each with the number that it stands for.
///
///     entry 0  "id"    → 0        slots   · 1 · · 0 · · 2
///     entry 1  "user"  → 7
///     entry 2  "zip"   → 1
///
/// A key of the document is first compared with the entry behind the one found last, as objects of one
/// kind mostly have their keys in one order; else it is hashed. All memory here lives as long as the
/// process.
struct KeyTable {
  /// One key.
  struct Entry {
    /// The key's UTF-8 bytes, unescaped.
    fileprivate let key: BytePointer
    fileprivate let length: Int
    /// The first eight bytes, and the last eight; of shorter keys, all bytes and then zeros.
    fileprivate let head: UInt64
    fileprivate let tail: UInt64
    /// Which bits of a document's eight bytes count for `head`.
    fileprivate let headMask: UInt64
    /// Whether the key can be compared with a document's bytes before these have been scanned: not if
    /// it holds a quote, as it would then be mistaken in malformed input.
    fileprivate let isPlain: Bool
    /// What the key stands for.
    let number: Int
  }

  fileprivate let entries: ImmortalArray<Entry>
  /// A hash table of entry indices, -1 for free slots; a power of two in size, at most half full.
  private let slots: ImmortalArray<Int32>
  private let slotMask: Int

  /// - Parameter keys: the keys in the order in which documents are likely to have them.
  init(_ keys: [(key: String, number: Int)]) {
    entries = ImmortalArray(keys.map { Entry($0.key, $0.number) })
    var size = 4
    while size < keys.count * 2 { size *= 2 }
    var slots = [Int32](repeating: -1, count: size)
    for index in 0..<entries.count {
      let hash = Self.hash(entries[index].key, entries[index].length)
      var slot = Int(truncatingIfNeeded: hash) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(index)
    }
    self.slots = ImmortalArray(slots)
    slotMask = size - 1
  }

  var count: Int { @inline(__always) get { entries.count } }

  /// What the key at an index stands for.
  @inline(__always)
  func number(_ index: Int) -> Int { entries[index].number }
}

extension KeyTable.Entry {
  fileprivate init(_ key: String, _ number: Int) {
    let bytes = Array(key.utf8)
    let start = ImmortalArray(bytes).start
    let isLong = bytes.count >= 8
    self.key = start
    self.number = number
    length = bytes.count
    head = unsafe isLong ? ByteScan.load8(start) : KeyTable.shortWord(start, bytes.count)
    tail = unsafe isLong ? ByteScan.load8(start + bytes.count - 8) : 0
    headMask = bytes.isEmpty ? 0 : .max >> UInt64(64 - min(bytes.count, 8) * 8)
    isPlain = bytes.allSatisfy { $0 >= .space && $0 != .quote && $0 != .backslash }
  }

  /// Whether the bytes of a key are this one.
  ///
  /// - Precondition: they are readable.
  @inline(__always)
  fileprivate func matches(_ bytes: BytePointer, _ count: Int) -> Bool {
    guard count == length else { return false }
    if count < 8 { return unsafe KeyTable.shortWord(bytes, count) == head }
    guard unsafe ByteScan.load8(bytes) == head, unsafe ByteScan.load8(bytes + count - 8) == tail
    else { return false }
    return count <= 16 || middleMatches(bytes)
  }

  /// Compares what lies between the first and the last eight bytes.
  @inline(__always)
  private func middleMatches(_ bytes: BytePointer) -> Bool {
    var position = 8
    while position &+ 8 < length {
      guard unsafe ByteScan.load8(bytes + position) == ByteScan.load8(key + position) else {
        return false
      }
      position &+= 8
    }
    return true
  }

  /// Whether the bytes at `pointer` are this key in quotes, without an escape.
  ///
  /// - Precondition: all bytes from `pointer` to `end` are readable; `end` may lie before it.
  @inline(__always)
  fileprivate func isNext(at pointer: BytePointer, _ end: BytePointer) -> Bool {
    // The eight bytes behind the opening quote must be readable, and the closing quote.
    guard end - pointer > max(length &+ 1, 8), unsafe pointer.pointee == .quote,
      unsafe ByteScan.load8(pointer + 1) & headMask == head,
      unsafe pointer[length &+ 1] == .quote, isPlain
    else { return false }
    if length <= 8 { return true }
    return unsafe ByteScan.load8(pointer + 1 + length - 8) == tail
      && (length <= 16 || middleMatches(pointer + 1))
  }
}

// MARK: - Looking up

extension KeyTable {
  /// The hash of a key's bytes: eight bytes at a time, the last eight overlapping.
  ///
  /// - Precondition: they are readable.
  @inline(__always)
  private static func hash(_ bytes: BytePointer, _ count: Int) -> UInt64 {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    var hash = UInt64(truncatingIfNeeded: count) &* factor
    if count >= 8 {
      var position = 0
      while position &+ 8 < count {
        hash = unsafe (hash ^ ByteScan.load8(bytes + position)) &* factor
        hash ^= hash &>> 29
        position &+= 8
      }
      hash = unsafe (hash ^ ByteScan.load8(bytes + count - 8)) &* factor
    } else {
      hash = unsafe (hash ^ shortWord(bytes, count)) &* factor
    }
    return hash ^ hash &>> 32
  }

  /// Up to seven bytes as one word, the rest zeros.
  ///
  /// - Precondition: they are readable.
  @unsafe @inline(__always)
  static func shortWord(_ bytes: BytePointer, _ count: Int) -> UInt64 {
    if count >= 4 {
      let low = unsafe UInt64(ByteScan.load4(bytes))
      let high = unsafe UInt64(ByteScan.load4(bytes + count - 4))
      return low | high &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)
    }
    var word: UInt64 = 0
    for index in 0..<count { unsafe word |= UInt64(bytes[index]) &<< UInt64(index &* 8) }
    return word
  }

  /// Whether a key comes next, in quotes and without an escape. Near the input's end it may be missed.
  @inline(__always)
  func isNext(_ index: Int, at pointer: BytePointer, _ end: BytePointer) -> Bool {
    entries[index].isNext(at: pointer, end)
  }

  /// Finds a key, given by its unescaped bytes.
  ///
  /// - Returns: its index, or -1.
  @inline(__always)
  func index(of key: Bytes) -> Int {
    var slot = Int(truncatingIfNeeded: Self.hash(key.start, key.count)) & slotMask
    while true {
      let index = Int(slots[slot])
      if index < 0 { return -1 }
      if entries[index].matches(key.start, key.count) { return index }
      slot = (slot &+ 1) & slotMask
    }
  }
}

extension JSONReader {
  /// Reads a key and moves on to its value.
  ///
  /// - Parameter expected: the entry that is likely to come next.
  /// - Returns: the entry's index in the table, or -1 for a key that nobody asks for.
  @inline(__always)
  mutating func readKey(in table: KeyTable, expected: Int) throws(MappingError) -> Int {
    // With a limit on lengths, all keys take the thorough way.
    if expected < table.count, table.isNext(expected, at: cursor, quickEnd) {
      cursor += table.entries[expected].length &+ 2
      try readColon()
      return expected
    }
    let raw = try readRawKey()
    if raw.hasEscapes { return findEscaped(raw, in: table) }
    return table.index(of: raw.bytes)
  }

  /// Reads a key and moves on to its value, on the general path.
  ///
  /// - Returns: the entry's index in the table, or -1 for an unmapped key.
  mutating func readKey(in table: KeyTable, ignoringCase: Bool) throws(MappingError) -> Int {
    ignoringCase ? try readKeyIgnoringCase(in: table) : try readKey(in: table, expected: table.count)
  }

  /// Reads a key whatever the case of its letters.
  ///
  /// - Parameter table: keys in lower case.
  private mutating func readKeyIgnoringCase(in table: KeyTable) throws(MappingError) -> Int {
    let folded = try makeString(try readRawKey()).lowercased()
    return JSONKey.withUTF8(folded) { table.index(of: $0) }
  }

  @inline(never)
  private func findEscaped(_ raw: RawString, in table: KeyTable) -> Int {
    withUnescaped(raw) { table.index(of: $0) }
  }
}

extension Bytes {
  /// The first seven bytes as one word; of fewer, all and then zeros.
  var firstWord: UInt64 { unsafe KeyTable.shortWord(start, Swift.min(count, 7)) }
}
