/// Writing models that are no ordinary ones: with hooks, flattened models or extras, under a key
/// strategy, or with their changes only.
extension JSONWriter {
  /// Writes a model as an object.
  @inline(never)
  mutating func writeCarefully(
    _ plan: ModelPlan, from base: FieldAddress
  ) throws(MappingError) {
    let outer = scope
    defer { scope = outer }
    let own = plan.tables.pointee.ownStrategy
    if own >= 0 { scope.strategy = own }
    let keys = try plan.keys(scope.strategy)
    try willEncode(plan, base)
    // What was never decoded has changed altogether.
    if scope.isSelective, !plan.isDecoded(at: base) { scope.isSelective = false }
    let writing = ModelWriting(
      tables: plan.tables, keys: keys, base: base, nulls: scope.isWhole ? .always : nulls)
    try enter()
    let start = count
    writeByte(.openBrace)
    var needsComma: Bool
    if scope.isSelective {
      needsComma = try writeChangedMembers(keys.pointee.writeRoot.pointee, writing)
    } else {
      needsComma = try writeMembers(keys.pointee.writeRoot.pointee, writing)
    }
    for (index, property) in plan.details.properties.enumerated() {
      if property.flattenedModel != nil {
        try writeFlattened(index, writing, &needsComma)
      }
    }
    if let index = plan.details.properties.firstIndex(where: \.holdsExtras) {
      try writeExtras(index, writing, since: start, &needsComma)
    }
    writeByte(.closeBrace)
    leave()
  }

  private func willEncode(
    _ plan: ModelPlan, _ base: FieldAddress
  ) throws(MappingError) {
    guard let willEncode = plan.details.hooks.willEncode else { return }
    do {
      try willEncode(base, context)
    } catch {
      var failure = wrap(error)
      if failure.model == nil { failure.details.model = plan.details.name }
      throw failure
    }
  }

  // MARK: Changes only

  /// Writes the members of one level that have been changed.
  ///
  /// - Returns: whether there were any.
  private mutating func writeChangedMembers(
    _ node: WriteNode, _ writing: ModelWriting
  ) throws(MappingError) -> Bool {
    var needsComma = false
    for index in 0..<node.members.count {
      let member = node.members[index]
      guard hasChanges(member, writing) else { continue }
      let position = count
      writeKey(member.key, needsComma: needsComma)
      if try writeChangedMember(member, writing) {
        needsComma = true
      } else {
        rewind(to: position)
      }
    }
    return needsComma
  }

  /// Writes a member that has been changed, or inside which something has been changed.
  private mutating func writeChangedMember(
    _ member: WriteMember, _ writing: ModelWriting
  ) throws(MappingError) -> Bool {
    if let child = member.child {
      // An array is replaced, not merged, so that its other elements are written as well.
      guard member.field < 0, !child.pointee.isArray else {
        return try writeMember(member, writing)
      }
      writeByte(.openBrace)
      let hasMembers = try writeChangedMembers(child.pointee, writing)
      writeByte(.closeBrace)
      return hasMembers
    }
    let state = writing.state(member.field)
    let outer = scope
    defer { scope = outer }
    if state.isChanged { enterChange(member.field, state, writing) }
    let position = count
    guard try writeField(member.field, writing) else { return false }
    // A change of what is never written says nothing.
    let isEmpty = scope.isSelective && count == position + 2 && written[position] == .openBrace
    return !isEmpty
  }

  /// Goes on to a property that has been changed. A value that was assigned is written whole, with nulls
  /// for all that the receiver may have in its place; of a model in which something was assigned, only that.
  private mutating func enterChange(_ index: Int, _ state: FieldState, _ writing: ModelWriting) {
    guard state.isReplaced || !writing.isModelChangedInside(index) else { return }
    (scope.isSelective, scope.isWhole) = (false, state.isReplaced)
  }

  private func hasChanges(_ member: WriteMember, _ writing: ModelWriting) -> Bool {
    if member.field >= 0, writing.hasChanges(member.field) { return true }
    guard let child = member.child?.pointee else { return false }
    return (0..<child.members.count).contains { hasChanges(child.members[$0], writing) }
  }

  // MARK: Flattened models

  /// Writes a model's members on the level of the one that holds it.
  private mutating func writeFlattened(
    _ index: Int, _ writing: ModelWriting, _ needsComma: inout Bool
  ) throws(MappingError) {
    let outer = scope
    defer { scope = outer }
    if scope.isSelective, writing.state(index).isChanged {
      enterChange(index, writing.state(index), writing)
    }
    let position = count
    // As if it were a value behind a comma; then its brackets go, and the comma if it is the first.
    writeByte(.comma)
    let hasValue = try writeField(index, writing)
    guard hasValue, written[position + 1] != .lowerN else {
      rewind(to: position)
      // There is no value to be null, but its members were there before.
      if scope.isWhole { try writeNoMembers(index, writing, &needsComma) }
      return
    }
    guard written[position + 1] == .openBrace else {
      let expected = "a flattened model has to be written as an object"
      throw named(MappingError(.notEncodable, expected: expected), writing, index)
    }
    guard count > position + 3 else {
      rewind(to: position)
      return
    }
    removeBraces(from: position + 1, comma: needsComma ? position + 1 : position)
    needsComma = true
  }

