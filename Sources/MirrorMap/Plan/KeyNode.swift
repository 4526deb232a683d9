/// The keys that a model looks for at one level of its JSON: one node of its trie of key paths.
///
///     @Mapped("id") a, @Mapped("user.name") b, @Mapped("user.zip") c
///
///     root   entry 0  "id"    → field a
///            entry 1  "user"  → node   entry 2  "name" → field b
///                                      entry 3  "zip"  → field c
///
/// Entries are numbered through the whole trie; while a document is read, one bit per entry tells
/// whether its key has been seen. The structures here live as long as the process, in raw memory, so
/// that following them costs no reference counting.
struct KeyNode {
  /// The entries, in the order of declaration: the next key of a document is mostly the next entry.
  let entries: UnsafePointer<KeyEntry>
  let count: Int
  /// A hash table of entry indices, -1 for free slots; a power of two in size, at most half full.
  let slots: UnsafePointer<Int32>
  let slotMask: Int
  /// The number of this node's first entry in the whole trie.
  let firstNumber: Int
  /// The entries that are indexes into an array, by index.
  let elements: UnsafePointer<ElementEntry>
  let elementCount: Int
  /// The keys that lead here from the root.
  let path: UnsafePointer<[String]>
  /// Whether a property takes the whole object, or one around it, so that no key in it is unknown.
  let isTaken: Bool
}

/// An entry that can also be met as an element of an array.
struct ElementEntry {
  let index: Int
  let entry: Int
}

/// One key of a ``KeyNode`` and what it leads to.
struct KeyEntry {
  /// The key's UTF-8 bytes, unescaped.
  let key: UnsafePointer<UInt8>
  let length: Int
  /// The first eight bytes, and the last eight; of shorter keys, all bytes and then zeros.
  let head: UInt64
  let tail: UInt64
  /// Which bits of a document's eight bytes count for `head`.
  let headMask: UInt64
  /// The field that the key leads to, if it leads to nothing else; else -1.
  let field: Int
  /// What else it leads to.
  let detail: UnsafePointer<KeyDetail>?
  /// Whether the key can be compared with a document's bytes before these have been scanned: not if
  /// it holds a quote, as it would then be mistaken in malformed input.
  let isPlain: Bool
}

/// What a key leads to when it is more than one field.
struct KeyDetail {
  let candidates: UnsafePointer<KeyCandidate>
  let candidateCount: Int
  /// The keys one level down.
  let child: UnsafePointer<KeyNode>?
}

/// A field whose value may be found under a key.
struct KeyCandidate {
  let field: Int
  /// The place of the key among the field's alternatives; 0 is preferred.
  let rank: Int
  /// Whether the field has alternatives at all.
  let hasRivals: Bool
}

// MARK: - Looking up

extension KeyNode {
  /// The hash of a key's bytes: eight bytes at a time, the last eight overlapping.
  @inline(__always)
  static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    var hash = UInt64(truncatingIfNeeded: count) &* factor
    if count >= 8 {
      var position = 0
      while position &+ 8 < count {
        hash = (hash ^ ByteScan.load8(bytes + position)) &* factor
        hash ^= hash &>> 29
        position &+= 8
      }
      hash = (hash ^ ByteScan.load8(bytes + count - 8)) &* factor
    } else {
      hash = (hash ^ shortWord(bytes, count)) &* factor
    }
    return hash ^ hash &>> 32
  }

  /// Up to seven bytes as one word, the rest zeros.
  @inline(__always)
  static func shortWord(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    if count >= 4 {
      let low = UInt64(ByteScan.load4(bytes))
      let high = UInt64(ByteScan.load4(bytes + count - 4))
      return low | high &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)
    }
    var word: UInt64 = 0
    for index in 0..<count { word |= UInt64(bytes[index]) &<< UInt64(index &* 8) }
    return word
  }

  /// Finds the entry of a key.
  ///
  /// - Returns: its index in this node, or -1.
  @inline(__always)
  func index(of bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var slot = Int(truncatingIfNeeded: Self.hash(bytes, count)) & slotMask
    while true {
      let index = Int(slots[slot])
      if index < 0 { return -1 }
      if entries[index].matches(bytes, count) { return index }
      slot = (slot &+ 1) & slotMask
    }
  }
}

extension KeyEntry {
  @inline(__always)
  func matches(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard count == length else { return false }
    if count < 8 { return KeyNode.shortWord(bytes, count) == head }
    guard ByteScan.load8(bytes) == head, ByteScan.load8(bytes + count - 8) == tail else {
      return false
    }
    return count <= 16 || middleMatches(bytes)
  }

  /// Compares what lies between the first and the last eight bytes.
  @inline(__always)
  private func middleMatches(_ bytes: UnsafePointer<UInt8>) -> Bool {
    var position = 8
    while position &+ 8 < length {
      if ByteScan.load8(bytes + position) != ByteScan.load8(key + position) { return false }
      position &+= 8
    }
    return true
  }

  /// Whether the bytes at `pointer` are this key in quotes, without an escape.
  ///
  /// - Precondition: at least one byte is readable.
  @inline(__always)
  func isNext(at pointer: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    // The eight bytes behind the opening quote must be readable, and the closing quote.
    guard end - pointer > max(length &+ 1, 8), pointer.pointee == .quote,
      ByteScan.load8(pointer + 1) & headMask == head, pointer[length &+ 1] == .quote, isPlain
    else { return false }
    if length <= 8 { return true }
    return ByteScan.load8(pointer + 1 + length - 8) == tail
      && (length <= 16 || middleMatches(pointer + 1))
  }
}
