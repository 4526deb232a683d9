/// Finding the member that a key or key path leads to, and all with the same key.
extension ObjectIndex {
  private static let linearSearchLimit = 32

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
      (Self.fingerprint(key), firstMember(key, in: container, reader))
    }
    if let known { return known }
    while try advance(container, &reader) {
      let last = members.count - 1
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
    if containers[container].count > Self.linearSearchLimit {
      hashMembers(of: container, reader)
      return hashed(key, in: container, reader)
    }
    let fingerprint = Self.fingerprint(key)
    var next = containers[container].first
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
      var next = members[member].next
      while let other = next {
        if members[other].fingerprint == members[member].fingerprint, hasKey(other, key, reader) {
          duplicates.append(other)
        }
        next = members[other].next
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
}
