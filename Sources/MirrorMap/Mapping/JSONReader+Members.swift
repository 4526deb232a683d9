/// Finding the fields that an object's keys lead to.
extension JSONReader {
  /// Reads an object's members into the fields that their keys lead to.
  mutating func readMembers(
    _ node: Immortal<KeyNode>, _ reading: inout ModelReading
  ) throws(MappingError) {
    guard duplicateKeys != .last else { return try readLastMembers(node, &reading) }
    if let care = reading.care { return try readMembers(node, &reading, care) }
    guard current == .openBrace else { throw mismatch("an object") }
    let table = node.pointee.table
    let firstNumber = node.pointee.firstNumber
    var walk = ObjectWalk(
      memory.shapes, node: node.identity, depth: remainingDepth, isLimited: quickEnd != end)
    var place = cursor
    var index = try firstKey(in: table, &walk)
    while index != ObjectWalk.end {
      var isWanted = index >= 0
      if isWanted, reading.see(firstNumber &+ index) {
        isWanted = try replacesDuplicate(at: keyPosition(from: place), reading.plan)
      }
      if isWanted {
        let number = table.number(index)
        if number >= 0 {
          try readOrdinaryField(number, reading.target)
        } else {
          try readDetail(node.pointee.details[~number], &reading)
        }
      } else {
        try skipValue()
      }
      place = cursor
      index = try nextKey(in: table, &walk)
    }
  }

  /// The same where the last of equal keys counts: which one that is shows only at the object's end,
  /// and what stands before it must leave no traces.
  @inline(never)
  private mutating func readLastMembers(
    _ node: Immortal<KeyNode>, _ reading: inout ModelReading
  ) throws(MappingError) {
    let node = node.pointee
    var positions = [BytePointer?](repeating: nil, count: node.count)
    guard try beginObject() else {
      if let care = reading.care { passEmpty(node, care) }
      return
    }
    repeat {
      let keyStart = cursor
      let index: Int
      if reading.care == nil {
        index = try readKey(in: node.table, expected: node.count)
      } else {
        index = try readKey(in: node.table, ignoringCase: reading.keys.pointee.ignoresCase)
      }
      if index < 0, let care = reading.care {
        try passUnknown(keyStart, node, reading, care)
      } else {
        if index >= 0 { positions[index] = cursor }
        try skipValue()
      }
    } while try nextMember()
    let behind = cursor
    // The object has been left; its values lie one level further down.
    try enter()
    for index in 0..<node.count {
      guard let position = positions[index] else { continue }
      cursor = position
      _ = reading.see(node.firstNumber + index)
      try readAnyEntry(index, node, &reading)
    }
    remainingDepth += 1
    cursor = behind
  }

  /// Reads a value that several fields, or keys further down, are interested in.
  @inline(never)
  mutating func readDetail(
    _ detail: KeyDetail, _ reading: inout ModelReading
  ) throws(MappingError) {
    let position = cursor
    for index in 0..<detail.candidates.count {
      try rewind(to: position)
      let candidate = detail.candidates[index]
      if candidate.hasRivals {
        try offer(candidate, &reading)
      } else {
        try readField(candidate.field, reading)
      }
    }
    guard let child = detail.child else {
      // The key of a property that is only written leads nowhere.
      if detail.candidates.isEmpty { try skipValue() }
      return
    }
    try rewind(to: position)
    if let care = reading.care, care.pointee.isUpdating, removesNulls, current != .openBrace {
      return try replaceGroup(child, &reading, care)
    }
    switch current {
    case .openBrace?: try readMembers(child, &reading)
    case .openBracket?: try readElements(child, &reading)
    default:
      if let care = reading.care, detail.candidates.isEmpty {
        try passOverlooked(child, care)
      } else {
        try skipValue()
      }
    }
  }

