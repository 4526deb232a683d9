/// Updates and merge patches (RFC 7396).
///
///     @Mapped("user.name") name, @Mapped("user.zip") zip      {"user": null} removes both
extension ModelDecoder {
  /// Reads the value at the cursor into the value that a property has, and continues after a failure if the policies
  /// allow it.
  @inline(never)
  mutating func updateField(_ index: Int, from reader: inout JSONReader) throws(MappingError) {
    let (position, depth) = (reader.cursor, reader.remainingDepth)
    let (declaration, address) = (declaration(index), base + tables.pointee.fields[index].offset)
    // Restores the value after a failure that may be stopped.
    let policy = declaration.options.onFailure ?? reader.scope.policy
    let restore = policy == .strict ? nil : declaration.coding.copyField(address)
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
      restore?(address)
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
    let (wasReplaced, wasUnsaved) = (slot.state.isReplaced, slot.state.isUnsaved)
    // A value that was assigned stays changed when an update is merged into it.
    let merges = property.declaration.mergesUpdates || reader.isAtPatchObject
    let staysChanged = !isNull && slot.state.isChanged && merges
    let address = base + tables.pointee.fields[index].offset
    let isNew = general.pointee.isNewInPatch
    let (plan, options) = (plan, property.declaration.options)
    try reader.namingIssues {
      plan.named($0, index)
    } of: { (reader) throws(MappingError) in
      if !reader.isStrict || options.onFailure != nil { reader.beginProperty(property.declaration) }
      try reader.reading(options) { (reader) throws(MappingError) in
        try property.declaration.coding.updateField(&reader, address, isNew: isNew)
      }
    }
    slot.state = isNull ? .null : .value
    if staysChanged { slot.state.markChanged(isReplaced: wasReplaced) }
    if wasUnsaved { slot.state.markUnsaved() }
  }