  /// Writes `null` for all members of a flattened model that is nil.
  private mutating func writeNoMembers(
    _ index: Int, _ writing: ModelWriting, _ needsComma: inout Bool
  ) throws(MappingError) {
    let property = writing.keys.pointee.model.properties[index]
    guard let type = property.flattenedModel else { return }
    for key in try PlanCache.plan(type).writtenKeys(scope.strategy) {
      writeKey(key)
      writeLiteral("null")
      needsComma = true
    }
  }

  /// Moves the members of the object that begins at `position` to `target`, without its brackets.
  private mutating func removeBraces(from position: Int, comma target: Int) {
    closeGap(before: position + 1..<count - 1, at: target)
  }

  // MARK: Extras

  /// Writes the members that no property asked for.
  ///
  /// - Parameter start: where the model's object begins in the output.
  /// - Throws: ``MappingError`` if a property has written one of the keys already.
  private mutating func writeExtras(
    _ index: Int, _ writing: ModelWriting, since start: Int, _ needsComma: inout Bool
  ) throws(MappingError) {
    let address = writing.base + writing.tables.pointee.fields[index].offset
    let declaration = ModelPlan(writing.tables).details.properties[index].declaration
    guard let extras = declaration.extras?(address), !extras.isEmpty else { return }
    if scope.isSelective, !writing.state(index).isChanged { return }
    var merged: JSONObject?
    for (key, value) in extras {
      guard writing.writes(key) else {
        separate()
        writeString(key)
        writeByte(.colon)
        try encode(value)
        needsComma = true
        continue
      }
      if merged == nil {
        merged = JSONObject()
      }
      merged?[key] = value
    }
    if let merged { try mergeExtras(merged, index, writing, since: start) }
  }

  /// Merges extras into objects that key paths have written.
  private mutating func mergeExtras(
    _ extras: JSONObject, _ index: Int, _ writing: ModelWriting, since start: Int
  ) throws(MappingError) {
    writeByte(.closeBrace)
    let own = try JSONValue(rereading: written(since: start))
    guard var object = own.object else { return }
    let ignoresCase = writing.keys.pointee.ignoresCase
    for (key, value) in extras {
      guard let (key, mine) = object.member(key, ignoringCase: ignoresCase) else {
        object[key] = value
        continue
      }
      guard let merged = mine.adding(value, ignoringCase: ignoresCase) else {
        throw named(
          MappingError(.notEncodable, expected: "the extras hold a key that a property writes"),
          writing, index)
      }
      object[key] = merged
    }
    rewind(to: start)
    try writeTree(.object(object))
    // The caller writes the closing bracket.
    rewind(to: count - 1)
  }
}

extension ModelPlan {
  /// The keys that a model writes on its own level, those of flattened models included.
  func writtenKeys(_ outer: Int32) throws(MappingError) -> [String] {
    let strategy = tables.pointee.ownStrategy < 0 ? outer : tables.pointee.ownStrategy
    var written: [String] = []
    for property in try keys(strategy).pointee.model.properties {
      if property.isWritten, !written.contains(property.paths[0][0]) {
        written.append(property.paths[0][0])
      }
      if let type = property.flattenedModel {
        written += try PlanCache.plan(type).writtenKeys(strategy)
      }
    }
    return written
  }
}

extension JSONValue {
  /// This object with members added that it does not have; nil if one is there already.
  func adding(_ other: JSONValue, ignoringCase: Bool = false) -> JSONValue? {
    guard case .object(var object) = self else { return nil }
    // An object has been written since where there was null.
    if other.isNull { return self }
    guard case .object(let others) = other else { return nil }
    for (key, value) in others {
      guard let (key, mine) = object.member(key, ignoringCase: ignoringCase) else {
        object[key] = value
        continue
      }
      guard let merged = mine.adding(value, ignoringCase: ignoringCase) else { return nil }
      object[key] = merged
    }
    return .object(object)
  }
}

extension JSONObject {
  /// The member of a key.
  fileprivate func member(_ key: String, ignoringCase: Bool) -> (String, JSONValue)? {
    guard ignoringCase else { return self[key].map { (key, $0) } }
    let folded = KeyBytes(key.lowercased())
    return first { KeyBytes($0.key.lowercased()) == folded }.map { ($0.key, $0.value) }
  }
}
