/// Finding members; see ``ObjectLevel``.
extension ObjectReader {
  /// What was found under a key.
  @usableFromInline
  enum Finding {
    case absent, null, value
  }

  /// Finds a key or one of its alternatives; the reader then stands at the value.
  @usableFromInline
  mutating func find(_ key: ObjectKey) throws(MappingError) -> Finding {
    guard let found = try locate(key) else { return .absent }
    place = found
    if levels[found.level][found.member].isRead || levels[found.level].parent != nil
      || levels[found.level][found.member].isReadInside
    {
      try countReread()
    }
    stand(at: found)
    return reader.pointee.nextIsNull ? .null : .value
  }

  private func stand(at place: ObjectPlace) {
    reader.pointee.cursor = levels[place.level][place.member].value
    reader.pointee.remainingDepth = levels[place.level].depth
  }

  /// Finds a key, or the first of its alternatives that is there.
  mutating func locate(_ key: ObjectKey) throws(MappingError) -> ObjectPlace? {
    if let place = try locate(key.key, key) {
      if !key.alternatives.isEmpty { try addLosers(key, after: 0) }
      return place
    }
    for (rank, alternative) in key.alternatives.enumerated() {
      guard let place = try locate(alternative, key) else { continue }
      try addLosers(key, after: rank + 1)
      return place
    }
    return nil
  }

  private mutating func locate(
    _ path: String, _ key: ObjectKey
  ) throws(MappingError) -> ObjectPlace? {
    let steps = try KeySteps.split(path, nested: key.nested, key.delimiter, of: model)
    guard let steps else { return try locate(path, in: 0, .value) }
    return try locate(steps[...])
  }

  /// Finds what a key path leads to.
  mutating func locate(_ steps: ArraySlice<String>) throws(MappingError) -> ObjectPlace? {
    var level = 0
    for step in steps.dropLast() {
      guard let place = try locate(step, in: level, .inside), let child = try child(of: place)
      else { return nil }
      level = child
    }
    return try locate(steps[steps.endIndex - 1], in: level, .value)
  }

  private mutating func locate(
    _ step: String, in level: Int, _ use: ObjectMember.Use
  ) throws(MappingError) -> ObjectPlace? {
    let member =
      levels[level].isObject ? try member(step, in: level) : try element(step, in: level)
    guard let member else { return nil }
    levels[level][member].use.formUnion(use)
    guard reader.pointee.duplicateKeys == .last, let last = levels[level][member].latest else {
      return ObjectPlace(level: level, member: member)
    }
    return ObjectPlace(level: level, member: last)
  }

  /// The first member of an object with a key.
  private mutating func member(
    _ step: String, in level: Int
  ) throws(MappingError) -> Int? {
    let key = ignoresCase ? step.lowercased() : step
    // Which one is the last shows only at the object's end.
    if reader.pointee.duplicateKeys == .last { while try advance(level) {} }
    if let known = JSONKey.withUTF8(key, { levels[level].firstMember($0) }) { return known }
    while try advance(level) {
      let last = levels[level].members.count - 1
      if JSONKey.withUTF8(key, { levels[level][last].hasKey($0) }) { return last }
    }
    guard levels[level].isPartial else { return nil }
    try readAgain(level)
    return JSONKey.withUTF8(key) { levels[level].firstMember($0) }
  }

  private mutating func element(
    _ step: String, in level: Int
  ) throws(MappingError) -> Int? {
    // Nothing is filled up to the index here, so it may be any.
    guard let index = ArrayIndex(step, limit: .max)?.value else { return nil }
    while index >= levels[level].members.count, try advance(level) {}
    if index >= levels[level].members.count, levels[level].isPartial { try readAgain(level) }
    return index < levels[level].members.count ? index : nil
  }

  /// Notes the alternatives behind the one that was found: they are known keys as well.
  private mutating func addLosers(
    _ key: ObjectKey, after rank: Int
  ) throws(MappingError) {
    for alternative in key.alternatives.dropFirst(rank) {
      let steps = try KeySteps.split(alternative, nested: key.nested, key.delimiter, of: model)
      losers.append(steps ?? [alternative])
    }
  }

  // MARK: Levels

  /// The level that a member's value is; nil if it is neither object nor array.
  private mutating func child(of place: ObjectPlace) throws(MappingError) -> Int? {
    if let child = levels[place.level][place.member].child { return child }
    stand(at: place)
    let kind = reader.pointee.nextKind
    guard kind == .object || kind == .array else {
      // Nothing can be inside; but it may be no value at all.
      let isLast = place.member == levels[place.level].members.count - 1
      if isLast, levels[place.level].progress == .atValue { try passValue(place.level) }
      return nil
    }
    levels.append(try reader.pointee.openLevel(isObject: kind == .object, parent: place))
    let child = levels.count - 1
    levels[place.level][place.member].child = child
    return child
  }

  /// Moves on to the next member of a level.
  ///
  /// - Returns: false at the end.
  mutating func advance(_ level: Int) throws(MappingError) -> Bool {
    guard try moveOn(level) else { return false }
    // Where ThreadSanitizer looks on, `self.reader` and `self.levels` are taken to overlap.
    let reader = reader
    try reader.pointee.readMember(of: &levels[level], ignoringCase: ignoresCase)
    return true
  }

  /// Moves behind the last known member of a level, to the next key or element.
  private mutating func moveOn(_ level: Int) throws(MappingError) -> Bool {
    if levels[level].progress == .atValue { try passValue(level) }
    if levels[level].progress == .behindValue {
      let reader = reader
      try reader.pointee.moveToNextMember(of: &levels[level])
    }
    return levels[level].progress == .atMember
  }