  /// Handles `null` in an update, where it has a meaning of its own.
  ///
  /// - Returns: false if it is to be read as any other value.
  func updateWithNull(_ index: Int, from reader: inout JSONReader) throws(MappingError) -> Bool {
    let declaration = declaration(index)
    let field = tables.pointee.fields[index]
    if reader.sharedSession.pointee.keepsNulls, declaration.isOptional {
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
      throw reader.mismatch(typeName(of: declaration.valueType))
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
    switch reader.current {
    case .openBrace?:
      try withUnsetFields(fields) { (decoder) throws(MappingError) in
        try decoder.readMembers(node, from: &reader)
      }
    case .openBracket?:
      removeExtras(below: node)
      try withUnsetFields(fields) { (decoder) throws(MappingError) in
        try decoder.readElements(node, from: &reader)
      }
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

  /// Calls `body` while properties have no values, so that theirs are decoded anew. Those that get none have the
  /// earlier ones again.
  private mutating func withUnsetFields(
    _ fields: [Int], _ body: (inout ModelDecoder) throws(MappingError) -> Void
  ) throws(MappingError) {
    let slots = fields.map {
      (coding: declaration($0).coding, address: base + tables.pointee.fields[$0].offset)
    }
    let earlier = slots.map { $0.coding.copyField($0.address) }
    for slot in slots { slot.coding.unsetField(slot.address) }
    defer {
      for (slot, restore) in zip(slots, earlier) where !slot.coding.isFieldSet(slot.address) {
        restore(slot.address)
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

  // MARK: Optional flattened models

  /// Handles an optional flattened model for which an update has no value but `null`: the model isn't read if a
  /// patch removes it, or if there is none.
  ///
  /// - Returns: false if the model is to be read.
  @inline(never)
  mutating func leavesOutModel(
    _ index: Int, from reader: inout JSONReader
  ) throws(MappingError) -> Bool {
    let isNew = general.pointee.isNewInPatch
    let isUpdating = general.pointee.isUpdating
    let isPatch = reader.isMergePatch
    guard general.pointee.rest.seenModels[index] == false, declaration(index).isOptional,
      let type = declaration(index).flattenedModel,
      isNew || isUpdating && (isPatch || reader.sharedSession.pointee.keepsNulls)
    else { return false }
    var group = PatchedGroup(try readMembers(ofModel: index, from: &reader))
    try reader.countReread(from: start)
    let address = base + tables.pointee.fields[index].offset
    try group.insert(
      type, declaration(index).coding.fieldValue(address), inside: reader.scope.strategy)
    let isNil = declaration(index).coding.isFieldNil(address)
    guard !group.hasValue,
      isNew || isNil || isPatch && (group.removesRequired || group.removesAll)
    else { return false }
    try reportUnknown(inGroupsOf: type, from: &reader)
    if isNew {
      state(index).state = .absent
    } else if !isPatch {
      return true
    } else if !isNil {
      removeValue(index)
      general.pointee.rest.updated.append(index)
    }
    guard general.pointee.keepsUnmapped else { return true }
    for (key, value) in group.unmapped { general.pointee.extras.object[key] = value }
    return true
  }

  /// Reads the members of the model's object that belong to a flattened model.
  private func readMembers(
    ofModel index: Int, from reader: inout JSONReader
  ) throws(MappingError) -> JSONObject {
    var members = JSONObject()
    guard let keys = keys.pointee.model.flattened[index] else { return members }
    reader.cursor = start
    guard try reader.beginObject() else { return members }
    repeat {
      let key = try reader.readKey()
      if keys.contains(key) {
        members.updateValue(try reader.readTree(), forKey: key)
      } else {
        try reader.skip()
      }
    } while try reader.nextMember()
    return members
  }

  /// Handles a flattened model that needn't be there, of whose first keys the object has some: the model isn't read if
  /// none of its key paths ends there, because they are groups in which the object has only other members.
  ///
  /// - Returns: false if the model is to be read.
  @inline(never)
  mutating func leavesOutGroup(
    _ index: Int, from reader: inout JSONReader
  ) throws(MappingError) -> Bool {
    let isUpdating = general.pointee.isUpdating
    let address = base + tables.pointee.fields[index].offset
    guard !general.pointee.isNewInPatch, let type = declaration(index).flattenedModel,
      !isUpdating || !reader.isMergePatch && declaration(index).coding.isFieldNil(address)
    else { return false }
    let (paths, ignoresCase) = try Self.knownPaths(of: type, reader)
    guard paths.contains(where: { $0.rest.count > 1 }) else { return false }
    reader.cursor = start
    if try reader.hasEnd(of: paths, ignoringCase: ignoresCase) { return false }
    try reportUnknown(inGroupsOf: type, from: &reader)
    guard general.pointee.keepsUnmapped else { return true }
    let members = try readMembers(ofModel: index, from: &reader)
    for (key, value) in members where !isUpdating || value.object?.isEmpty != true {
      general.pointee.extras.object[key] = value
    }
    return true
  }

  /// The key paths of a flattened model, and whether the case of their keys doesn't matter.
  private static func knownPaths(
    of type: any Mappable.Type, _ reader: borrowing JSONReader
  ) throws(MappingError) -> (paths: [KnownPath], ignoresCase: Bool) {
    let (plan, strategy) = (try PlanCache.plan(type), reader.scope.strategy)
    let paths = try plan.knownPaths(inside: strategy)
    return (
      paths.map { KnownPath(rest: $0.path[...], model: $0.model) },
      try plan.keys(plan.strategy(inside: strategy)).pointee.ignoresCase
    )
  }

  /// Throws or reports errors for the unknown keys in the groups of a flattened model that isn't read.
  private func reportUnknown(
    inGroupsOf type: any Mappable.Type, from reader: inout JSONReader
  ) throws(MappingError) {
    guard !general.pointee.keepsUnmapped, reader.scope.unknownKeys != .ignore else { return }
    let (paths, ignoresCase) = try Self.knownPaths(of: type, reader)
    reader.cursor = start
    try reportMembers(of: paths, ignoringCase: ignoresCase, from: &reader)
  }

  /// - Parameters:
  ///   - paths: The rests of the model's key paths below the object at the cursor.
  ///   - group: The keys that lead to that object.
  private func reportMembers(
    of paths: [KnownPath], in group: [String] = [], ignoringCase: Bool,
    from reader: inout JSONReader
  ) throws(MappingError) {
    guard try reader.beginObject() else { return }
    repeat {
      let keyStart = reader.cursor
      let key = try reader.readKey()
      let rests = paths.following(key, ignoringCase: ignoringCase)
      if rests.isEmpty {
        // The outer model reports the keys on its own level.
        if !group.isEmpty { try reportUnknown(key, keyStart, in: group, paths[0].model, &reader) }
        try reader.skip()
      } else if reader.current == .openBrace, !rests.contains(where: \.rest.isEmpty) {
        try reportMembers(of: rests, in: group + [key], ignoringCase: ignoringCase, from: &reader)
      } else {
        try reader.skip()
      }
    } while try reader.nextMember()
  }
}

/// What is left of a key path of a flattened model, or of one flattened into that.
private struct KnownPath {
  let rest: ArraySlice<String>
  /// The model that has it.
  let model: any Mappable.Type
}

extension [KnownPath] {
  /// The rests of the key paths that begin with a key.
  fileprivate func following(_ key: String, ignoringCase: Bool) -> [KnownPath] {
    let folded = JSONKey.folded(key, ignoringCase: ignoringCase)
    return filter { $0.rest.first.map { JSONKey.isEqual($0, folded) } == true }
      .map { KnownPath(rest: $0.rest.dropFirst(), model: $0.model) }
  }
}

extension JSONReader {
  /// Whether one of several key paths ends in the object at the cursor, or something else is in the place of an object
  /// on it.
  fileprivate mutating func hasEnd(
    of paths: [KnownPath], ignoringCase: Bool
  ) throws(MappingError) -> Bool {
    let start = place
    defer { go(to: start) }
    guard nextKind == .object else { return true }
    guard try beginObject() else { return false }
    repeat {
      let key = try readKey()
      let rests = paths.following(key, ignoringCase: ignoringCase)
      if rests.contains(where: \.rest.isEmpty) { return true }
      if !rests.isEmpty, try hasEnd(of: rests, ignoringCase: ignoringCase) { return true }
      try skip()
    } while try nextMember()
    return false
  }
}

/// What a patch has for the properties of a flattened model.
private struct PatchedGroup {
  private let members: JSONObject
  /// The members without those that the properties have.
  private(set) var unmapped: JSONObject
  private(set) var hasValue = false
  /// Whether `null` is in the place of a required property, or of all written properties that aren't nil already.
  private(set) var removesRequired = false
  private(set) var removesAll = true

  init(_ members: JSONObject) { (self.members, unmapped) = (members, members) }

  /// Inserts the properties of a model, and of those that are flattened into it.
  ///
  /// - Parameter value: The model, which may be nil.
  mutating func insert(
    _ type: any Mappable.Type, _ value: Any?, inside outer: Int32, isRequired: Bool = true
  ) throws(MappingError) {
    if var model = value as? any Mappable {
      return try insert(type, &model, inside: outer, isRequired)
    }
    try insert(type, at: nil, inside: outer, isRequired)
  }

  private mutating func insert<Model: Mappable>(
    _ type: any Mappable.Type, _ model: inout Model, inside outer: Int32, _ isRequired: Bool
  ) throws(MappingError) {
    // The plan of a subclass has other properties.
    let isSubclass = Swift.type(of: model) != type
    try PlanCache.plan(type).withBase(of: &model, for: .read) { (base) throws(MappingError) in
      try insert(type, at: isSubclass ? nil : base, inside: outer, isRequired)
    }
  }

  private mutating func insert(
    _ type: any Mappable.Type, at base: FieldAddress?, inside outer: Int32, _ isRequired: Bool
  ) throws(MappingError) {
    let plan = try PlanCache.plan(type)
    let strategy = plan.strategy(inside: outer)
    let ignoresCase = KeyStrategies.strategy(strategy).ignoresCase
    for property in try plan.keys(strategy).pointee.model.properties {
      let isRequired = isRequired && property.field.isRequired
      let coding = property.declaration.coding
      let address = base.map { $0 + property.field.offset }
      if let inner = property.flattenedModel {
        let value = address.flatMap { coding.fieldValue($0) }
        try insert(inner, value, inside: strategy, isRequired: isRequired)
      } else if property.isMember {
        let values = property.readPaths.map { value(at: $0, ignoresCase) }
        let isNull = values.contains { $0?.isNull == true }
        if values.contains(where: { $0?.isNull == false }) { hasValue = true }
        if isRequired, property.isRead, isNull { removesRequired = true }
        if property.isWritten, !isNull,
          values.contains(where: { $0 != nil })
            || address.map({ !coding.isFieldNil($0) }) ?? true
        {
          removesAll = false
        }
        for path in property.paths where path.count > 1 { unmapped.removeValue(at: path[...]) }
      }
    }
  }

  /// The value at a key path; `null` if something on the path replaces it, nil if it is absent.
  private func value(at path: [String], _ ignoresCase: Bool) -> JSONValue? {
    var value = JSONValue.object(members)
    for step in path {
      switch value {
      case .object(let object):
        guard let key = object.spelling(of: step, ignoringCase: ignoresCase),
          let next = object[key]
        else { return nil }
        value = next
      case .array(let elements):
        guard let index = Int(step), elements.indices.contains(index) else { return .null }
        value = elements[index]
      default: return .null
      }
    }
    return value
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
