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
    let size = plan.details.hooks.preparedSize
    if size > 1024 { try writer.checkStack(for: size) }
    // Checks the stack, as a hook that encodes its own model calls itself without end.
    try writer.enter()
    if let willEncode = plan.details.hooks.willEncode {
      return try prepareAndWrite(willEncode, plan, keys, base, to: &writer)
    }
    try write(plan, keys, base, to: &writer)
  }

  /// Calls the hook of a model, and writes what it has prepared.
  @inline(never)
  private static func prepareAndWrite(
    _ willEncode: ModelHooks.Preparation, _ plan: ModelPlan, _ keys: Permanent<KeyTables>,
    _ base: FieldAddress, to writer: inout JSONWriter
  ) throws(MappingError) {
    var failure: MappingError?
    do {
      try willEncode(base, writer.context) { base in
        do throws(MappingError) {
          try write(plan, keys, base, to: &writer)
        } catch {
          failure = error
        }
      }
    } catch {
      // Nothing is written yet, so code that catches the error may write another value.
      writer.leave()
      throw plan.named(writer.wrap(error))
    }
    if let failure { throw failure }
  }

  @inline(__always)
  private static func write(
    _ plan: ModelPlan, _ keys: Permanent<KeyTables>, _ base: FieldAddress,
    to writer: inout JSONWriter
  ) throws(MappingError) {
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
    var added = JSONObject()
    try writeFlattened(since: start, &needsComma, &added, to: &writer)
    let extras = tables.pointee.extrasField
    if extras >= 0 { try writeExtras(extras, since: start, besides: added, to: &writer) }
    writer.writeByte(.closeBrace)
    writer.leave()
  }

  // MARK: Flattened models

  /// Writes the members of all flattened models on the level of this one.
  ///
  /// - Parameters:
  ///   - start: Where the object begins in the output.
  ///   - added: What objects of subclasses have written.
  /// - Throws: ``MappingError`` if one of them writes the key of another property.
  private func writeFlattened(
    since start: Int, _ needsComma: inout Bool, _ added: inout JSONObject,
    to writer: inout JSONWriter
  ) throws(MappingError) {
    let flattened = keys.pointee.model.flattened
    for number in 0..<flattened.pointee.models.count {
      let index = flattened.pointee.models[number].property
      if added.isEmpty, !writer.scope.changesOnly,
        try writePart(index, since: start, &needsComma, &added, to: &writer)
      {
        continue
      }
      try writeFlattened(index, since: start, &needsComma, &added, to: &writer)
    }
  }

  /// Writes the members of a flattened struct where it is, once it is known that it's written by its plan.
  ///
  /// - Returns: false if it has to be written as an object.
  private func writePart(
    _ index: Int, since start: Int, _ needsComma: inout Bool, _ added: inout JSONObject,
    to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    guard index < tables.pointee.nested.count,
      let plan = try tables.pointee.nested[borrowed: index].plan, plan.encodesByPlan,
      plan.details.hooks.willEncode == nil,
      let model = tables.pointee.nested[borrowed: index].locate(
        base + tables.pointee.fields[index].offset)
    else { return false }
    let outer = writer.scope
    defer { writer.scope = outer }
    writer.scope.strategy = plan.strategy(inside: outer.strategy)
    writer.hasUnsortedKeys = true
    let position = writer.count
    do throws(MappingError) {
      let part = ModelEncoder(
        tables: plan.tables, keys: try plan.keys(writer.scope.strategy), base: model, nulls: nulls)
      // The brace is written again, unless a comma is.
      if !needsComma { writer.rewind(to: position - 1) }
      needsComma = try part.writeMembers(
        part.keys.writeRoot(isSorted: writer.sortsKeys), after: needsComma ? .comma : .openBrace,
        to: &writer)
      try part.writeFlattened(since: start, &needsComma, &added, to: &writer)
    } catch {
      throw named(writer.wrap(error, since: position), index, writer)
    }
    return true
  }

  /// Writes a model's members on the level of the model that holds it.
  private func writeFlattened(
    _ index: Int, since start: Int, _ needsComma: inout Bool, _ added: inout JSONObject,
    to writer: inout JSONWriter
  ) throws(MappingError) {
    let isOfSubclass = isOfSubclass(index)
    let earlier = isOfSubclass || !added.isEmpty ? try members(since: start, &writer) : nil
    let outer = writer.scope
    // Without its braces, the object that it's written as isn't a level.
    writer.leave()
    defer { (writer.scope, writer.remainingDepth) = (outer, writer.remainingDepth - 1) }
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
      let paths = try PlanCache.plan(type).writtenPaths(inside: writer.scope.strategy)
      for (number, path) in paths.enumerated()
      where paths.firstIndex(where: { $0[0] == path[0] }) == number {
        writer.writeKey(path[0])
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
    if let earlier {
      let members = try JSONValue(rereading: writer.written(since: position + 1)).object ?? [:]
      if let key = members.keys.first(where: { earlier[$0] != nil }) {
        throw notEncodable(
          "a flattened object writes the key \(key.quoted), which another property has written",
          index, writer)
      }
      if isOfSubclass { for (key, value) in members { added[key] = value } }
    }
    writer.closeGap(
      before: position + 2..<writer.count - 1, at: needsComma ? position + 1 : position)
    needsComma = true
  }

  /// Whether a flattened object is of a subclass of the property's class, whose keys aren't in the plan.
  private func isOfSubclass(_ index: Int) -> Bool {
    let property = plan.details.properties[index]
    guard let type = property.flattenedModel, type is AnyClass,
      let own = property.declaration.dynamicType(at: base + tables.pointee.fields[index].offset)
    else { return false }
    return own != type
  }

  /// The members of an object that isn't closed yet.
  private func members(
    since start: Int, _ writer: inout JSONWriter
  ) throws(MappingError) -> JSONObject {
    let end = writer.count
    writer.writeByte(.closeBrace)
    let object = try JSONValue(rereading: writer.written(since: start)).object
    writer.rewind(to: end)
    return object ?? JSONObject()
  }

  // MARK: Extras

  /// Writes the members that are unmapped.
  ///
  /// - Parameters:
  ///   - start: Where the model's object begins in the output.
  ///   - added: The members that flattened objects of subclasses have written.
  /// - Throws: ``MappingError`` if a property has written one of the keys already.
  private func writeExtras(
    _ index: Int, since start: Int, besides added: JSONObject, to writer: inout JSONWriter
  ) throws(MappingError) {
    let address = base + tables.pointee.fields[index].offset
    let property = plan.details.properties[index].declaration.extras
    guard let extras = property?.load(address), !extras.isEmpty else { return }
    let groups = try flattenedGroups(of: extras, writer)
    var shared = JSONObject()
    if !writer.scope.changesOnly || state(index).isChanged {
      for (key, value) in extras {
        if writes(key) {
          shared[key] = value
        } else if added[key] == nil {
          writer.writeKey(key)
          try writer.encode(value)
        }
      }
    }
    if !shared.isEmpty || !groups.isEmpty {
      try mergeExtras(shared, groups, index, since: start, &writer)
    }
  }

  /// What to write instead of `null` in the place of the groups of flattened models that are nil: `null` for their
  /// own members only, because the extras have others in the same groups.
  private func flattenedGroups(
    of extras: JSONObject, _ writer: borrowing JSONWriter
  ) throws(MappingError) -> JSONObject {
    var groups = JSONObject()
    guard writer.scope.changesOnly || writer.scope.writesAllNulls, tables.pointee.hasFlattened,
      extras.contains(where: { $0.value.object != nil && writes($0.key) })
    else { return groups }
    for property in plan.details.properties {
      guard let type = property.flattenedModel else { continue }
      groups.setNulls(
        at: try PlanCache.plan(type).writtenPaths(inside: writer.scope.strategy).map { $0[...] },
        beside: extras, ignoringCase: keys.pointee.ignoresCase)
    }
    for (key, value) in groups where value.isNull { groups[key] = nil }
    return groups
  }

  /// Merges extras into objects that key paths have written.
  ///
  /// - Parameter groups: What replaces `null`, by key.
  private func mergeExtras(
    _ extras: JSONObject, _ groups: JSONObject, _ index: Int, since start: Int,
    _ writer: inout JSONWriter
  ) throws(MappingError) {
    writer.writeByte(.closeBrace)
    var object = try JSONValue(rereading: writer.written(since: start)).object ?? JSONObject()
    for (key, group) in groups where object[key]?.isNull == true { object[key] = group }
    let (state, strategy) = (state(index), writer.scope.strategy)
    let conflict = object.add(extras, ignoringCase: keys.pointee.ignoresCase) { path, group in
      guard state.isDecoded else { return nil }
      let hasValues = hasValues(at: path, group, strategy)
      return hasValues && state.isChanged ? nil : !hasValues
    }
    guard conflict == nil else {
      throw notEncodable("the extras hold a key that a property writes", index, writer)
    }
    writer.rewind(to: start)
    try writer.writeTree(.object(object))
    // The caller writes the closing brace.
    writer.rewind(to: writer.count - 1)
  }

  /// Whether a group that key paths have written has values that were decoded or assigned, not only defaults.
  fileprivate func hasValues(at path: [String], _ group: JSONValue, _ strategy: Int32) -> Bool {
    let ignoresCase = keys.pointee.ignoresCase
    let folded = path.map { JSONKey.folded($0, ignoringCase: ignoresCase) }
    return keys.pointee.model.properties.enumerated().contains { index, property in
      if keys.pointee.model.flattened.pointee.contains(path[0], ofModelIn: index) {
        return hasFlattenedValues(index, at: path, group, strategy)
      }
      return property.isWritten && property.readPaths[0].starts(with: folded, by: JSONKey.isEqual)
        && (property.readPaths[0].count == path.count || state(index).isValue
          || state(index).isChanged)
    }
  }

  /// Whether a group that a flattened model has written has values that were decoded or assigned.
  private func hasFlattenedValues(
    _ index: Int, at path: [String], _ group: JSONValue, _ strategy: Int32
  ) -> Bool {
    // All of a model that was assigned counts, except what is nil.
    guard !state(index).isReplaced else { return !group.holdsOnlyNulls }
    let address = base + tables.pointee.fields[index].offset
    let model = plan.details.properties[index].declaration.coding.fieldValue(address)
    return (model as? any Mappable)?.hasValues(at: path, group, inside: strategy, nulls) ?? false
  }

  /// Whether a property, or a flattened model, writes a key on the model's own level.
  private func writes(_ key: String) -> Bool {
    let model = keys.pointee.model
    let bytes = KeyBytes(JSONKey.folded(key, ignoringCase: keys.pointee.ignoresCase))
    return model.properties.contains { $0.isWritten && KeyBytes($0.readPaths[0][0]) == bytes }
      || model.flattened.pointee.contains(key)
  }
}

