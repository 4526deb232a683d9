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
    // An array of a merge patch can have objects in which the last doesn't count.
    let parent = containers[container].parent
    let usesLast =
      usesLast && parent.map { reader.duplicateKeys(at: members[$0].value) == .last } ?? true
    // Which member is the last one is known only at the object's end.
    if usesLast, isObject { while try advance(container, &reader) {} }
    let found =
      isObject
      ? try findMember(ignoresCase ? step.lowercased() : step, in: container, &reader)
      : try findElement(step, in: container, &reader)
    guard let found else { return nil }
    members[found].use.insert(use)
    return usesLast ? members[found].last : found
  }

  private mutating func findMember(
    _ key: String, in container: Int, _ reader: inout JSONReader
  ) throws(MappingError) -> Int? {
    var found = JSONKey.withUTF8(key) { firstMember($0, in: container, reader) }
    while found == nil, try advance(container, &reader) {
      let last = members.count - 1
      if JSONKey.withUTF8(key, { hasKey(last, $0, $0.fingerprint, reader) }) { found = last }
    }
    return found
  }

  private mutating func findElement(
    _ step: String, in container: Int, _ reader: inout JSONReader
  ) throws(MappingError) -> Int? {
    // The array isn't filled up to the index, so any index is allowed.
    guard let index = ArrayIndex(step, limit: .max)?.value else { return nil }
    while index >= containers[container].members.count {
      guard try advance(container, &reader) else { return nil }
    }
    return containers[container].members[index]
  }

  /// The container that a member's value is; nil if it is neither an object nor an array.
  mutating func enter(
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
  func firstMember(_ key: Bytes, in container: Int, _ reader: borrowing JSONReader) -> Int? {
    let fingerprint = key.fingerprint
    guard containers[container].positions.isEmpty else {
      return containers[container].positions.position(of: JSONKeyIndex.hash(key)) {
        hasKey($0, key, fingerprint, reader)
      }
    }
    return containers[container].members.first { hasKey($0, key, fingerprint, reader) }
  }

  /// Adds the last member to the hash table, or all when there are too many to search.
  mutating func hashMembers(of container: Int, _ reader: borrowing JSONReader) {
    let count = containers[container].members.count - Self.linearSearchLimit
    guard count > 0 else { return }
    for member in containers[container].members.suffix(count == 1 ? .max : 1)
    where members[member].first == member {
      let hash = withKey(members[member].key, reader) { JSONKeyIndex.hash($0) }
      containers[container].positions.insert(hash, position: member)
    }
  }

  /// How the key of a member has been requested.
  func requests(for member: Int) -> Use {
    members[members[member].first].use.intersection([.value, .inside])
  }

  @inline(never)
  private func hasKey(
    _ member: Int, _ key: Bytes, _ fingerprint: UInt64, _ reader: borrowing JSONReader
  ) -> Bool {
    members[member].fingerprint == fingerprint
      && withKey(members[member].key, reader) { JSONKey.isEqual($0, key) }
  }
}
