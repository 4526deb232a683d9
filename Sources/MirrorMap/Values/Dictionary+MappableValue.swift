extension Dictionary: _NoneRepresentable {}

extension Dictionary: MappableValue where Key: MappableKey, Value: MappableValue {
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> [Key: Value] {
    try decodeItems(from: &reader, with: ValueItself())
  }

  @inlinable
  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    try encodeItems(to: &writer, with: ValueItself())
  }

  @inlinable
  public mutating func update(from reader: inout JSONReader) throws {
    try updateItems(from: &reader, with: ValueItself())
  }

  @inlinable
  public static var _access: _ValueAccess { .passing(Value.self, for: Self.self) }
}

extension Dictionary: MappableContainer where Key: MappableKey {
  public typealias Item = Value

  @inlinable
  public static func decodeItems<Coding: ValueCoding<Value>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws(MappingError) -> [Key: Value] {
    guard try reader.beginObject() else { return [:] }
    guard reader.duplicateKeys == .reject, reader.isStrict else {
      return try decodeGenerally(from: &reader, with: coding)
    }
    // Growing would hash all keys again. A member has five bytes at least.
    let expectedCount = Swift.min(reader.lastMemberCount, (reader.end - reader.cursor) / 5 + 1)
    var members = [Key: Value](minimumCapacity: expectedCount)
    // Or each of many nested dictionaries would reserve as much.
    reader.lastMemberCount = 0
    repeat {
      try reader.checkCount(members.count)
      let position = reader.cursor
      let key = try Key.read(from: &reader)
      let value: Value
      do throws(MappingError) {
        value = try reader.decode(with: coding)
      } catch {
        if members[key] != nil { _ = try reader.replacesDuplicate(at: position) }
        throw error
      }
      if members.updateValue(value, forKey: key) != nil {
        _ = try reader.replacesDuplicate(at: position)
      }
    } while try reader.nextMember()
    reader.lastMemberCount = members.count
    guard expectedCount / 4 > members.count else { return members }
    return [Key: Value](minimumCapacity: members.count).merging(members) { first, _ in first }
  }

  /// Reads the members of an object that has been entered, where keys may be equal, or members that fail be dropped.
  @inlinable
  @inline(never)
  static func decodeGenerally<Coding: ValueCoding<Value>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws(MappingError) -> [Key: Value] {
    let first = reader.cursor
    var members: [Key: Value] = [:]
    let failure = try readMembers(from: &reader) { (reader, key) throws(MappingError) in
      members[key] = try reader.decode(with: coding)
    }
    if let failure { throw reader.failedCollection(failure, since: first) }
    return members
  }

  /// Reads the members of an object that has been entered, as the mapper's options say.
  ///
  /// - Parameter body: reads the value of a key.
  /// - Returns: the failure of a key or value, if there was one and the reader continued after it.
  @inlinable
  static func readMembers(
    from reader: inout JSONReader,
    _ body: (inout JSONReader, Key) throws(MappingError) -> Void
  ) throws(MappingError) -> MappingError? {
    try reader.duplicateKeys == .reject
      ? readEach(from: &reader, body) : readSelected(from: &reader, body)
  }

  /// Does the same for an object of whose equal keys the first or the last one counts.
  @inlinable
  static func readSelected(
    from reader: inout JSONReader,
    _ body: (inout JSONReader, Key) throws(MappingError) -> Void
  ) throws(MappingError) -> MappingError? {
    let lastCounts = reader.duplicateKeys == .last
    var failure: MappingError?
    var positions: [Key: BytePointer] = [:]
    repeat {
      try reader.checkCount(positions.count)
      do throws(MappingError) {
        let key = try Key.read(from: &reader)
        if lastCounts || positions[key] == nil { positions[key] = reader.cursor }
        try reader.skip()
      } catch {
        try reader.dropElement(after: error, &failure)
      }
    } while try reader.nextMember()
    let behind = reader.cursor
    // The object has been left; its values lie one level further down.
    reader.remainingDepth -= 1
    for (key, position) in positions.sorted(by: { $0.value < $1.value }) {
      reader.cursor = position
      do throws(MappingError) {
        try body(&reader, key)
      } catch {
        try reader.dropElement(after: error, &failure)
      }
    }
    reader.remainingDepth += 1
    reader.cursor = behind
    return failure
  }

  /// Does the same for an object whose keys have to differ.
  @inlinable
  static func readEach(
    from reader: inout JSONReader,
    _ body: (inout JSONReader, Key) throws(MappingError) -> Void
  ) throws(MappingError) -> MappingError? {
    // Also those that were dropped: a second one is a duplicate all the same.
    var seen: Set<Key> = []
    var failure: MappingError?
    repeat {
      try reader.checkCount(seen.count)
      let position = reader.cursor
      // Wherever this fails, the reader is at the member's value afterwards.
      do throws(MappingError) {
        let key = try Key.read(from: &reader)
        if !seen.insert(key).inserted { _ = try reader.replacesDuplicate(at: position) }
        try body(&reader, key)
      } catch {
        try reader.dropElement(after: error, &failure)
      }
    } while try reader.nextMember()
    return failure
  }

