/// The general path: writing models with hooks, flattened models, extras or key strategies, and changes only.
extension ModelEncoder {
  /// Writes a model.
  @inline(never)
  static func encodeGenerally(
    _ plan: ModelPlan, from base: FieldAddress, to writer: inout JSONWriter
  ) throws(MappingError) {
    let outer = writer.scope
    defer { writer.scope = outer }
    writer.scope.strategy = plan.strategy(inside: outer.strategy)
    let keys = try plan.keys(writer.scope.strategy)
    // Checks the stack, as a hook that encodes its own model calls itself without end.
    try writer.enter()
    if let willEncode = plan.details.hooks.willEncode {
      do { try willEncode(base, writer.context) } catch {
        // Nothing is written yet, so code that catches the error may write another value.
        writer.leave()
        throw plan.named(writer.wrap(error))
      }
    }
    if writer.scope.changesOnly {
      // Everything in a model that was never decoded is a change.
      writer.scope.changesOnly = plan.details.properties.contains {
        (base + $0.field.stateOffset).state.isDecoded
      }
    }
    let encoder = ModelEncoder(
      tables: plan.tables, keys: keys, base: base,
      nulls: writer.scope.writesAllNulls ? .always : writer.nulls)
    try encoder.writeGenerally(to: &writer)
  }

  private func writeGenerally(to writer: inout JSONWriter) throws(MappingError) {
    let start = writer.count
    let root = keys.writeRoot(isSorted: writer.sortsKeys)
    var needsComma =
      writer.scope.changesOnly
      ? try writeChangedMembers(root, to: &writer) : try writeMembers(root, to: &writer)
    for (index, property) in plan.details.properties.enumerated()
    where property.flattenedModel != nil {
      try writeFlattened(index, &needsComma, to: &writer)
    }
    if let index = plan.details.properties.firstIndex(where: \.holdsExtras) {
      try writeExtras(index, since: start, to: &writer)
    }
    writer.writeByte(.closeBrace)
    writer.leave()
  }

  // MARK: Flattened models

  /// Writes a model's members on the level of the model that holds it.
  private func writeFlattened(
    _ index: Int, _ needsComma: inout Bool, to writer: inout JSONWriter
  ) throws(MappingError) {
    let outer = writer.scope
    defer { writer.scope = outer }
    if writer.scope.changesOnly, state(index).isChanged { enterChange(index, &writer) }
    writer.hasUnsortedKeys = true
    let position = writer.count
    // It is written as a value after a comma. Then its braces are removed, and the comma if it is the first.
    writer.writeByte(.comma)
    let hasValue = try writeField(index, to: &writer)
    guard hasValue, writer.written[position + 1] != .lowerN else {
      writer.rewind(to: position)
      // There is no value to be null, but its members were there before.
      guard writer.scope.writesAllNulls, let type = plan.details.properties[index].flattenedModel
      else { return }
      for key in try PlanCache.plan(type).writtenKeys(inside: writer.scope.strategy) {
        writer.writeKey(key)
        writer.writeLiteral("null")
        needsComma = true
      }
      return
    }
    guard writer.written[position + 1] == .openBrace else {
      throw notEncodable("a flattened model has to be written as an object", index, writer)
    }
    guard writer.count > position + 3 else {
      writer.rewind(to: position)
      return
    }
    writer.closeGap(
      before: position + 2..<writer.count - 1, at: needsComma ? position + 1 : position)
    needsComma = true
  }

  // MARK: Extras

  /// Writes the members that are unmapped.
  ///
  /// - Parameter start: where the model's object begins in the output.
  /// - Throws: ``MappingError`` if a property has written one of the keys already.
  private func writeExtras(
    _ index: Int, since start: Int, to writer: inout JSONWriter
  ) throws(MappingError) {
    let address = base + tables.pointee.fields[index].offset
    let property = plan.details.properties[index].declaration.extras
    guard let extras = property?.load(address), !extras.isEmpty else { return }
    if writer.scope.changesOnly, !state(index).isChanged { return }
    var shared = JSONObject()
    for (key, value) in extras {
      if writes(key) {
        shared[key] = value
      } else {
        writer.writeKey(key)
        try writer.encode(value)
      }
    }
    if !shared.isEmpty { try mergeExtras(shared, index, since: start, &writer) }
  }

  /// Merges extras into objects that key paths have written.
  private func mergeExtras(
    _ extras: JSONObject, _ index: Int, since start: Int, _ writer: inout JSONWriter
  ) throws(MappingError) {
    writer.writeByte(.closeBrace)
    var object = try JSONValue(rereading: writer.written(since: start)).object ?? JSONObject()
    guard object.add(extras, ignoringCase: keys.pointee.ignoresCase) == nil else {
      throw notEncodable("the extras hold a key that a property writes", index, writer)
    }
    writer.rewind(to: start)
    try writer.writeTree(.object(object))
    // The caller writes the closing brace.
    writer.rewind(to: writer.count - 1)
  }

  /// Whether a property, or a flattened model, writes a key on the model's own level.
  private func writes(_ key: String) -> Bool {
    let model = keys.pointee.model
    let bytes = KeyBytes(keys.pointee.ignoresCase ? key.lowercased() : key)
    return model.properties.contains { $0.isWritten && KeyBytes($0.readPaths[0][0]) == bytes }
      || model.flattened.values.contains { $0.contains(key) }
  }
}

extension JSONObject {
  /// Adds members that it doesn't have, level by level.
  ///
  /// - Returns: the key of a member that is there already; nil if there is none.
  /// - Complexity: O(n) in the number of members.
  mutating func add(_ others: JSONObject, ignoringCase: Bool) -> String? {
    var spellings: [KeyBytes: String] = [:]
    if ignoringCase {
      for key in keys.reversed() { spellings[KeyBytes(key.lowercased())] = key }
    }
    for (key, value) in others {
      let own = ignoringCase ? spellings[KeyBytes(key.lowercased())] ?? key : key
      guard let mine = self[own] else {
        self[key] = value
        if ignoringCase { spellings[KeyBytes(key.lowercased())] = key }
        continue
      }
      guard var inner = mine.object else { return own }
      // Where null was read, an object has been written since.
      if value.isNull { continue }
      guard let members = value.object, inner.add(members, ignoringCase: ignoringCase) == nil
      else { return own }
      self[own] = .object(inner)
    }
    return nil
  }
}
