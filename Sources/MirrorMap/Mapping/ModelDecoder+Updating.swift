/// Updates and merge patches (RFC 7396).
///
///     @Mapped("user.name") name, @Mapped("user.zip") zip      {"user": null} removes both
extension ModelDecoder {
  /// Reads the value at the cursor into the value that a property has, and continues after a failure if the policies
  /// allow it.
  @inline(never)
  mutating func updateField(_ index: Int, from reader: inout JSONReader) throws(MappingError) {
    let (position, depth) = (reader.cursor, reader.remainingDepth)
    let field = tables.pointee.fields[index]
    let restore = keepValue(index, reader)
    do throws(MappingError) {
      if reader.nextIsNull, try updateWithNull(index, from: &reader) { return }
      if field.kind.isScalar || replacesValue(index, reader) {
        try Self.readValue(index, tables, base, from: &reader)
      } else {
        try mergeValue(index, from: &reader)
      }
      general.pointee.rest.updated.append(index)
    } catch {
      (reader.cursor, reader.remainingDepth) = (position, depth)
      try recover(index, from: error, &reader)
      restore?(base + field.offset)
    }
  }

  /// Keeps the value of a property until the next one has been read, if decoding may continue after a failure.
  ///
  /// - Returns: what restores the value at an address; nil if a failure ends the update.
  @inline(__always)
  private func keepValue(
    _ index: Int, _ reader: borrowing JSONReader
  ) -> ((FieldAddress) -> Void)? {
    let field = tables.pointee.fields[index]
    guard field.altersReading || reader.scope.policy != .strict else { return nil }
    let declaration = declaration(index)
    let policy = declaration.options.onFailure ?? reader.scope.policy
    return policy == .strict ? nil : declaration.coding.copyField(base + field.offset)
  }

  /// Reads members of an update up to the first one that isn't a short scalar, as those of new models are read.
  ///
  /// - Returns: as ``readScalars(_:_:_:skipsUnmapped:from:)``.
  @inline(never)
  mutating func updateScalars(
    _ node: Permanent<KeyNode>, _ scan: inout MemberScan, _ start: inout BytePointer,
    from reader: inout JSONReader
  ) throws(MappingError) -> Int {
    guard !reader.sharedSession.pointee.keepsNulls else {
      return try reader.nextKey(in: node.pointee.table, &scan)
    }
    let before = seen
    defer {
      var new = seen & ~before
      while new != 0 {
        let entry = new.trailingZeroBitCount &- node.pointee.firstNumber
        general.pointee.rest.updated.append(node.pointee.table.entries[entry].number)
        new &= new &- 1
      }
    }
    return try readScalars(node, &scan, &start, skipsUnmapped: false, from: &reader)
  }

  /// Whether an update is known to replace the value of a property by the one at the cursor.
  private func replacesValue(_ index: Int, _ reader: borrowing JSONReader) -> Bool {
    tables.pointee.replacesField(index) && reader.isStrict && !reader.scope.keepsIssues
      && !reader.isMergePatch && general.pointee.isUpdating && !reader.nextIsNull
  }

  /// Updates a struct that is a model in the property that holds it; returns false if that isn't possible, or not known
  /// yet to be.
  private func updateModel(
    _ index: Int, _ address: FieldAddress, from reader: inout JSONReader
  ) throws(MappingError) -> Bool {
    guard tables.pointee.fields[index].kind == .model, reader.isStrict,
      !general.pointee.rest.replaced.contains(index),
      let plan = try Self.planInPlace(index, tables, reader), !plan.tables.pointee.isProviding,
      plan.tables.pointee.hasDefaultUpdating.pointee.load(ordering: .relaxed),
      general.pointee.isUpdating, let model = tables.pointee.nested[borrowed: index].locate(address)
    else { return false }
    try Self.decodeGenerally(plan, into: model, isUpdating: true, from: &reader)
    return true
  }

