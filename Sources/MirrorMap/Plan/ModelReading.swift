/// What is noted down while one model is being read.
struct ModelReading {
  let tables: UnsafePointer<PlanTables>
  /// Where the fields lie.
  let base: UnsafeMutableRawPointer
  /// Which entries of the trie have been seen: the first 64, and all others.
  var seen: UInt64 = 0
  var seenLater: [UInt64] = []
  /// What was found for the fields that have alternative keys.
  var finds: [Find] = []

  /// A value for a field with alternatives.
  struct Find {
    let field: Int
    let rank: Int
    /// Where the value begins; nil once it has been read.
    let position: UnsafePointer<UInt8>?
  }

  init(_ plan: ModelPlan, _ base: UnsafeMutableRawPointer) {
    tables = plan.tables
    self.base = base
    let words = tables.pointee.wordCount
    if words > 1 { seenLater = [UInt64](repeating: 0, count: words - 1) }
  }

  /// The plan, for errors.
  var plan: ModelPlan { ModelPlan(tables) }

  /// Notes that an entry has been seen.
  ///
  /// - Returns: whether it had been seen before.
  @inline(__always)
  mutating func see(_ entry: Int) -> Bool {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: entry & 63)
    if entry < 64 {
      let before = seen & bit
      seen |= bit
      return before != 0
    }
    let word = entry &>> 6 &- 1
    let before = seenLater[word] & bit
    seenLater[word] |= bit
    return before != 0
  }

  func seenWord(_ index: Int) -> UInt64 { index == 0 ? seen : seenLater[index - 1] }
}

extension JSONReader {
  /// Reads an object into the fields of a model that has just been initialised.
  ///
  /// - Parameters:
  ///   - plan: the model's plan.
  ///   - base: where the offsets of the plan's fields count from.
  @usableFromInline
  mutating func readModel(
    _ plan: ModelPlan, into base: UnsafeMutableRawPointer
  ) throws(MappingError) {
    let tables = plan.tables
    let start = cursor
    guard current == .openBrace else { throw named(mismatch("an object"), plan) }
    var reading = ModelReading(plan, base)
    try readMembers(tables.pointee.keys, &reading)
    if !tables.pointee.rivalFields.isEmpty { try readFinds(&reading, start) }
    for word in 0..<tables.pointee.wordCount {
      let unseen = tables.pointee.soleEntries[word] & ~reading.seenWord(word)
      if unseen != 0 { try settle(unseen, word, start, reading) }
    }
  }

  /// Deals with fields whose key was absent.
  @inline(__always)
  private func settle(
    _ unseen: UInt64, _ word: Int, _ start: UnsafePointer<UInt8>, _ reading: ModelReading
  ) throws(MappingError) {
    var unseen = unseen
    while unseen != 0 {
      let field = reading.tables.pointee.soleFields[word &* 64 &+ unseen.trailingZeroBitCount]
      unseen &= unseen &- 1
      try settleAbsent(field, start, reading)
    }
  }

  @inline(__always)
  private func settleAbsent(
    _ index: Int, _ start: UnsafePointer<UInt8>, _ reading: ModelReading
  ) throws(MappingError) {
    let field = reading.tables.pointee.fields[index]
    if field.isRequired, !isInitialised(index, reading) {
      throw missing(index, start, reading.plan)
    }
    // What init() assigned is a default, not a change.
    FieldStateSlot(reading.base + field.stateOffset).state = .absent
  }

  /// Whether `init()` has given a value to a property that is declared without one.
  @inline(never)
  private func isInitialised(_ index: Int, _ reading: ModelReading) -> Bool {
    let field = reading.tables.pointee.fields[index]
    let state = FieldStateSlot(reading.base + field.stateOffset).state
    return !state.isDecoded
      && reading.plan.details.properties[index].declaration.isSet(reading.base + field.offset)
  }

