/// Updates and merge patches (RFC 7396).
///
///     @Mapped("user.name") name, @Mapped("user.zip") zip      {"user": null} removes both
extension ModelDecoder {
  /// Reads the value at the cursor into the value that a property has, and continues after a failure if the policies
  /// allow it.
  @inline(never)
  mutating func updateField(_ index: Int, from reader: inout JSONReader) throws(MappingError) {
    let (position, depth) = (reader.cursor, reader.remainingDepth)
    let restore = valueToRestore(index, reader)
    do throws(MappingError) {
      if reader.nextIsNull, try updateWithNull(index, from: &reader) { return }
      if tables.pointee.fields[index].kind.isScalar {
        try Self.readValue(index, tables, base, from: &reader)
      } else {
        try mergeValue(index, from: &reader)
      }
      general.pointee.rest.updated.append(index)
    } catch {
      (reader.cursor, reader.remainingDepth) = (position, depth)
      try recover(index, from: error, &reader)
      restore?()
    }
  }

  /// Merges the value at the cursor into the one that a property has.
  private func mergeValue(_ index: Int, from reader: inout JSONReader) throws(MappingError) {
    let property = property(index)
    guard property.wildcardPath == nil else {
      return try Self.readValue(index, tables, base, from: &reader)
    }
    let slot = state(index)
    let isNull = reader.nextIsNull
    let wasReplaced = slot.state.isReplaced
    // A value that was assigned stays changed when an update is merged into it.
    let merges = property.declaration.mergesUpdates || reader.isAtPatchObject
    let staysChanged = !isNull && slot.state.isChanged && merges
    let address = base + tables.pointee.fields[index].offset
    let isNew = general.pointee.isNewInPatch
    let update = { (reader: inout JSONReader) throws(MappingError) in
      try property.declaration.coding.updateField(&reader, address, isNew: isNew)
    }
    let options = property.declaration.options
    try reader.namingIssues(plan, index) { (reader) throws(MappingError) in
      if !reader.isStrict || options.onFailure != nil { reader.beginProperty(property.declaration) }
      if options.altersReading { try reader.reading(options, update) } else { try update(&reader) }
    }
    slot.state = isNull ? .null : .value
    if staysChanged { slot.state.markChanged(isReplaced: wasReplaced) }
  }

  /// Handles `null` in an update, where it has a meaning of its own.
  ///
  /// - Returns: false if it is to be read as any other value.
  func updateWithNull(_ index: Int, from reader: inout JSONReader) throws(MappingError) -> Bool {
    let declaration = declaration(index)
    let field = tables.pointee.fields[index]
    if reader.sharedSession.pointee.keepsNulls, declaration.isOptional {
      try reader.decodeNull()
      return true
    }
    guard !field.acceptsNull else { return false }
    guard field.hasDefault else {
      if general.pointee.isNewInPatch, Self.isInitialized(index, tables, base) {
        try reader.decodeNull()
        state(index).state = .absent
        return true
      }
      // It does not matter whether the model was decoded or made in code.
      if !field.kind.isScalar { return false }
      throw reader.mismatch(typeName(of: declaration.valueType))
    }
    try reader.decodeNull()
    guard reader.isMergePatch else { return true }
    removeValue(index)
    general.pointee.rest.updated.append(index)
    return true
  }

  /// Makes a property nil, or resets it to its default, for a patch that removes it.
  ///
  /// - Returns: false if it is required.
  @discardableResult
  func removeValue(_ index: Int) -> Bool {
    let declaration = declaration(index)
    let field = tables.pointee.fields[index]
    let address = base + field.offset
    if !declaration.coding.clearField(address) {
      guard field.hasDefault else { return false }
      plan.details.type.withPrototype {
        declaration.coding.copyField(from: $0 + field.offset, to: address)
      }
    }
    state(index).state = .absent
    return true
  }

