// The keys of an object, apart from its values, so that objects can share them.
//
// Documents repeat themselves: a thousand records have the same few sequences of keys. The reader
// gives objects with the same keys the same list, which makes a thousand keys one reference and lets
// them be compared by it. A list that several objects have is copied by the first one that adds or
// removes a key.
//
// Most objects are small, and comparing a few keys costs less than hashing one: up to 16 keys are
// searched one after the other. Beyond that a `JSONKeyIndex` beside them maps a key to its position.
// It grows with the keys, so appending stays O(1) amortised.

/// The distinct keys of an object in order, with lookup by key.
///
/// A class that may be shared between threads, as it changes only while it has a single owner.
final class JSONKeyList: @unchecked Sendable {
  private(set) var keys: [String]
  /// Empty up to `linearSearchLimit` keys.
  private var index = JSONKeyIndex()

  /// Up to this many keys are searched without an index.
  static let linearSearchLimit = 16

  /// Makes a list of keys that are known to be distinct and in UTF-8.
  init(distinct keys: [String]) {
    self.keys = keys
    if keys.count > Self.linearSearchLimit { rebuildIndex() }
  }

  private init(copying other: JSONKeyList) {
    keys = other.keys
    index = other.index
  }

  /// A list with the same keys that nobody shares.
  func copy() -> JSONKeyList { JSONKeyList(copying: self) }

  func reserveCapacity(_ minimumCapacity: Int) { keys.reserveCapacity(minimumCapacity) }

  /// The position of a key; nil when it is not there.
  ///
  /// - Complexity: O(1) on average.
  func position(of key: Bytes) -> Int? {
    if index.isEmpty { return keys.firstIndex { JSONKey.isEqual($0, key) } }
    return index.position(of: JSONKeyIndex.hash(key)) { JSONKey.isEqual(keys[$0], key) }
  }

  /// Appends a key that is known to be new.
  func append(_ key: String) {
    var key = key
    key.makeContiguousUTF8()  // a bridged NSString would be converted at every comparison
    keys.append(key)
    if !index.isEmpty {
      index.insert(JSONKeyIndex.hash(key), position: keys.count - 1)
    } else if keys.count > Self.linearSearchLimit {
      rebuildIndex()
    }
  }

  func remove(at position: Int) {
    let removed = keys.remove(at: position)
    if keys.count <= Self.linearSearchLimit {
      index = JSONKeyIndex()
    } else {
      index.remove(JSONKeyIndex.hash(removed), position: position)
    }
  }

  private func rebuildIndex() {
    for (position, key) in keys.enumerated() {
      index.insert(JSONKeyIndex.hash(key), position: position)
    }
  }
}
