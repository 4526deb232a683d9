// The members of an object, found in one scan that goes only as far as it has to.
//
//     {"id": 7, "user": {"name": "Ann", "age": 4}, "tags": []}
//
//     requested      container 0                   container 1        the scan is at
//     "id"           id                                               7
//     "user.name"    id → user                     name               "Ann"
//     "zip"          id → user → tags, complete    name → age         the end
//
// An `ObjectReader` looks up its keys here. A key that isn't known yet advances the scan, member by
// member, until the key is found; a model that requests keys in the document's order has each byte
// read once. Values before it are skipped, and decoded at their recorded positions when they are
// requested. An object or array that a key path leads into becomes a container of its own, so
// further paths into it are lookups.
//
// The members of all containers share one array; those of one container are linked in document
// order. Up to 32 are searched one after the other by fingerprints of their keys. Beyond that, a
// hash table finds them, with the standard library's seeded hashes, as the keys come from input.

/// The members of an object, and of containers inside of it that key paths lead into.
struct ObjectIndex {
  /// Whether keys are compared in lower case.
  var ignoresCase = false
  private(set) var containers: [Container] = []
  private(set) var members: [Member] = []

  private static let linearSearchLimit = 32

  /// An object or array.
  struct Container {
    let isObject: Bool
    /// How many more arrays and objects may be entered inside.
    let depth: Int
    /// The member that has it as its value; nil for the model's own object.
    let parent: Int?
    /// Where its first member or element begins.
    let start: BytePointer
    /// Where it ends, once all members or elements are known.
    fileprivate(set) var end: BytePointer?
    fileprivate(set) var first: Int?
    fileprivate(set) var last: Int?
    fileprivate var count = 0
    /// Whether its members are one after the other in the array.
    fileprivate var isContiguous = true
    fileprivate var positions = JSONKeyIndex()
    /// The last member in the hash table.
    fileprivate var lastHashed: Int?
    /// Whether two of the members in the hash table have the same key.
    fileprivate var hasDuplicates = false
  }

  /// A member of an object, or an element of an array, which has no key.
  struct Member {
    let key: JSONReader.RawString
    fileprivate let fingerprint: UInt64
    /// Where its value begins.
    let value: BytePointer
    /// Where its value ends, once that is known.
    var end: BytePointer?
    let container: Int
    /// The next member of the same container.
    fileprivate(set) var next: Int?
    /// The container that its value is, if a key path has led into it.
    fileprivate(set) var child: Int?
    /// How it has been used; requests for a key are recorded in the first member that has it.
    fileprivate(set) var use = Use()

    /// Where the member begins: at the opening quote of its key.
    var start: BytePointer { key.start - 1 }
  }

  struct Use: OptionSet {
    let rawValue: UInt8
    /// Its value has been requested.
    static let value = Use(rawValue: 1)
    /// Something inside its value has been requested.
    static let inside = Use(rawValue: 2)
    /// Its value has been read.
    static let read = Use(rawValue: 4)
    /// Something inside its value has been read.
    static let readInside = Use(rawValue: 8)
  }

  subscript(member: Int) -> Member {
    @inline(__always) get { members[member] }
    @inline(__always) _modify { yield &members[member] }
  }

  /// Forgets everything, but keeps the memory.
  mutating func removeAll() {
    containers.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
  }
}

// MARK: - Finding

extension ObjectIndex {
  /// Finds the member that a key or key path leads to, and records the requests for its keys.
  ///
  /// - Parameters:
  ///   - step: the first step of the path.
  ///   - rest: the steps after it.
  ///   - usesLast: whether the last of equal keys counts.
  mutating func find(
    _ step: String, then rest: ArraySlice<String>, usesLast: Bool, _ reader: inout JSONReader
  ) throws(MappingError) -> Int? {
    var (step, rest) = (step, rest)
    var container = 0
    while let next = rest.popFirst() {
      guard let member = try find(step, in: container, .inside, usesLast: usesLast, &reader),
        let child = try enter(member, &reader)
      else { return nil }
      (step, container) = (next, child)
    }
    return try find(step, in: container, .value, usesLast: usesLast, &reader)
  }

