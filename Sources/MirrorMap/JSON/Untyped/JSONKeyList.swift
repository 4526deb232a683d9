// A thousand records have the same few sequences of keys. The reader gives objects with the same keys the
// same list, so a thousand keys become one reference, and lists can be compared by identity.
//
// Most objects are small, and comparing a few keys costs less than hashing one: up to 16 keys are
// searched one after the other. Larger lists have a `JSONKeyIndex`, which maps a key to its
// position. It grows with the keys, so appending stays O(1) amortized.

/// The distinct keys of an object in order, with lookup by key.
///
/// It is as large as a reference. Threads may share its storage, as it changes only while it is
/// uniquely referenced.
struct JSONKeyList: @unchecked Sendable {
  /// Up to this many keys are searched without an index.
  private static let linearSearchLimit = 16

  private final class Storage {
    var keys: [String]
    /// Empty up to ``linearSearchLimit`` keys.
    var index: JSONKeyIndex

    init(_ keys: [String] = [], index: JSONKeyIndex = JSONKeyIndex()) {
      self.keys = keys
      self.index = index
    }
  }

  /// Nil as long as there has been no key.
  private var storage: Storage?

  init() {}

  /// Makes a list of keys that are known to be distinct and in UTF-8.
  init(_ keys: [String]) {
    if !keys.isEmpty { storage = Storage(keys, index: Self.makeIndex(of: keys)) }
  }

  /// Makes the index of keys, where they are too many for a linear search.
  private static func makeIndex(of keys: [String]) -> JSONKeyIndex {
    var index = JSONKeyIndex()
    guard keys.count > linearSearchLimit else { return index }
    for (position, key) in keys.enumerated() {
      index.insert(JSONKeyIndex.hash(key), position: position)
    }
    return index
  }

  var count: Int { storage?.keys.count ?? 0 }

  /// The key at a position.
  ///
  /// - Precondition: there is one.
  subscript(position: Int) -> String {
    guard let storage else { preconditionFailure("The list of keys is empty") }
    return storage.keys[position]
  }

  /// Whether both are the same list. Different lists may have the same keys.
  func isIdentical(to other: JSONKeyList) -> Bool { storage === other.storage }

  /// How many keys at the beginning are those of another list at the same positions.
  ///
  /// - Complexity: O(1) if both are the same list, else O(n).
  func commonPrefix(with other: JSONKeyList) -> Int {
    guard let storage, let other = other.storage else { return 0 }
    if storage === other { return storage.keys.count }
    let (keys, others) = (storage.keys, other.keys)
    return keys.indices.first { $0 >= others.count || !JSONKey.isEqual(keys[$0], others[$0]) }
      ?? keys.count
  }

  /// The position of a key; nil if there is no such key.
  ///
  /// - Complexity: O(1) on average.
  func position(of key: Bytes) -> Int? {
    guard let storage else { return nil }
    let keys = storage.keys
    guard storage.index.isEmpty else {
      return storage.index.position(of: JSONKeyIndex.hash(key)) { JSONKey.isEqual(keys[$0], key) }
    }
    // Comparing the counts first saves most calls.
    return keys.firstIndex { $0.utf8.count == key.count && JSONKey.isEqual($0, key) }
  }

  mutating func reserveCapacity(_ minimumCapacity: Int) {
    if minimumCapacity > 0 { unique().keys.reserveCapacity(minimumCapacity) }
  }

  /// Appends a key that is known to be new.
  mutating func append(_ key: String) {
    var key = key
    key.makeContiguousUTF8()  // a bridged NSString would be converted at every comparison
    let storage = unique()
    if storage.keys.isEmpty { storage.keys.reserveCapacity(4) }
    storage.keys.append(key)
    if storage.index.isEmpty {
      storage.index = Self.makeIndex(of: storage.keys)
    } else {
      storage.index.insert(JSONKeyIndex.hash(key), position: storage.keys.count - 1)
    }
  }

  /// Removes the key at a position.
  ///
  /// - Precondition: there is one.
  mutating func remove(at position: Int) {
    let storage = unique()
    let key = storage.keys.remove(at: position)
    if storage.keys.count <= Self.linearSearchLimit {
      storage.index = JSONKeyIndex()
    } else {
      storage.index.remove(JSONKeyIndex.hash(key), position: position)
    }
  }

  /// Makes the storage unique, and returns it.
  private mutating func unique() -> Storage {
    if isKnownUniquelyReferenced(&storage), let storage { return storage }
    let copy = storage.map { Storage($0.keys, index: $0.index) } ?? Storage()
    storage = copy
    return copy
  }
}