  @inline(never)
  private func missing(
    _ index: Int, _ start: UnsafePointer<UInt8>, _ plan: ModelPlan
  ) -> MappingError {
    let property = plan.details.properties[index]
    var error = failure(.missingKey, at: start, expected: "\(property.declaration.valueType)")
    error.details.missing = JSONPath(keyPath: property.paths[0]).components
    return named(error, plan, index)
  }

  /// Adds model and property to an error, unless a model further inside has done so.
  @inline(never)
  private func named(_ error: MappingError, _ plan: ModelPlan, _ field: Int? = nil) -> MappingError
  {
    guard error.model == nil, !error.code.isSyntax else { return error }
    var named = error
    named.details.model = plan.details.name
    named.details.property = field.map { plan.details.properties[$0].name }
    return named
  }
}

// MARK: - Members

extension JSONReader {
  /// Reads an object's members into the fields that their keys lead to.
  private mutating func readMembers(
    _ node: UnsafePointer<KeyNode>, _ reading: inout ModelReading
  ) throws(MappingError) {
    guard try beginObject() else { return }
    let node = node.pointee
    var expected = 0
    repeat {
      let keyStart = cursor
      let index = try readEntry(node, expected)
      guard index >= 0 else {
        try skipValue()
        continue
      }
      expected = index &+ 1
      if reading.see(node.firstNumber &+ index) {
        guard try replacesDuplicate(at: keyStart, reading.plan) else {
          try skipValue()
          continue
        }
      }
      let entry = node.entries[index]
      if entry.field >= 0 {
        try readField(entry.field, reading)
      } else if let detail = entry.detail {
        try readDetail(detail.pointee, &reading)
      }
    } while try nextMember()
  }

  /// Reads a key and moves on to its value.
  ///
  /// - Parameter expected: the entry that is likely to come next.
  /// - Returns: the entry's index in the node, or -1 for a key that nobody asks for.
  @inline(__always)
  private mutating func readEntry(
    _ node: KeyNode, _ expected: Int
  ) throws(MappingError) -> Int {
    if expected < node.count, cursor < end {
      let entry = node.entries + expected
      if entry.pointee.isNext(at: cursor, end) {
        cursor += entry.pointee.length &+ 2
        try readColon()
        return expected
      }
    }
    let raw = try readRawKey()
    if raw.hasEscapes { return findEscaped(raw, node) }
    return node.index(of: raw.start, raw.count)
  }

  @inline(never)
  private func findEscaped(_ raw: RawString, _ node: KeyNode) -> Int {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: raw.count) { buffer in
      guard let output = buffer.baseAddress else { return -1 }
      let count = StringEscapes.resolve(raw.start, raw.end, into: output)
      return node.index(of: output, count)
    }
  }

  /// Reads a value that several fields, or keys further down, are interested in.
  @inline(never)
  private mutating func readDetail(
    _ detail: KeyDetail, _ reading: inout ModelReading
  ) throws(MappingError) {
    let position = cursor
    for index in 0..<detail.candidateCount {
      cursor = position
      let candidate = detail.candidates[index]
      if candidate.hasRivals {
        try offer(candidate, &reading)
      } else {
        try readField(candidate.field, reading)
      }
    }
    guard let child = detail.child else { return }
    cursor = position
    switch current {
    case .openBrace?: try readMembers(child, &reading)
    case .openBracket?: try readElements(child, &reading)
    default: try skipValue()
    }
  }

  /// Reads the elements of an array that key paths lead to.
  private mutating func readElements(
    _ node: UnsafePointer<KeyNode>, _ reading: inout ModelReading
  ) throws(MappingError) {
    let node = node.pointee
    guard try beginArray() else { return }
    var index = 0
    var wanted = 0
    repeat {
      if wanted < node.elementCount, node.elements[wanted].index == index {
        let number = node.elements[wanted].entry
        wanted += 1
        _ = reading.see(node.firstNumber + number)
        let entry = node.entries[number]
        if entry.field >= 0 {
          try readField(entry.field, reading)
        } else if let detail = entry.detail {
          try readDetail(detail.pointee, &reading)
        }
      } else {
        try skipValue()
      }
      index += 1
    } while try nextElement()
  }
}