  /// Reads the elements of an array that key paths lead to.
  mutating func readElements(
    _ node: Immortal<KeyNode>, _ reading: inout ModelReading
  ) throws(MappingError) {
    let node = node.pointee
    guard try beginArray() else { return }
    reading.care?.pointee.arrayDepth += 1
    defer { reading.care?.pointee.arrayDepth -= 1 }
    var index = 0
    var wanted = 0
    repeat {
      if wanted < node.elements.count, node.elements[wanted].index == index {
        let number = node.elements[wanted].entry
        wanted += 1
        _ = reading.see(node.firstNumber + number)
        try readAnyEntry(number, node, &reading)
      } else {
        try skipValue()
      }
      index += 1
    } while try nextElement()
  }
}

// MARK: - Reading again

extension JSONReader {
  /// Goes back to where a value begins, to read it again.
  private mutating func rewind(to position: BytePointer) throws(MappingError) {
    try countReread(from: position)
    cursor = position
  }

  /// Counts the bytes from `position` to the cursor as read again.
  ///
  /// Several properties of a model that holds itself may be interested in one key; then each level
  /// doubles the work of the one above, and a document of 500 bytes would take years.
  ///
  /// - Throws: ``MappingError`` when sixteen times the document has been read again.
  mutating func countReread(
    from position: BytePointer
  ) throws(MappingError) {
    rereadableCount &-= cursor - position
    guard rereadableCount >= 0 else {
      throw failure(
        .depthLimit, at: position, expected: "less nesting",
        found: "more values that several properties read than the limit allows")
    }
  }
}

// MARK: - Duplicates

extension JSONReader {
  /// Whether the later of two equal keys is to win.
  ///
  /// - Throws: ``MappingError`` if the mapper rejects duplicates.
  @inline(never)
  @usableFromInline
  func replacesDuplicate(at key: BytePointer) throws(MappingError) -> Bool {
    switch mapper.duplicateKeys {
    case .first: return false
    case .last: return true
    case .reject:
      throw failure(.duplicateKey, at: key, expected: "each key once", found: "a second one")
    }
  }

  /// The same, with an error that names the model.
  private func replacesDuplicate(
    at key: BytePointer, _ plan: ModelPlan
  ) throws(MappingError) -> Bool {
    do {
      return try replacesDuplicate(at: key)
    } catch {
      throw named(error, plan)
    }
  }
}

// MARK: - Alternatives

extension JSONReader {
  /// Offers a value to a field with alternatives. Which one wins is known for certain only when the
  /// whole object has been seen; the preferred one wins at once.
  private mutating func offer(
    _ candidate: KeyCandidate, _ reading: inout ModelReading
  ) throws(MappingError) {
    let position = cursor
    if candidate.rank == 0 {
      try readField(candidate.field, reading)
    } else {
      try skipValue()
    }
    // A second find of one rank is a duplicate that is to win.
    if let known = reading.finds.firstIndex(where: { $0.field == candidate.field }) {
      if reading.finds[known].rank < candidate.rank { return }
      reading.finds.remove(at: known)
    }
    reading.finds.append(
      ModelReading.Find(
        field: candidate.field, rank: candidate.rank,
        position: candidate.rank == 0 ? nil : position))
  }

  /// Reads the winners among alternatives.
  @inline(never)
  mutating func readFinds(
    _ reading: inout ModelReading, _ start: BytePointer
  ) throws(MappingError) {
    let behind = cursor
    // The object has been left; its values lie one level further down.
    try enter()
    for find in reading.finds {
      guard let position = find.position else { continue }
      cursor = position
      try readField(find.field, reading)
      try countReread(from: position)
    }
    remainingDepth += 1
    cursor = behind
    if let care = reading.care, care.pointee.isUpdating { return }
    let rivals = reading.keys.pointee.rivalFields
    for index in 0..<rivals.count
    where !reading.finds.contains(where: { $0.field == rivals[index] }) {
      try settleAbsent(rivals[index], start, reading)
    }
  }
}