extension Mappable {
  /// Whether a group that the model has written has values that were decoded or assigned.
  fileprivate func hasValues(
    at path: [String], _ group: JSONValue, inside outer: Int32, _ nulls: EncodingOptions.Nulls
  ) -> Bool {
    guard let plan = try? PlanCache.plan(type(of: self)) else { return true }
    let strategy = plan.strategy(inside: outer)
    guard let keys = try? plan.keys(strategy) else { return true }
    var model = self
    return plan.withBase(of: &model, for: .read) { base in
      ModelEncoder(tables: plan.tables, keys: keys, base: base, nulls: nulls)
        .hasValues(at: path, group, strategy)
    }
  }
}

extension JSONObject {
  /// Sets `null` at key paths, or for the whole group of some if others have nothing there.
  mutating func setNulls(
    at paths: [ArraySlice<String>], beside others: JSONObject, ignoringCase: Bool
  ) {
    for path in paths where self[path[path.startIndex]] == nil {
      let key = path[path.startIndex]
      let other = others.spelling(of: key, ignoringCase: ignoringCase).flatMap { others[$0] }
      let group = paths.filter { JSONKey.isEqual($0[$0.startIndex], key) }
      guard let members = other?.object, group.allSatisfy({ $0.count > 1 }) else {
        self[key] = .null
        continue
      }
      var nulls = JSONObject()
      nulls.setNulls(
        at: group.map { $0.dropFirst() }, beside: members, ignoringCase: ignoringCase)
      self[key] = .object(nulls)
    }
  }

