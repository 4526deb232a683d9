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
// member, until the key is found. Values before it are skipped, and decoded at their recorded positions
// when they are requested. An object or array that a key path leads into becomes a container of its own,
// so further paths into it are lookups.
//
// The members of all containers share one array. Up to 32 of a container are searched one after the
// other by fingerprints of their keys. Beyond that, a hash table finds them.

/// The members of an object, and of containers inside of it that key paths lead into.
struct ObjectIndex {
  /// Whether keys are compared in lower case.
  var ignoresCase = false
  var containers: [Container] = []
  var members: [Member] = []

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
    var end: BytePointer?
    /// Those that are known, in document order.
    var members: [Int] = []
    /// Where the first members with each key are, if there are many.
    var positions = JSONKeyIndex()
  }

  /// A member of an object, or an element of an array, which has no key.
  struct Member {
    let key: JSONReader.RawString
    var fingerprint: UInt64 = 0
    /// Where its value begins.
    let value: BytePointer
    /// Where its value ends, once that is known.
    var end: BytePointer?
    let container: Int
    /// The first member of the container with the same key, and in that one the last.
    var first: Int
    var last: Int
    /// The container that its value is, if a key path has led into it.
    var child: Int?
    /// How it has been used; requests for a key are recorded in the first member that has it.
    var use = Use()

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
}

// MARK: - Scanning

extension ObjectIndex {
  /// Enters the object or array at the reader's position.
  mutating func open(parent: Int?, _ reader: inout JSONReader) throws(MappingError) {
    let depth = reader.remainingDepth - 1
    let isObject = reader.current == .openBrace
    if ignoresCase, isObject { reader.willReadInAnyCase() }
    let hasMembers = isObject ? try reader.beginObject() : try reader.beginArray()
    members.reserveCapacity(16)
    containers.append(
      Container(
        isObject: isObject, depth: depth, parent: parent, start: reader.cursor,
        end: hasMembers ? nil : reader.cursor))
  }

  /// Adds the next member or element of a container; returns false at the end.
  mutating func advance(
    _ container: Int, _ reader: inout JSONReader
  ) throws(MappingError) -> Bool {
    guard containers[container].end == nil else { return false }
    let isObject = containers[container].isObject
    reader.cursor = containers[container].start
    if let last = containers[container].members.last {
      reader.cursor = try end(of: last, &reader)
      reader.remainingDepth = containers[container].depth
      guard isObject ? try reader.nextMember() : try reader.nextElement() else {
        containers[container].end = reader.cursor
        return false
      }
    }
    let (start, position) = (reader.cursor, members.count)
    let key =
      isObject
      ? try reader.readRawKey()
      : JSONReader.RawString(start: start, end: start, hasEscapes: false, isASCII: true)
    var member = Member(
      key: key, value: reader.cursor, container: container, first: position, last: position)
    if isObject {
      withKey(key, reader) { key in
        member.fingerprint = key.fingerprint
        member.first = firstMember(key, in: container, reader) ?? position
      }
    }
    members.append(member)
    members[member.first].last = position
    containers[container].members.append(position)
    if isObject { hashMembers(of: container, reader) }
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
      try reader.skipOnce()
    }
    members[member].end = reader.cursor
    return reader.cursor
  }

  /// Moves the reader to a member's value.
  func move(to member: Int, _ reader: inout JSONReader) {
    reader.cursor = members[member].value
    reader.remainingDepth = containers[members[member].container].depth
  }

  /// Gives the bytes that a key is compared by.
  @inline(__always)
  func withKey<R>(
    _ key: JSONReader.RawString, _ reader: borrowing JSONReader, _ body: (Bytes) -> R
  ) -> R {
    guard key.hasEscapes || ignoresCase else { return body(key.bytes) }
    return withOtherKey(key, reader, body)
  }

  /// Does the same for a key that isn't compared as it is. Compiled once for all closures.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private func withOtherKey<R>(
    _ key: JSONReader.RawString, _ reader: borrowing JSONReader, _ body: (Bytes) -> R
  ) -> R {
    reader.withUnescaped(key) { bytes in
      guard ignoresCase else { return body(bytes) }
      return JSONKey.withUTF8(String(decoding: bytes, as: UTF8.self).lowercased(), body)
    }
  }
}

// MARK: - Reading

extension ObjectIndex {
  /// Whether a member's value overlaps with one that has been read.
  func overlapsReadValue(_ member: Int) -> Bool {
    let use = members[member].use
    var isRead = use.contains(.read) || use.contains(.readInside)
    var parent = containers[members[member].container].parent
    while !isRead, let outer = parent {
      isRead = members[outer].use.contains(.read)
      parent = containers[members[outer].container].parent
    }
    return isRead
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
