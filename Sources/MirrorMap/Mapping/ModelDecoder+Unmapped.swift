/// Unmapped members: unknown keys, extras, and the members of flattened models.
extension ModelDecoder {
  /// Handles an unmapped member, whose value is at the cursor.
  @inline(never)
  func readUnmapped(
    _ keyStart: BytePointer, _ node: Permanent<KeyNode>, from reader: inout JSONReader
  ) throws(MappingError) {
    guard !node.pointee.isMappedWhole,
      general?.pointee.needsUnmapped == true || reader.scope.unknownKeys != .ignore
    else { return try reader.skip() }
    if let general, general.pointee.collectsUnmapped, node.pointee.path.pointee.isEmpty,
      try general.pointee.extras.collect(keyStart, from: &reader)
    {
      return
    }
    let path = node.pointee.path.pointee
    if let general, path.isEmpty {
      // All keys are known to the model around this one, or unknown there.
      if general.pointee.hasFlattened, try isOfFlattened(keyStart, from: &reader) {
        return try reader.skip()
      }
      if general.pointee.isFlattened { return try reader.skip() }
    }
    reader.cursor = keyStart
    let key = try reader.readKey()
    try reader.checkComparable(key, at: keyStart)
    if path.isEmpty, isKnown(key, reader) { return try reader.skip() }
    if let general, general.pointee.keepsUnmapped {
      guard general.pointee.arrayDepth == 0 else { return try reader.skip() }
      return try keep(path + [key], keyStart, from: &reader)
    }
    if reader.scope.unknownKeys != .ignore {
      try reportUnknown(key, keyStart, in: path, plan.modelType(of: property(in: node)), &reader)
    }
    try reader.skip()
  }

  /// Throws or reports the error of an unknown key, unless it's one of a model around this one.
  ///
  /// - Parameters:
  ///   - group: The keys that lead to the object that it's in.
  ///   - model: The model that doesn't know it.
  func reportUnknown(
    _ key: String, _ keyStart: BytePointer, in group: [String],
    _ model: @autoclosure () -> Any.Type, _ reader: inout JSONReader
  ) throws(MappingError) {
    let records = reader.session?.pointee.records
    if records?.isOuterKey(group + [key], in: start) == true { return }
    if general?.pointee.isFlattened == true, let records, records.flattenedMembers?.object == start
    {
      // The immutable model on the same level, or another one in it, may know the key.
      records.flattenedMembers?.unknown.append(
        FlattenedMembers.Unknown(start: keyStart, group: group, key: key, model: model()))
    } else {
      let error = reader.failure(.unknownKey, at: keyStart).named(typeName(of: model()))
      try reader.reportUnknownKey(error)
    }
  }

  /// The first property whose key path leads through the object of a node; nil for the model's own object.
  private func property(in node: Permanent<KeyNode>) -> Int? {
    guard !node.pointee.path.pointee.isEmpty else { return nil }
    let path = node.pointee.path.pointee.map {
      JSONKey.folded($0, ignoringCase: keys.pointee.ignoresCase)
    }
    return keys.pointee.model.properties.firstIndex { property in
      property.readPaths.contains { $0.leads(below: path) }
    }
  }

  /// Whether a key on the model's own level belongs to a flattened model, which is noted then.
  private func isOfFlattened(
    _ keyStart: BytePointer, from reader: inout JSONReader
  ) throws(MappingError) -> Bool {
    reader.cursor = keyStart
    let raw = try reader.readRawKey()
    let flattened = keys.pointee.model.flattened
    guard let key = reader.withUnescaped(raw, { flattened.pointee.find($0) }) else { return false }
    let hasValue = !reader.nextIsNull && reader.current != .openBrace && !key.isGroup
    if hasValue || general.pointee.rest.seenModels[key.model] == .absent {
      general.pointee.rest.seenModels[key.model] = hasValue ? .withValue : .withoutValue
    }
    return true
  }