// MARK: - Duplicates

extension JSONReader {
  /// Whether the later of two equal keys is to win.
  ///
  /// - Throws: ``MappingError`` if the mapper rejects duplicates.
  @inline(never)
  @usableFromInline
  func replacesDuplicate(at key: UnsafePointer<UInt8>) throws(MappingError) -> Bool {
    switch mapper.duplicateKeys {
    case .first: return false
    case .last: return true
    case .reject:
      throw failure(.duplicateKey, at: key, expected: "each key once", found: "a second one")
    }
  }

  /// The same, with an error that names the model.
  private func replacesDuplicate(
    at key: UnsafePointer<UInt8>, _ plan: ModelPlan
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
  private mutating func readFinds(
    _ reading: inout ModelReading, _ start: UnsafePointer<UInt8>
  ) throws(MappingError) {
    let behind = cursor
    // The object has been left; its values lie one level further down.
    try enter()
    for find in reading.finds {
      guard let position = find.position else { continue }
      cursor = position
      try readField(find.field, reading)
    }
    remainingDepth += 1
    cursor = behind
    for field in reading.tables.pointee.rivalFields
    where !reading.finds.contains(where: { $0.field == field }) {
      try settleAbsent(field, start, reading)
    }
  }
}

// MARK: - Fields

extension JSONReader {
  /// Reads the value at the cursor into a field.
  @inline(__always)
  private mutating func readField(
    _ index: Int, _ reading: ModelReading
  ) throws(MappingError) {
    do {
      try readValue(index, reading)
    } catch {
      throw named(error, reading.plan, index)
    }
  }

  @inline(__always)
  private mutating func readValue(
    _ index: Int, _ reading: ModelReading
  ) throws(MappingError) {
    let field = reading.tables.pointee.fields + index
    let address = reading.base + field.pointee.offset
    let state = FieldStateSlot(reading.base + field.pointee.stateOffset)
    if cursor < end, cursor.pointee == .lowerN {
      if try readNull(index, field.pointee, address, reading) {
        state.state = .null
        return
      }
    }
    switch field.pointee.kind {
    case .bool: FieldSlot<Bool>(address).value = try readBool()
    case .int: FieldSlot<Int>(address).value = try readInt()
    case .double: FieldSlot<Double>(address).value = try readDouble()
    case .string: FieldSlot<String>(address).value = try readString()
    case .optionalBool: FieldSlot<Bool?>(address).value = .some(try readBool())
    case .optionalInt: FieldSlot<Int?>(address).value = .some(try readInt())
    case .optionalDouble: FieldSlot<Double?>(address).value = .some(try readDouble())
    case .optionalString: FieldSlot<String?>(address).value = .some(try readString())
    case .other: try reading.tables.pointee.readings[index](&self, address)
    }
    state.state = .value
  }

  /// Reads `null` into a field.
  ///
  /// - Returns: false if something else is there after all.
  @inline(__always)
  private mutating func readNull(
    _ index: Int, _ field: PlannedField, _ address: UnsafeMutableRawPointer,
    _ reading: ModelReading
  ) throws(MappingError) -> Bool {
    guard field.acceptsNull else {
      guard field.hasDefault || isInitialised(index, reading) else { return false }
      try readLiteral("null")
      return true
    }
    switch field.kind {
    case .optionalBool:
      try readLiteral("null")
      FieldSlot<Bool?>(address).value = .some(nil)
    case .optionalInt:
      try readLiteral("null")
      FieldSlot<Int?>(address).value = .some(nil)
    case .optionalDouble:
      try readLiteral("null")
      FieldSlot<Double?>(address).value = .some(nil)
    case .optionalString:
      try readLiteral("null")
      FieldSlot<String?>(address).value = .some(nil)
    default:
      try reading.tables.pointee.readings[index](&self, address)
    }
    return true
  }
}
