/// Flattened models on the general path: each is read from the object of the model around it.
extension ModelDecoder {
  /// Reads the flattened models, each from the object that has just been read.
  mutating func readFlattened(from reader: inout JSONReader) throws(MappingError) {
    let flattened = keys.pointee.model.flattened
    let (end, isFlattened) = (reader.cursor, general.pointee.isFlattened)
    let records = reader.session?.pointee.makeRecords()
    let (outerObject, outerExtras) = (records?.flattenedObject, records?.flattenedExtras)
    records?.flattenedObject = start
    if !isFlattened {
      records?.flattenedExtras = general.pointee.keepsUnmapped ? JSONObject() : nil
    }
    defer {
      records?.flattenedObject = outerObject
      if !isFlattened { records?.flattenedExtras = outerExtras }
    }
    for number in 0..<flattened.pointee.models.count {
      try readFlattened(
        flattened.pointee.models[number].property, general.pointee.rest.seenModels[number],
        from: &reader)
    }
    reader.cursor = end
    guard !isFlattened, let extras = records?.flattenedExtras else { return }
    try keepUnmapped(extras, &reader)
  }

  /// Keeps the members that flattened models leave in the objects which their key paths lead through.
  private func keepUnmapped(
    _ members: JSONObject, _ reader: inout JSONReader
  ) throws(MappingError) {
    for (key, value) in members {
      if general.pointee.extras.object.position(forKey: key) == nil {
        try reader.checkCount(general.pointee.extras.object.count)
      }
      general.pointee.extras.object[key] = value
    }
  }

  private mutating func readFlattened(
    _ index: Int, _ seen: General.SeenModel, from reader: inout JSONReader
  ) throws(MappingError) {
    let isUpdating = general.pointee.isUpdating
    if seen != .withValue,
      !tables.pointee.fields[index].isRequired || isUpdating
        || Self.isInitialized(index, tables, base)
    {
      var isAbsent = seen == .absent
      if !isAbsent { isAbsent = try leavesOutGroup(index, from: &reader) }
      if isAbsent {
        if !isUpdating { state(index).state = .absent }
        return
      }
    }
    if seen == .withoutValue, try leavesOutModel(index, from: &reader) { return }
    reader.cursor = start
    let outer = reader.scope
    defer { reader.scope = outer }
    reader.scope.isFlattened = true
    reader.scope.alter()
    try readField(index, from: &reader)
  }

  // MARK: Models that are left out

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
    guard declaration(index).isOptional,
      let type = declaration(index).flattenedModel,
      isNew || isUpdating && (isPatch || reader.sharedSession.pointee.keepsNulls)
    else { return false }
    var group = PatchedGroup(try readMembers(ofModel: index, type, from: &reader))
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
    try keepUnmapped(group.unmapped, &reader)
    return true
  }

  /// Reads the members of the model's object that belong to a flattened model, with its keys as they are declared.
  private func readMembers(
    ofModel index: Int, _ type: any Mappable.Type, from reader: inout JSONReader
  ) throws(MappingError) -> JSONObject {
    var members = JSONObject()
    let flattened = keys.pointee.model.flattened
    reader.cursor = start
    guard try reader.beginObject() else { return members }
    repeat {
      let key = try reader.readKey()
      if flattened.pointee.contains(key, ofModelIn: index) {
        members.updateValue(try reader.readTree(), forKey: key)
      } else {
        try reader.skip()
      }
    } while try reader.nextMember()
    let paths = try PlanCache.plan(type).knownPaths(inside: reader.scope.strategy)
    return members.spelled(as: paths.filter(\.ignoresCase))
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
    let paths = try PlanCache.plan(type).knownPaths(inside: reader.scope.strategy)
    guard paths.contains(where: { $0.path.count > 1 }) else { return false }
    reader.cursor = start
    if try reader.hasEnd(of: paths) { return false }
    try reportUnknown(inGroupsOf: type, from: &reader)
    guard general.pointee.keepsUnmapped else { return true }
    let members = try readMembers(ofModel: index, type, from: &reader)
    let kept = members.lazy.filter { !isUpdating || $0.value.object?.isEmpty == false }
    try keepUnmapped(JSONObject(kept), &reader)
    return true
  }

  /// Throws or reports errors for the unknown keys in the groups of a flattened model that isn't read.
  private func reportUnknown(
    inGroupsOf type: any Mappable.Type, from reader: inout JSONReader
  ) throws(MappingError) {
    guard !general.pointee.keepsUnmapped, reader.scope.unknownKeys != .ignore else { return }
    let paths = try PlanCache.plan(type).knownPaths(inside: reader.scope.strategy)
    reader.cursor = start
    try reportMembers(of: paths, from: &reader)
  }

  /// - Parameters:
  ///   - paths: The rests of the model's key paths below the object at the cursor.
  ///   - group: The keys that lead to that object.
  private func reportMembers(
    of paths: [KnownPath], in group: [String] = [], from reader: inout JSONReader
  ) throws(MappingError) {
    guard try reader.beginObject() else { return }
    repeat {
      let keyStart = reader.cursor
      let key = try reader.readKey()
      let rests = paths.following(key)
      if rests.isEmpty {
        // The outer model reports the keys on its own level.
        if !group.isEmpty { try reportUnknown(key, keyStart, in: group, paths[0].model, &reader) }
        try reader.skip()
      } else if reader.current == .openBrace, !rests.contains(where: \.path.isEmpty) {
        try reportMembers(of: rests, in: group + [key], from: &reader)
      } else {
        try reader.skip()
      }
    } while try reader.nextMember()
  }
}

extension [KnownPath] {
  /// The rests of the key paths that begin with a key.
  func following(_ key: String) -> [KnownPath] {
    let folded = JSONKey.folded(key, ignoringCase: contains(where: \.ignoresCase))
    return compactMap { known in
      guard let first = known.path.first,
        JSONKey.isEqual(first, known.ignoresCase ? folded : key)
      else { return nil }
      var rest = known
      rest.path = known.path.dropFirst()
      return rest
    }
  }

  /// The key before the rests of key paths, as it's declared; nil if there are none.
  var spelling: String? { first.map { $0.spelling[$0.path.startIndex - 1] } }
}

extension JSONReader {
  /// Whether one of several key paths ends in the object or array at the cursor.
  fileprivate mutating func hasEnd(
    of paths: [KnownPath]
  ) throws(MappingError) -> Bool {
    let start = place
    defer { go(to: start) }
    let isArray = nextKind == .array
    guard isArray || nextKind == .object else { return false }
    guard try isArray ? beginArray() : beginObject() else { return false }
    var index = 0
    repeat {
      let step = isArray ? String(index) : try readKey()
      let rests = paths.following(step)
      if rests.contains(where: \.path.isEmpty) { return true }
      if !rests.isEmpty, try hasEnd(of: rests) { return true }
      try skip()
      index += 1
    } while try isArray ? nextElement() : nextMember()
    return false
  }
}