  /// Adds members that it doesn't have, level by level.
  ///
  /// - Parameter replaces: Whether another value replaces a group at a path, which is in the document that the other
  ///   members come from; nil if both can't be.
  /// - Returns: the key of a member that is there already; nil if there is none.
  /// - Complexity: O(n) in the number of members.
  mutating func add(
    _ others: JSONObject, ignoringCase: Bool, at path: [String] = [],
    replaces: (_ path: [String], _ group: JSONValue) -> Bool? = { _, _ in nil }
  ) -> String? {
    var spellings = ignoringCase ? self.spellings : [:]
    for (key, value) in others {
      let own = ignoringCase ? spellings[KeyBytes(key.lowercased())] ?? key : key
      guard let mine = self[own] else {
        self[key] = value
        if ignoringCase { spellings[KeyBytes(key.lowercased())] = key }
        continue
      }
      let path = path + [own]
      if var inner = mine.object, let members = value.object {
        guard inner.add(members, ignoringCase: ignoringCase, at: path, replaces: replaces) == nil
        else { return own }
        self[own] = .object(inner)
      } else if mine.object == nil || !value.isNull {
        guard mine.object != nil || mine.array != nil, let replaces = replaces(path, mine) else {
          return own
        }
        if replaces { self[own] = value }
      }
      // Otherwise an object has been written since null was read.
    }
    return nil
  }
}