  /// Updates the values of keys that are there already, and adds the others.
  @inlinable
  public mutating func updateItems<Coding: ValueCoding<Value>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws {
    guard try reader.beginObject() else { return }
    if reader.duplicateKeys == .reject, reader.isStrict, !reader.isMergePatch {
      return try updateDistinct(from: &reader, with: coding)
    }
    let failure = try Self.readMembers(from: &reader) { (reader, key) throws(MappingError) in
      try updateMember(key, from: &reader, with: coding)
    }
    if let failure { throw failure }
  }

  /// Does the same with the members of an object that has been entered, whose keys have to differ, up to the first
  /// failure.
  // Updates of properties aren't specialized in the client, which they'd make larger. These types are the usual ones.
  @_specialize(where Key == String, Coding == ValueItself<Int>)
  @_specialize(where Key == String, Coding == ValueItself<String>)
  @_specialize(where Key == String, Coding == ValueItself<Double>)
  @inlinable
  mutating func updateDistinct<Coding: ValueCoding<Value>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws(MappingError) {
    // Most updates have the keys that are there. A member has five bytes at least.
    let expectedCount = Swift.min(count, (reader.end - reader.cursor) / 5 + 1)
    var seen = Set<Key>(minimumCapacity: expectedCount)
    repeat {
      try reader.checkCount(seen.count)
      let position = reader.cursor
      let key = try Key.read(from: &reader)
      if !seen.insert(key).inserted { _ = try reader.replacesDuplicate(at: position) }
      if let index = index(forKey: key) {
        try reader.update(&values[index], with: coding)
      } else {
        self[key] = try reader.decode(with: coding)
      }
    } while try reader.nextMember()
  }

  /// Updates the value of a key, adds it, or removes it where a merge patch does. Where failures may be stopped, it
  /// stays whole.
  @inlinable
  mutating func updateMember<Coding: ValueCoding<Value>>(
    _ key: Key, from reader: inout JSONReader, with coding: Coding
  ) throws(MappingError) {
    if reader.nextIsNull, reader.isMergePatch {
      try reader.readNull()
      self[key] = nil
      return
    }
    guard let index = index(forKey: key) else {
      self[key] = try reader.decodeNew(with: coding)
      return
    }
    let old = reader.isStrict ? nil : values[index]
    do throws(MappingError) {
      try reader.update(&values[index], with: coding)
    } catch {
      if let old { values[index] = old }
      throw error
    }
  }

  @inlinable
  public func encodeItems<Coding: ValueCoding<Value>>(
    to writer: inout JSONWriter, with coding: Coding
  ) throws(MappingError) {
    _ = try writer.beginValue()
    if !Key._hasUniqueKeys { try checkKeys() }
    try writer.open(.openBrace)
    if writer.scope.ordersCollections || writer.sortsKeys {
      let values = Array(values)
      for (key, position) in orderedKeys {
        writer.writeKey(key, isSorted: true)
        try writer.encode(values[position], with: coding)
      }
    } else {
      for (key, value) in self {
        writer.writeKey(key.jsonKey)
        try writer.encode(value, with: coding)
      }
    }
    writer.close(.closeBrace)
  }

  /// Checks that no two keys are written as the same.
  @inlinable @inline(never)
  func checkKeys() throws(MappingError) {
    guard count > 1 else { return }
    var texts: [String] = []
    texts.reserveCapacity(count)
    for key in keys { texts.append(key.jsonKey) }
    try texts.requireDistinctKeys()
  }

  /// The keys as they are written, in the order of their UTF-8, and their positions in the dictionary.
  @usableFromInline
  var orderedKeys: [(key: String, position: Int)] {
    // Types that depend on the dictionary's would be looked up, which takes longer than sorting a few keys.
    var texts: [String] = []
    texts.reserveCapacity(count)
    for key in keys { texts.append(key.jsonKey) }
    return JSONKey.order(of: texts).map { (texts[$0], $0) }
  }

  public static func shape(of items: ValueShape) -> ValueShape {
    .dictionary(of: items, keys: Key.self)
  }
}

extension [String] {
  /// Checks that no two keys of a dictionary are the same.
  ///
  /// - Complexity: O(n).
  @usableFromInline
  func requireDistinctKeys() throws(MappingError) {
    var seen: Set<KeyBytes> = []
    // One bit for each hash. Of a few keys, most have hashes of their own.
    var hashes: UInt64 = 0
    for (position, key) in enumerated() {
      let isNew: Bool
      if count <= 16 {
        let hash = JSONKey.withUTF8(key) { $0.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) } }
        let bit: UInt64 = 1 &<< (hash & 63)
        isNew = hashes & bit == 0 || !self[..<position].contains { JSONKey.isEqual($0, key) }
        hashes |= bit
      } else {
        isNew = seen.insert(KeyBytes(key)).inserted
      }
      guard !isNew else { continue }
      throw MappingError(
        .notEncodable, expected: "two keys of the dictionary are both written as \"\(key)\"")
    }
  }
}