  /// Merges the value at the cursor into the one that a property has.
  private func mergeValue(_ index: Int, from reader: inout JSONReader) throws(MappingError) {
    let property = property(index)
    let slot = state(index)
    let isNull = reader.nextIsNull
    let (wasReplaced, wasUnsaved) = (slot.state.isReplaced, slot.state.isUnsaved)
    // A value that was assigned stays changed when an update is merged into it, which doesn't replace it.
    let merges =
      property.wildcardPath == nil
      && (property.declaration.mergesUpdates || reader.isAtPatchObject)
    let isReplaced = general.pointee.rest.replaced.contains(index)
    let staysChanged = !isNull && slot.state.isChanged && merges && !isReplaced
    let address = base + tables.pointee.fields[index].offset
    let isNew = general.pointee.isNewInPatch
    let (plan, options) = (plan, property.declaration.options)
    try reader.namingIssues {
      plan.named($0, index)
    } of: { (reader) throws(MappingError) in
      if !reader.isStrict || options.onFailure != nil { reader.beginProperty(property.declaration) }
      try reader.reading(options) { (reader) throws(MappingError) in
        let coding = property.declaration.coding
        if let path = property.wildcardPath {
          try coding.gatherField(&reader, path, address, isPatch: reader.isMergePatch)
        } else if try !updateModel(index, address, from: &reader) {
          reader.session?.pointee.replaced = nil
          try coding.updateField(&reader, address, isNew: isNew, isReplaced: isReplaced)
          noteReplacement(index, reader)
        }
      }
    }
    slot.state = isNull ? .null : .value
    if staysChanged { slot.state.markChanged(isReplaced: wasReplaced) }
    if wasUnsaved { slot.state.markUnsaved() }
  }

  /// Notes that updates replace the value of a property, if the default implementation of its type or coding has done so.
  private func noteReplacement(_ index: Int, _ reader: borrowing JSONReader) {
    let declaration = declaration(index)
    guard !declaration.options.altersReading, !declaration.mergesUpdates else { return }
    let type =
      declaration.usesValueItself ? declaration.valueType : type(of: declaration.coding)
    if reader.session?.pointee.replaced == ObjectIdentifier(type) {
      tables.pointee.noteReplacedField(index)
    }
  }

  /// Handles `null` in an update, where it has a meaning of its own.
  ///
  /// - Returns: false if it is to be read as any other value.
  func updateWithNull(_ index: Int, from reader: inout JSONReader) throws(MappingError) -> Bool {
    let field = tables.pointee.fields[index]
    if reader.sharedSession.pointee.keepsNulls, declaration(index).isOptional {
      try reader.readNull()
      return true
    }
    guard !field.acceptsNull else { return false }
    guard field.hasDefault else {
      if general.pointee.isNewInPatch, Self.isInitialized(index, tables, base) {
        try reader.readNull()
        state(index).state = .absent
        return true
      }
      // It does not matter whether the model was decoded or made in code.
      if !field.kind.isScalar { return false }
      throw reader.mismatch(typeName(of: declaration(index).valueType))
    }
    try reader.readNull()
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
        declaration.coding.copyField($0 + field.offset)(address)
      }
    }
    state(index).state = .absent
    state(index).state.markUnsaved()
    return true
  }

  /// Reads a value that replaces the whole group of properties below a key: one that isn't an object, or an object in
  /// the place of an array.
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
    let outer = general.pointee.rest.replaced
    defer { general.pointee.rest.replaced = outer }
    general.pointee.rest.replaced += fields
    switch reader.current {
    case .openBrace?:
      try readMembers(node, from: &reader)
    case .openBracket?:
      removeExtras(below: node)
      try readElements(node, from: &reader)
    default:
      try keepScalar(node, from: &reader)
    }
    for field in required where !general.pointee.rest.updated[count...].contains(field) {
      try findMissing(field, in: node, at: position, reader)
    }
  }

  /// A required property has no value in its group. If it has an alternative key, that can be in the rest of the
  /// object.
  private func findMissing(
    _ field: Int, in node: Permanent<KeyNode>, at position: BytePointer,
    _ reader: borrowing JSONReader
  ) throws(MappingError) {
    let error = missingKey(field, in: position, reader, after: node.pointee.path.pointee.count)
    let others = keys.pointee.fieldsWithAlternatives
    guard (0..<others.count).contains(where: { others[$0] == field }) else { throw error }
    general.pointee.rest.missing.append((field, error))
  }

  /// Reads `null` in the place of a group of properties: as if each of them were `null`.
  @inline(never)
  func clearGroup(
    _ node: Permanent<KeyNode>, from reader: inout JSONReader
  ) throws(MappingError) {
    let position = reader.cursor
    try reader.readNull()
    for field in node.pointee.writtenFields {
      let address = base + tables.pointee.fields[field].offset
      // One that is nil stays as it is: in a new model, its key would be absent.
      if declaration(field).isOptional, declaration(field).coding.isFieldNil(address) { continue }
      if declaration(field).coding.clearField(address) {
        state(field).state = .null
        general.pointee.rest.updated.append(field)
      } else if tables.pointee.fields[field].isRequired {
        try findMissing(field, in: node, at: position, reader)
      }
    }
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
