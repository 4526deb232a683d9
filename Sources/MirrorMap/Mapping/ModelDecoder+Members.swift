/// Finding the properties that an object's keys lead to.
extension ModelDecoder {
  /// Reads the members of an object into the properties that their keys lead to.
  ///
  /// - Precondition: an opening brace is at the cursor.
  mutating func readMembers(
    _ node: Permanent<KeyNode>, from reader: inout JSONReader
  ) throws(MappingError) {
    if reader.duplicateKeys == .last { return try readLastMembers(node, from: &reader) }
    let merges = general?.pointee.merges == true
    let skipsUnmapped = general == nil && reader.scope.unknownKeys == .ignore
    var scan = MemberScan(
      reader.memory.pointee.predictors, node: node.identity, depth: reader.remainingDepth,
      isLimited: reader.limitsStrings, ignoresCase: keys.pointee.ignoresCase)
    try reader.enter()
    reader.cursor += 1
    let (first, depth) = (reader.cursor, reader.remainingDepth)
    var start = first
    while true {
      start = reader.cursor
      let index =
        try merges
        ? updateScalars(node, &scan, &start, from: &reader)
        : readScalars(node, &scan, &start, skipsUnmapped: skipsUnmapped, from: &reader)
      if index == MemberScan.end { break }
      if index < 0, !skipsUnmapped {
        try readUnmapped(reader.keyPosition(from: start), node, from: &reader)
        continue
      }
      var isMapped = index >= 0
      if isMapped, markSeen(node.pointee.firstNumber &+ index) {
        isMapped = try replacesDuplicate(
          at: reader.keyPosition(from: start), node.pointee.table.entries[index].number, &reader)
      }
      guard isMapped else {
        try reader.skip()
        continue
      }
      let number = node.pointee.table.entries[index].number
      guard number >= 0, !merges else {
        try readEntry(index, node, from: &reader)
        continue
      }
      let value = reader.cursor
      do {
        try Self.readValue(number, tables, base, from: &reader)
      } catch {
        (reader.cursor, reader.remainingDepth) = (value, depth)
        try recover(number, from: error, &reader)
      }
    }
    if general != nil, ByteScan.skipWhitespace(first, reader.end) + 1 == reader.cursor {
      keepEmptyObject(node)
    }
  }

  /// Reads the last of equal members of an object, on either path. Which one that is shows only at the object's end,
  /// and those before it must have no effect.
  @inline(never)
  private mutating func readLastMembers(
    _ node: Permanent<KeyNode>, from reader: inout JSONReader
  ) throws(MappingError) {
    let ignoresCase = keys.pointee.ignoresCase
    if ignoresCase { reader.willReadInAnyCase() }
    guard try reader.beginObject() else {
      if general != nil { keepEmptyObject(node) }
      return
    }
    var positions = [BytePointer?](repeating: nil, count: node.pointee.count)
    repeat {
      let keyStart = reader.cursor
      let index = try reader.readKey(in: node.pointee.table, ignoringCase: ignoresCase)
      if index < 0 {
        try readUnmapped(keyStart, node, from: &reader)
      } else {
        positions[index] = reader.cursor
        try reader.skip()
      }
    } while try reader.nextMember()
    try reader.rereading { (reader) throws(MappingError) in
      for index in 0..<node.pointee.count {
        guard let position = positions[index] else { continue }
        reader.cursor = position
        _ = markSeen(node.pointee.firstNumber + index)
        try readEntry(index, node, from: &reader)
      }
    }
  }

  /// Reads the value of an entry's key, on either path.
  private mutating func readEntry(
    _ index: Int, _ node: Permanent<KeyNode>, from reader: inout JSONReader
  ) throws(MappingError) {
    if let detail = node.pointee.detail(index) {
      try readDetail(detail, from: &reader)
    } else {
      try readField(node.pointee.table.entries[index].number, from: &reader)
    }
  }

  /// Reads the value of a key for one of the properties that it leads to.
  private mutating func readCandidate(
    _ candidate: KeyCandidate, from reader: inout JSONReader
  ) throws(MappingError) {
    if !candidate.hasAlternatives {
      try readField(candidate.field, from: &reader)
    } else if candidate.isGroup, reader.current == .openBrace {
      try reader.skip()
    } else {
      try addCandidate(candidate, from: &reader)
    }
  }

  /// Reads a value that several properties, or keys one level down, need.
  @inline(never)
  private mutating func readDetail(
    _ detail: KeyDetail, from reader: inout JSONReader
  ) throws(MappingError) {
    // Mostly, it's the key of one property with alternatives.
    if detail.child == nil, detail.candidates.count == 1 {
      return try readCandidate(detail.candidates[0], from: &reader)
    }
    let position = reader.cursor
    var outerCount: Int?
    if let child = detail.child, reader.scope.unknownKeys != .ignore, !detail.candidates.isEmpty {
      outerCount = reader.session?.pointee.records?.outerKeys.count ?? 0
      child.recordOuterKeys(ignoringCase: keys.pointee.ignoresCase, at: &reader)
    }
    defer {
      if let outerCount {
        reader.session?.pointee.records?.outerKeys.removeSubrange(outerCount...)
      }
    }
    for index in 0..<detail.candidates.count {
      try reader.rewind(to: position)
      try readCandidate(detail.candidates[index], from: &reader)
    }
    guard let child = detail.child else {
      // The key of a property that is only written leads nowhere.
      if detail.candidates.isEmpty { try reader.skip() }
      return
    }
    try reader.rewind(to: position)
    if let general, general.pointee.isUpdating, reader.isMergePatch,
      reader.current != .openBrace || detail.candidates.isEmpty && child.pointee.isArray
    {
      return try replaceGroup(child, from: &reader)
    }
    if let general, general.pointee.isUpdating, reader.clearsBelowNull, reader.nextIsNull {
      return try clearGroup(child, from: &reader)
    }
    switch reader.current {
    case .openBrace?: try readMembers(child, from: &reader)
    case .openBracket?: try readElements(child, from: &reader)
    default:
      if general != nil, detail.candidates.isEmpty {
        try keepScalar(child, from: &reader)
      } else {
        try reader.skip()
      }
    }
  }

  /// Reads the elements of an array that key paths lead to.
  mutating func readElements(
    _ node: Permanent<KeyNode>, from reader: inout JSONReader
  ) throws(MappingError) {
    guard try reader.beginArray() else { return }
    general?.pointee.arrayDepth += 1
    // A merge patch replaces arrays as they are: `null` removes nothing in them.
    let isMergePatch = general != nil && reader.isMergePatch
    if isMergePatch { reader.session?.pointee.isMergePatch = false }
    let session = reader.session
    defer {
      general?.pointee.arrayDepth -= 1
      if isMergePatch { session?.pointee.isMergePatch = true }
    }
    var index = 0
    var next = 0
    repeat {
      if next < node.pointee.elements.count, node.pointee.elements[next].index == index {
        let number = node.pointee.elements[next].entry
        next += 1
        _ = markSeen(node.pointee.firstNumber + number)
        try readEntry(number, node, from: &reader)
      } else {
        try reader.skip()
      }
      index += 1
    } while try reader.nextElement()
  }

  /// Whether the second of two equal keys is used.
  @inline(never)
  func replacesDuplicate(
    at key: BytePointer, _ property: Int, _ reader: inout JSONReader
  ) throws(MappingError) -> Bool {
    try reader.replacesDuplicate(at: key, in: plan.modelName(of: property))
  }
}