  private mutating func find(
    _ step: String, in container: Int, _ use: Use, usesLast: Bool, _ reader: inout JSONReader
  ) throws(MappingError) -> Int? {
    let isObject = containers[container].isObject
    // Which member is the last one is known only at the object's end.
    if usesLast, isObject { while try advance(container, &reader) {} }
    let found =
      isObject
      ? try findMember(ignoresCase ? step.lowercased() : step, in: container, &reader)
      : try findElement(step, in: container, &reader)
    guard let found else { return nil }
    members[found].use.insert(use)
    return usesLast ? duplicates(of: found, reader).last ?? found : found
  }

  private mutating func findMember(
    _ key: String, in container: Int, _ reader: inout JSONReader
  ) throws(MappingError) -> Int? {
    let (fingerprint, known) = JSONKey.withUTF8(key) { key in
      (key.fingerprint, firstMember(key, in: container, reader))
    }
    if let known { return known }
    while try advance(container, &reader) {
      guard let last = containers[container].last else { break }
      if members[last].fingerprint == fingerprint,
        JSONKey.withUTF8(key, { hasKey(last, $0, reader) })
      {
        return last
      }
    }
    return nil
  }

  private mutating func findElement(
    _ step: String, in container: Int, _ reader: inout JSONReader
  ) throws(MappingError) -> Int? {
    // The array isn't filled up to the index, so any index is allowed.
    guard let index = ArrayIndex(step, limit: .max)?.value else { return nil }
    while index >= containers[container].count {
      guard try advance(container, &reader) else { return nil }
    }
    guard let first = containers[container].first else { return nil }
    if containers[container].isContiguous { return first + index }
    var element = first
    for _ in 0..<index { element = members[element].next ?? element }
    return element
  }

  /// The container that a member's value is; nil if it is neither an object nor an array.
  private mutating func enter(
    _ member: Int, _ reader: inout JSONReader
  ) throws(MappingError) -> Int? {
    if let child = members[member].child { return child }
    move(to: member, &reader)
    guard reader.current == .openBrace || reader.current == .openBracket else {
      // There is nothing inside, but the value may be malformed.
      _ = try end(of: member, &reader)
      return nil
    }
    try open(parent: member, &reader)
    members[member].child = containers.count - 1
    return containers.count - 1
  }

  /// The first known member with a key.
  private mutating func firstMember(
    _ key: Bytes, in container: Int, _ reader: borrowing JSONReader
  ) -> Int? {
    guard containers[container].count > Self.linearSearchLimit else {
      return member(key, from: containers[container].first, reader)
    }
    hashMembers(of: container, reader)
    return hashed(key, in: container, reader)
  }

  /// The first member with a key from a member on.
  private func member(_ key: Bytes, from first: Int?, _ reader: borrowing JSONReader) -> Int? {
    let fingerprint = key.fingerprint
    var next = first
    while let member = next {
      if members[member].fingerprint == fingerprint, hasKey(member, key, reader) { return member }
      next = members[member].next
    }
    return nil
  }

  /// Adds the members to the hash table that are not in it yet.
  private mutating func hashMembers(of container: Int, _ reader: borrowing JSONReader) {
    let last = containers[container].lastHashed
    var next = last.map { members[$0].next } ?? containers[container].first
    while let member = next {
      withKey(members[member].key, reader) { key in
        if hashed(key, in: container, reader) == nil {
          containers[container].positions.insert(JSONKeyIndex.hash(key), position: member)
        } else {
          containers[container].hasDuplicates = true
        }
      }
      containers[container].lastHashed = member
      next = members[member].next
    }
  }

  private func hashed(_ key: Bytes, in container: Int, _ reader: borrowing JSONReader) -> Int? {
    containers[container].positions.position(of: JSONKeyIndex.hash(key)) {
      hasKey($0, key, reader)
    }
  }

  /// The members after a member that have the same key.
  mutating func duplicates(of member: Int, _ reader: borrowing JSONReader) -> [Int] {
    let container = members[member].container
    guard containers[container].isObject else { return [] }
    if containers[container].count > Self.linearSearchLimit {
      hashMembers(of: container, reader)
      guard containers[container].hasDuplicates else { return [] }
    }
    return withKey(members[member].key, reader) { key in
      var duplicates: [Int] = []
      var last = member
      while let next = self.member(key, from: members[last].next, reader) {
        duplicates.append(next)
        last = next
      }
      return duplicates
    }
  }