  /// Whether a key on the model's own level belongs to the code that reads the model.
  private func isKnown(_ key: String, _ reader: borrowing JSONReader) -> Bool {
    guard let session = reader.session else { return false }
    return session.pointee.knownKeys.contains {
      $0.object == start && JSONKey.isEqual($0.key, key)
    }
  }

  // MARK: Extras

  /// Keeps the value at the cursor.
  private func keep(
    _ path: [String], _ keyStart: BytePointer, from reader: inout JSONReader
  ) throws(MappingError) {
    if general.pointee.extras.object.value(at: path[...]) != nil,
      try !replacesDuplicate(at: keyStart, -1, &reader)
    {
      return try reader.skip()
    }
    try reader.checkCount(
      general.pointee.extras.object.value(at: path.dropLast())?.object?.count ?? 0)
    general.pointee.extras.object.set(try reader.decode(JSONValue.self), at: path[...])
  }

  /// Keeps a scalar that key paths lead through.
  ///
  /// In an update that is not a patch it changes nothing, as the properties below it stay as they are.
  @inline(never)
  func keepScalar(
    _ node: Permanent<KeyNode>, from reader: inout JSONReader
  ) throws(MappingError) {
    guard general.pointee.keepsUnmapped, !node.pointee.isMappedWhole,
      general.pointee.arrayDepth == 0, !general.pointee.isUpdating || reader.isMergePatch
    else { return try reader.skip() }
    general.pointee.extras.object.set(
      try reader.decode(JSONValue.self), at: node.pointee.path.pointee[...])
  }

  /// Removes the unmapped members of a group that a merge patch replaces by an array, whose elements aren't kept.
  func removeExtras(below node: Permanent<KeyNode>) {
    guard general.pointee.keepsUnmapped, general.pointee.arrayDepth == 0 else { return }
    general.pointee.extras.object.set(.null, at: node.pointee.path.pointee[...])
  }

  /// Keeps an empty object that key paths lead through.
  @inline(never)
  func keepEmptyObject(_ node: Permanent<KeyNode>) {
    guard general.pointee.keepsUnmapped, !node.pointee.isMappedWhole,
      general.pointee.arrayDepth == 0, !node.pointee.path.pointee.isEmpty,
      !general.pointee.isUpdating
    else { return }
    general.pointee.extras.object.set(.object(JSONObject()), at: node.pointee.path.pointee[...])
  }

  /// Stores the unmapped members in the model, in an update merged with those that are there, or leaves them
  /// to the model into which this one is flattened.
  func storeUnmapped(_ reader: inout JSONReader) {
    if general.pointee.isFlattened {
      for (key, value) in general.pointee.extras.object {
        reader.session?.pointee.records?.flattenedExtras?[key] = value
      }
      return
    }
    let index = tables.pointee.extrasField
    guard index >= 0 else { return }
    let address = base + tables.pointee.fields[index].offset
    let slot = state(index)
    var extras = general.pointee.extras.take()
    let isAbsent = extras.isEmpty
    if tables.pointee.extrasAreObject, !general.pointee.merges {
      FieldSlot<JSONObject>(address).value = extras
      slot.state = isAbsent ? .absent : .value
      return
    }
    guard let property = declaration(index).extras else { return }
    var staysChanged = false
    if general.pointee.isUpdating {
      guard !extras.isEmpty else { return }
      let earlier = property.load(address)
      let merged = JSONValue.object(earlier).merging(
        .object(extras), removingNulls: reader.isMergePatch)
      extras = merged.object ?? extras
      if reader.isMergePatch {
        extras.removeGroups(of: keys.pointee.root, missingIn: earlier)
      }
      staysChanged = slot.state.isChanged
      general.pointee.rest.updated.append(index)
    } else if general.pointee.isNewInPatch {
      extras =
        JSONValue.object(JSONObject()).merging(.object(extras), removingNulls: true).object
        ?? extras
    }
    property.store(extras, address)
    slot.state = isAbsent ? .absent : .value
    if staysChanged { slot.state.markChanged() }
  }
}