  /// A closure that restores a property's value after a failed update, if the failure may be stopped.
  func valueToRestore(_ index: Int, _ reader: borrowing JSONReader) -> (() -> Void)? {
    let declaration = declaration(index)
    guard declaration.options.onFailure ?? reader.scope.policy != .strict else { return nil }
    return declaration.coding.saveField(base + tables.pointee.fields[index].offset)
  }

  /// Reads a value that is not an object, and so replaces the whole group of properties below a key.
  @inline(never)
  mutating func replaceGroup(
    _ node: Permanent<KeyNode>, from reader: inout JSONReader
  ) throws(MappingError) {
    let position = reader.cursor
    let count = general.pointee.rest.updated.count
    var required: [Int] = []
    let fields = node.pointee.writtenFields
    for field in fields {
      if removeValue(field) {
        general.pointee.rest.updated.append(field)
      } else {
        required.append(field)
      }
    }
    if reader.current == .openBracket {
      try withUnsetFields(fields) { (decoder) throws(MappingError) in
        try decoder.readElements(node, from: &reader)
      }
    } else {
      try keepScalar(node, from: &reader)
    }
    for field in required where !general.pointee.rest.updated[count...].contains(field) {
      throw missingKey(field, in: position, reader, after: node.pointee.path.pointee.count)
    }
  }

  /// Calls `body` while properties have no values, so that theirs are decoded anew. Those that get none have the
  /// earlier ones again.
  private mutating func withUnsetFields(
    _ fields: [Int], _ body: (inout ModelDecoder) throws(MappingError) -> Void
  ) throws(MappingError) {
    let slots = fields.map {
      (coding: declaration($0).coding, address: base + tables.pointee.fields[$0].offset)
    }
    let earlier = slots.map { $0.coding.saveField($0.address) }
    for slot in slots { slot.coding.unsetField(slot.address) }
    defer {
      for (slot, restore) in zip(slots, earlier) where !slot.coding.isFieldSet(slot.address) {
        restore()
      }
    }
    try body(&self)
  }

  /// Reads `null` in the place of a group of properties: as if each of them were `null`.
  @inline(never)
  func clearGroup(
    _ node: Permanent<KeyNode>, from reader: inout JSONReader
  ) throws(MappingError) {
    let position = reader.cursor
    try reader.decodeNull()
    for field in node.pointee.writtenFields {
      if declaration(field).coding.clearField(base + tables.pointee.fields[field].offset) {
        state(field).state = .null
        general.pointee.rest.updated.append(field)
      } else if tables.pointee.fields[field].isRequired {
        throw missingKey(field, in: position, reader, after: node.pointee.path.pointee.count)
      }
    }
  }

  /// Whether a patch removes an optional flattened model: all of its members, or one that it requires,
  /// without giving it other ones.
  func removesModel(_ index: Int, _ reader: borrowing JSONReader) throws(MappingError) -> Bool {
    let property = property(index)
    guard general.pointee.rest.seenModels[index] != true, property.declaration.isOptional,
      let type = property.flattenedModel
    else { return false }
    let removed = general.pointee.rest.removedKeys
    let plan = try PlanCache.plan(type)
    let keys = try plan.keys(reader.scope.strategy).pointee.model
    let needed = keys.properties.filter { $0.isRead && $0.field.isRequired }
    if needed.contains(where: { removed.contains(KeyBytes($0.readPaths[0][0])) }) { return true }
    let written = try plan.writtenKeys(inside: reader.scope.strategy)
    return removed.isSuperset(of: written.map { KeyBytes($0) })
  }
}

extension KeyNode {
  /// The properties below a key; of those with alternatives, the ones that are written there.
  fileprivate var writtenFields: [Int] {
    (0..<count).flatMap { index in
      guard let detail = detail(index) else { return [table.entries[index].number] }
      let candidates = (0..<detail.candidates.count).map { detail.candidates[$0] }
      return candidates.filter { $0.rank == 0 }.map(\.field)
        + (detail.child?.pointee.writtenFields ?? [])
    }
  }
}