  /// How the key of a member has been requested, and whether this is the first member with the key.
  mutating func request(
    for member: Int, _ reader: borrowing JSONReader
  ) -> (use: Use, isFirst: Bool) {
    let container = members[member].container
    let first = withKey(members[member].key, reader) { firstMember($0, in: container, reader) }
    return (members[first ?? member].use.intersection([.value, .inside]), first == member)
  }

  private func hasKey(_ member: Int, _ key: Bytes, _ reader: borrowing JSONReader) -> Bool {
    withKey(members[member].key, reader) { JSONKey.isEqual($0, key) }
  }

  /// Gives the bytes that a key is compared by.
  func withKey<R>(
    _ key: JSONReader.RawString, _ reader: borrowing JSONReader, _ body: (Bytes) -> R
  ) -> R {
    guard key.hasEscapes || ignoresCase else { return body(key.bytes) }
    return reader.withUnescaped(key) { bytes in
      guard ignoresCase else { return body(bytes) }
      return JSONKey.withUTF8(String(decoding: bytes, as: UTF8.self).lowercased(), body)
    }
  }

}

// MARK: - Scanning

extension ObjectIndex {
  /// Enters the object or array at the reader's position.
  mutating func open(parent: Int?, _ reader: inout JSONReader) throws(MappingError) {
    let depth = reader.remainingDepth - 1
    let isObject = reader.current == .openBrace
    let hasMembers = isObject ? try reader.beginObject() : try reader.beginArray()
    containers.append(
      Container(
        isObject: isObject, depth: depth, parent: parent, start: reader.cursor,
        end: hasMembers ? nil : reader.cursor))
  }

  /// Adds the next member or element of a container.
  ///
  /// - Returns: false at the end.
  mutating func advance(
    _ container: Int, _ reader: inout JSONReader
  ) throws(MappingError) -> Bool {
    guard containers[container].end == nil else { return false }
    let isObject = containers[container].isObject
    let last = containers[container].last
    let depth = containers[container].depth
    if let last {
      reader.cursor = try end(of: last, &reader)
      reader.remainingDepth = depth
      guard isObject ? try reader.nextMember() : try reader.nextElement() else {
        containers[container].end = reader.cursor
        return false
      }
    } else {
      reader.cursor = containers[container].start
    }
    let start = reader.cursor
    let key =
      isObject
      ? try reader.readRawKey()
      : JSONReader.RawString(start: start, end: start, hasEscapes: false, isASCII: true)
    let fingerprint = isObject ? withKey(key, reader) { $0.fingerprint } : 0
    if let last {
      members[last].next = members.count
      if last != members.count - 1 { containers[container].isContiguous = false }
    } else {
      containers[container].first = members.count
    }
    containers[container].last = members.count
    containers[container].count += 1
    members.append(
      Member(key: key, fingerprint: fingerprint, value: reader.cursor, container: container))
    return true
  }

  /// Where a member's value ends; the value is skipped unless that is known.
  mutating func end(
    of member: Int, _ reader: inout JSONReader
  ) throws(MappingError) -> BytePointer {
    if let end = members[member].end { return end }
    if let child = members[member].child, containers[child].isObject {
      while try advance(child, &reader) {}
      reader.cursor = containers[child].end ?? reader.cursor
    } else {
      // The elements of an array after the requested ones aren't kept.
      move(to: member, &reader)
      try reader.skipIndexedValue()
    }
    members[member].end = reader.cursor
    return reader.cursor
  }

  /// Moves the reader to a member's value.
  func move(to member: Int, _ reader: inout JSONReader) {
    reader.cursor = members[member].value
    reader.remainingDepth = containers[members[member].container].depth
  }
}

// MARK: - Reading

extension ObjectIndex {
  /// Whether a member's value overlaps with one that has been read.
  func overlapsReadValue(_ member: Int) -> Bool {
    let use = members[member].use
    if use.contains(.read) || use.contains(.readInside) { return true }
    var parent = containers[members[member].container].parent
    while let outer = parent {
      if members[outer].use.contains(.read) { return true }
      parent = containers[members[outer].container].parent
    }
    return false
  }

  /// Records that a member's value is being read.
  mutating func markRead(_ member: Int) {
    members[member].use.insert(.read)
    var parent = containers[members[member].container].parent
    while let outer = parent {
      members[outer].use.insert(.readInside)
      parent = containers[members[outer].container].parent
    }
  }
}