  /// Passes over the value of the last known member.
  private mutating func passValue(_ level: Int) throws(MappingError) {
    let member = levels[level].members.count - 1
    if let child = levels[level][member].child {
      try complete(child)
      reader.pointee.cursor = levels[child].cursor
    } else {
      stand(at: ObjectPlace(level: level, member: member))
      try reader.pointee.skipValue()
    }
    endMember(ObjectPlace(level: level, member: member))
  }

  /// Notes that a member's value ends at the cursor.
  mutating func endMember(_ place: ObjectPlace) {
    let end = reader.pointee.cursor
    levels[place.level][place.member].end = end
    if levels[place.level].progress == .atValue,
      place.member == levels[place.level].members.count - 1
    {
      levels[place.level].progress = .behindValue
      levels[place.level].cursor = end
    }
  }

  /// Moves to the end of a level. Elements that nobody has asked for are not kept in mind, nor are
  /// keys that are none of those asked for.
  mutating func complete(_ level: Int) throws(MappingError) {
    if levels[level].isObject, keepsKeys { while try advance(level) {} }
    let reader = reader
    while try moveOn(level) {
      try reader.pointee.passMember(of: &levels[level], ignoringCase: ignoresCase)
    }
  }

  /// Whether all keys of an object have to be known at its end.
  private var keepsKeys: Bool {
    isFlattened ? !flattenedKeys.isEmpty : reader.pointee.scope.unknownKeys != .ignore
  }

  /// Goes through a level once more, as not all of its members were kept in mind.
  @inline(never)
  mutating func readAgain(_ level: Int) throws(MappingError) {
    let known = levels[level]
    let parent = known.parent
    reader.pointee.cursor = parent.map { levels[$0.level][$0.member].value } ?? start
    reader.pointee.remainingDepth = known.depth + 1
    levels[level] = try reader.pointee.openLevel(isObject: known.isObject, parent: parent)
    while try advance(level) {}
    let positions = Dictionary(
      levels[level].members.enumerated().map { ($1.start, $0) }, uniquingKeysWith: { $1 })
    for member in known.members {
      guard let position = positions[member.start] else { continue }
      levels[level][position].take(member)
      if let child = member.child {
        levels[child].parent = ObjectPlace(level: level, member: position)
      }
    }
  }

  // MARK: Reading again

  /// Counts the bytes of a value that overlaps with one that has been read; see
  /// ``JSONReader/countReread(from:)``.
  @inline(never)
  private mutating func countReread() throws(MappingError) {
    let member = levels[place.level][place.member]
    guard member.isRead || member.isReadInside || isInsideRead(place) else { return }
    if member.end == nil { try passValue(place.level) }
    guard let end = levels[place.level][place.member].end else { return }
    stand(at: place)
    // A small object costs more than its bytes.
    let kind = reader.pointee.nextKind
    if kind == .object || kind == .array { reader.pointee.rereadableCount &-= 32 }
    reader.pointee.cursor = end
    try reader.pointee.countReread(from: member.value)
  }

  private func isInsideRead(_ place: ObjectPlace) -> Bool {
    var level = place.level
    while let parent = levels[level].parent {
      if levels[parent.level][parent.member].isRead { return true }
      level = parent.level
    }
    return false
  }

  /// Notes that a value is being read.
  mutating func noteRead(_ place: ObjectPlace) {
    levels[place.level][place.member].isRead = true
    var level = place.level
    while let parent = levels[level].parent, !levels[parent.level][parent.member].isReadInside {
      levels[parent.level][parent.member].isReadInside = true
      level = parent.level
    }
  }
}

// MARK: - Levels and the reader

extension JSONReader {
  /// Enters the object or array at the cursor.
  mutating func openLevel(
    isObject: Bool, parent: ObjectPlace?
  ) throws(MappingError) -> ObjectLevel {
    let depth = remainingDepth - 1
    let hasMembers = isObject ? try beginObject() : try beginArray()
    return ObjectLevel(
      isObject: isObject, depth: depth, parent: parent, cursor, isEmpty: !hasMembers)
  }

  /// Moves from behind a value to the next member, or to the end.
  fileprivate mutating func moveToNextMember(of level: inout ObjectLevel) throws(MappingError) {
    cursor = level.cursor
    remainingDepth = level.depth
    let hasNext = level.isObject ? try nextMember() : try nextElement()
    level.cursor = cursor
    level.progress = hasNext ? .atMember : .complete
  }

  /// Reads a key, and moves to its value.
  fileprivate mutating func readMember(
    of level: inout ObjectLevel, ignoringCase: Bool
  ) throws(MappingError) {
    cursor = level.cursor
    if level.isObject {
      level.append(try readMember(ignoringCase: ignoringCase))
    } else {
      level.append(ObjectMember(element: cursor))
    }
    level.cursor = cursor
    level.progress = .atValue
  }

  private mutating func readMember(ignoringCase: Bool) throws(MappingError) -> ObjectMember {
    let start = cursor
    let key = try readRawKey()
    var text: String?
    if ignoringCase {
      text = try makeString(key).lowercased()
    } else if key.hasEscapes {
      text = try makeString(key)
    }
    return ObjectMember(start: start, key: key, text: text, value: cursor)
  }

  /// Passes over a member, and keeps it in mind only if its key is one that has been seen before.
  fileprivate mutating func passMember(
    of level: inout ObjectLevel, ignoringCase: Bool
  ) throws(MappingError) {
    cursor = level.cursor
    remainingDepth = level.depth
    if level.isObject {
      let member = try readMember(ignoringCase: ignoringCase)
      if member.withKey({ level.firstMember($0) }) != nil {
        level.append(member)
        level.cursor = cursor
        level.progress = .atValue
        return
      }
    }
    level.isPartial = true
    try skipValue()
    level.cursor = cursor
    level.progress = .behindValue
  }
}
