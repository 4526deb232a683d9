/// Keys that nobody has asked for, and keys that stand twice.
extension ObjectReader {
  /// Moves to the end of the object, and deals with its keys.
  mutating func settleKeys() throws(MappingError) {
    for loser in losers { _ = try locate(loser[...]) }
    try complete(0)
    var level = 1
    while level < levels.count {
      try complete(level)
      level += 1
    }
    if levels.contains(where: \.hasDuplicates), reader.pointee.duplicateKeys == .reject {
      try rejectDuplicates()
    }
    if isFlattened {
      tellMembers()
    } else if reader.pointee.scope.unknownKeys != .ignore, !keepsUnmapped {
      try judgeUnknown()
    }
  }

  /// Throws or reports, as the mapper's failure policy says; the first of equal keys counts then.
  @inline(never)
  private mutating func rejectDuplicates() throws(MappingError) {
    for start in memberStarts({ $0[$1].first != nil && $0.use(of: $1) != .nothing }) {
      do throws(MappingError) {
        _ = try reader.pointee.replacesDuplicate(at: start)
      } catch {
        let failure = error.named(typeName(of: model))
        guard !reader.pointee.isStrict else { throw failure }
        reader.pointee.report(failure)
      }
    }
  }

  /// Throws or reports, as the mapper says.
  @inline(never)
  private mutating func judgeUnknown() throws(MappingError) {
    for level in levels.indices where levels[level].isPartial && levels[level].isObject {
      try readAgain(level)
    }
    let scope = reader.pointee.scope
    let known = knownMembers()
    for start in memberStarts({ $0.use(of: $1) == .nothing }) where !known.contains(start) {
      let failure = reader.pointee.failure(.unknownKey, at: start).named(typeName(of: model))
      if scope.unknownKeys == .reject, scope.policy == .strict { throw failure }
      reader.pointee.report(failure)
    }
  }

  /// Where the members of objects begin for which a condition holds, in the order of the document.
  private func memberStarts(
    _ condition: (ObjectLevel, Int) -> Bool
  ) -> [BytePointer] {
    var starts: [BytePointer] = []
    for level in levels where level.isObject {
      for index in level.members.indices where condition(level, index) {
        starts.append(level[index].start)
      }
    }
    return starts.sorted()
  }

  /// The members that are those of a model on the same level, or of what has read the object before.
  private func knownMembers() -> Set<BytePointer> {
    let tags = reader.pointee.sharedSession.pointee.knownKeys.filter { $0.object == start }
    guard !flattenedKeys.isEmpty || !tags.isEmpty else { return flattenedMembers }
    var keys = flattenedKeys
    for tag in tags { keys.insert(KeyBytes(ignoresCase ? tag.key.lowercased() : tag.key)) }
    var known = flattenedMembers
    for member in levels[0].members where member.withKey({ keys.contains(KeyBytes($0)) }) {
      known.insert(member.start)
    }
    return known
  }

  /// Tells the model around this one, which is on the same level, what has been asked for.
  private func tellMembers() {
    guard let session = reader.pointee.session, session.pointee.flattenedMembers != nil else { return }
    for index in levels[0].members.indices where levels[0].use(of: index) != .nothing {
      session.pointee.flattenedMembers?.append(levels[0][index].start)
    }
    session.pointee.flattenedMembers?.append(contentsOf: knownMembers())
  }
}

// MARK: - Extras

extension ObjectReader {
  /// The members that nobody has asked for up to now.
  ///
  /// As for `@Extras`, members of objects that key paths lead through stand below their own key: after
  /// `value("user.name")`, `{"user": {"name": "Ann", "age": 7}}` leaves `["user": {"age": 7}]`. Of arrays
  /// that key paths lead through nothing is left.
  ///
  /// Having been handed out, these keys are known: ``Mapper/unknownKeys`` does not concern the model.
  ///
  /// - Throws: ``MappingError`` for malformed JSON, and for keys that stand twice.
  /// - Complexity: O(n) in the object's size.
  public mutating func unmapped() throws(MappingError) -> [String: JSONValue] {
    try unmapped(as: [String: JSONValue].self)
  }

  /// The same in a container of another type, such as a ``JSONObject``, which keeps the order.
  public mutating func unmapped<Members: ExtrasContainer>(
    as type: Members.Type
  ) throws(MappingError) -> Members {
    keepsUnmapped = true
    for loser in losers { _ = try locate(loser[...]) }
    losers = []
    return Members(extras: try leftovers(in: 0))
  }

  private mutating func leftovers(in level: Int) throws(MappingError) -> JSONObject {
    while try advance(level) {}
    if levels[level].isPartial { try readAgain(level) }
    let known = level == 0 ? knownMembers() : []
    var object = JSONObject()
    for index in levels[level].members.indices {
      let member = levels[level][index]
      let use = levels[level].use(of: index)
      guard !use.contains(.value), !known.contains(member.start) else { continue }
      reader.pointee.cursor = member.start
      let key = try reader.pointee.readKey()
      if use.contains(.inside) {
        guard member.first == nil, let value = try leftover(of: index, in: level) else { continue }
        object[key] = value
      } else {
        if object[key] != nil, try !replacesDuplicate(at: member.start) { continue }
        object[key] = try tree(at: member.value, in: level)
      }
    }
    return object
  }

  /// What is left of a value inside which something has been asked for.
  private mutating func leftover(
    of member: Int, in level: Int
  ) throws(MappingError) -> JSONValue? {
    let isLast = reader.pointee.duplicateKeys == .last
    let member = isLast ? levels[level][member].latest ?? member : member
    guard let child = levels[level][member].child else {
      // Neither object nor array, though key paths lead through it.
      return try tree(at: levels[level][member].value, in: level)
    }
    guard levels[child].isObject else { return nil }
    let rest = try leftovers(in: child)
    return rest.isEmpty ? nil : .object(rest)
  }

  private func tree(
    at position: BytePointer, in level: Int
  ) throws(MappingError) -> JSONValue {
    reader.pointee.cursor = position
    reader.pointee.remainingDepth = levels[level].depth
    return try reader.pointee.decode(JSONValue.self)
  }

  private func replacesDuplicate(at start: BytePointer) throws(MappingError) -> Bool {
    do throws(MappingError) {
      return try reader.pointee.replacesDuplicate(at: start)
    } catch {
      let failure = error.named(typeName(of: model))
      guard !reader.pointee.isStrict else { throw failure }
      reader.pointee.report(failure)
      return false
    }
  }
}
