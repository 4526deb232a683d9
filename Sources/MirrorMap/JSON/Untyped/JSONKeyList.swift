// The keys of an object, apart from its values, so that objects can share them.
//
// Documents repeat themselves: a thousand records have the same few sequences of keys. The reader
// gives objects with the same keys the same list, which makes a thousand keys one reference and
// lets them be compared by it. As usual in Swift, a list that others share is copied before it
// changes.
//
// Most objects are small, and comparing a few keys costs less than hashing one: up to 16 keys are
// searched one after the other. Beyond that a `JSONKeyIndex` beside them maps a key to its
// position. It grows with the keys, so appending stays O(1) amortised.
//
// One allocation has it all. Worked example, the list of {"id": 1, "name": "Ann"} with room for
// four:
//
//   count 2  capacity 4  index (empty, since 2 ≤ 16)  "id"  "name"  ·  ·

/// The distinct keys of an object in order, with lookup by key.
///
/// Threads may share its storage, as it changes only while one list has it.
struct JSONKeyList: @unchecked Sendable {
  /// Up to this many keys are searched without an index.
  static let linearSearchLimit = 16

  /// Nil as long as there has been no key.
  private var storage: JSONKeyStorage?

  init() {}

  /// Makes a list without keys that has room for some.
  init(minimumCapacity: Int) {
    if minimumCapacity > 0 { storage = .make(capacity: minimumCapacity) }
  }

  /// Makes a list of keys that are known to be distinct and in UTF-8.
  ///
  /// - Parameter previous: gives a key, the last one first.
  init(count: Int, _ previous: () -> String) {
    guard count > 0 else { return }
    let storage = JSONKeyStorage.make(capacity: count)
    let (header, keys) = unsafe storage.pointers
    for position in (0..<count).reversed() {
      unsafe (keys + position).initialize(to: previous())
    }
    unsafe header.pointee.count = count
    if count > Self.linearSearchLimit { storage.buildIndex() }
    self.storage = storage
  }

  var count: Int { unsafe storage?.pointers.header.pointee.count ?? 0 }

  /// The key at a position.
  ///
  /// - Precondition: there is one.
  subscript(position: Int) -> String {
    precondition(position >= 0 && position < count)
    guard let storage else { return "" }
    return unsafe storage.pointers.keys[position]
  }

  /// Whether both are the same list. Lists that are not may have the same keys all the same.
  func isIdentical(to other: JSONKeyList) -> Bool { storage === other.storage }

  /// How many keys at the beginning are those of another list at the same positions.
  ///
  /// - Complexity: O(1) if both are the same list, else O(n).
  func commonPrefix(with other: JSONKeyList) -> Int {
    guard let storage, let other = other.storage else { return 0 }
    let (header, keys) = unsafe storage.pointers
    if storage === other { return unsafe header.pointee.count }
    let (otherHeader, otherKeys) = unsafe other.pointers
    // Both counts bound the positions.
    let count = unsafe min(header.pointee.count, otherHeader.pointee.count)
    var position = 0
    while position < count, unsafe JSONKey.isEqual(keys[position], otherKeys[position]) {
      position += 1
    }
    return position
  }

  /// The position of a key; nil when it is not there.
  ///
  /// - Complexity: O(1) on average.
  func position(of key: Bytes) -> Int? {
    guard let storage else { return nil }
    let (header, keys) = unsafe storage.pointers
    // The positions are below the count: those of the index as well, which has no others.
    guard unsafe header.pointee.index.isEmpty else {
      return unsafe header.pointee.index.position(of: JSONKeyIndex.hash(key)) {
        unsafe JSONKey.isEqual(keys[$0], key)
      }
    }
    for position in unsafe 0..<header.pointee.count {
      // The counts are compared here: a key that is handed on is retained for the call.
      if unsafe keys[position].utf8.count == key.count,
        unsafe JSONKey.isEqual(keys[position], key)
      {
        return position
      }
    }
    return nil
  }

  mutating func reserveCapacity(_ minimumCapacity: Int) {
    guard minimumCapacity > 0 else { return }
    own(capacity: minimumCapacity)
  }

  /// Appends a key that is known to be new.
  mutating func append(_ key: String) {
    var key = key
    key.makeContiguousUTF8()  // a bridged NSString would be converted at every comparison
    let storage = own(capacity: count &+ 1)
    let (header, keys) = unsafe storage.pointers
    let position = unsafe header.pointee.count
    unsafe (keys + position).initialize(to: key)
    unsafe header.pointee.count = position + 1
    if unsafe !header.pointee.index.isEmpty {
      unsafe header.pointee.index.insert(JSONKeyIndex.hash(key), position: position)
    } else if position >= Self.linearSearchLimit {
      storage.buildIndex()
    }
  }

  /// Removes the key at a position.
  ///
  /// - Precondition: there is one.
  mutating func remove(at position: Int) {
    let count = count
    precondition(position >= 0 && position < count)
    let (header, keys) = unsafe own(capacity: count).pointers
    unsafe (keys + position).deinitialize(count: 1)
    unsafe (keys + position).moveInitialize(from: keys + position + 1, count: count - position - 1)
    unsafe header.pointee.count = count - 1
    if count - 1 <= Self.linearSearchLimit {
      unsafe header.pointee.index = JSONKeyIndex()
    } else {
      unsafe header.pointee.index.remove(position: position)
    }
  }

  /// The storage, which then nobody else has and which has room for so many keys.
  @discardableResult
  private mutating func own(capacity: Int) -> JSONKeyStorage {
    let isOwned = isKnownUniquelyReferenced(&storage)
    guard let old = storage else {
      let new = JSONKeyStorage.make(capacity: max(capacity, 4))
      storage = new
      return new
    }
    let (header, keys) = unsafe old.pointers
    let (count, room) = unsafe (header.pointee.count, header.pointee.capacity)
    if isOwned, capacity <= room { return old }
    let new = JSONKeyStorage.make(capacity: capacity <= room ? room : max(capacity, count * 2))
    let (newHeader, newKeys) = unsafe new.pointers
    unsafe newHeader.pointee.index = unsafe header.pointee.index
    unsafe newHeader.pointee.count = count
    if isOwned {
      unsafe newKeys.moveInitialize(from: keys, count: count)
      unsafe header.pointee.count = 0
    } else {
      unsafe newKeys.initialize(from: keys, count: count)
    }
    storage = new
    return new
  }
}

/// What precedes the keys in a list's memory.
struct JSONKeyHeader {
  var count = 0
  let capacity: Int
  /// Empty up to ``JSONKeyList/linearSearchLimit`` keys.
  var index = JSONKeyIndex()
}

/// The memory of a list.
private final class JSONKeyStorage: ManagedBuffer<JSONKeyHeader, String> {
  static func make(capacity: Int) -> JSONKeyStorage {
    let buffer = create(minimumCapacity: capacity) { _ in JSONKeyHeader(capacity: capacity) }
    // It is one: `create` makes an instance of the class that it is called on.
    return unsafe unsafeDowncast(buffer, to: JSONKeyStorage.self)
  }

  deinit {
    let (header, keys) = unsafe pointers
    unsafe keys.deinitialize(count: header.pointee.count)
  }

  /// Where the header and the keys lie.
  ///
  /// - Precondition: callers keep the storage alive, and access the first `count` keys only.
  @unsafe @inline(__always)
  var pointers: (header: UnsafeMutablePointer<JSONKeyHeader>, keys: UnsafeMutablePointer<String>) {
    unsafe withUnsafeMutablePointers { unsafe ($0, $1) }
  }

  func buildIndex() {
    let (header, keys) = unsafe pointers
    for position in unsafe 0..<header.pointee.count {
      unsafe header.pointee.index.insert(JSONKeyIndex.hash(keys[position]), position: position)
    }
  }
}
