/// Unmapped keys, duplicate keys, and other models in the same object.
extension ObjectReader {
  /// Finds the end of the object, and handles unmapped and duplicate keys.
  ///
  /// - Returns: the end of the object.
  mutating func finishKeys() throws(MappingError) -> BytePointer {
    try makeIndex()
    for other in rest.otherAlternatives { try locate(other.key, other.delimiter) }
    let reader = reader
    for container in rest.index.containers.indices where rest.index.containers[container].isObject {
      while try rest.index.advance(container, &reader.pointee) {}
    }
    if reader.pointee.duplicateKeys(at: start) == .reject || reader.pointee.appliedPatch != nil {
      try rejectDuplicates()
    }
    if isFlattened {
      reportMembers()
    } else if reader.pointee.scope.unknownKeys != .ignore, !rest.keepsUnmapped {
      try rejectUnknown()
    }
    return rest.index.containers[0].end ?? start
  }

  /// Whether the object is also that of the model around it.
  var isFlattened: Bool {
    outer.scope.isFlattened && reader.pointee.isAtFlattenedObject(start)
  }

  private mutating func rejectDuplicates() throws(MappingError) {
    let duplicates = rest.index.members.indices.filter {
      rest.index.members[$0].first != $0 && !rest.index.requests(for: $0).isEmpty
    }
    let keys = duplicates.map { rest.index.members[$0].start }
    for key in keys.sortedWithoutSpecialization(by: { $0 }) {
      _ = try replacesDuplicate(at: key)
    }
  }

  private func replacesDuplicate(at key: BytePointer) throws(MappingError) -> Bool {
    try reader.pointee.replacesDuplicate(at: key, in: typeName(of: model))
  }

  @inline(never)
  private mutating func rejectUnknown() throws(MappingError) {
    var known = knownMembers()
    var members = unknownMembers(besides: known)
    if rest.flattened != nil {
      addRequested(to: &known)
      let starts = Set(members.map(\.start))
      members += known.unknown.filter { !starts.contains($0.start) }
      members = members.filter { !known.contains($0) }
    }
    if let records, !records.outerKeys.isEmpty {
      members.removeAll { records.isOuterKey($0.group + [$0.key], in: start) }
    }
    var last: BytePointer?
    for member in members.sortedWithoutSpecialization(by: { $0.start }) where member.start != last {
      last = member.start
      try reader.pointee.reportUnknownKey(
        reader.pointee.failure(.unknownKey, at: member.start).named(typeName(of: member.model)))
    }
  }

  private var records: SessionRecords? { reader.pointee.session?.pointee.records }

  /// The members that neither this model has requested nor, on its own level, another one.
  private func unknownMembers(besides known: FlattenedMembers) -> [FlattenedMembers.Unknown] {
    var unknown: [FlattenedMembers.Unknown] = []
    for (position, member) in rest.index.members.enumerated()
    where rest.index.containers[member.container].isObject && !known.whole.contains(member.start)
      && !known.groups.contains(member.start)
    {
      guard rest.index.requests(for: position).isEmpty, !isInValue(position) else { continue }
      let group = rest.index.containers[member.container].parent
      unknown.append(
        FlattenedMembers.Unknown(
          start: member.start, group: group.map { path(to: $0) } ?? [], key: step(of: position),
          model: model))
    }
    return unknown
  }

  /// Whether a member is inside of the value of a requested key.
  private func isInValue(_ member: Int) -> Bool {
    rest.index.members(leadingTo: member).dropLast().contains {
      rest.index.requests(for: $0).contains(.value)
    }
  }

  /// The members of models on the same level, and of code that has read the object before.
  private func knownMembers() -> FlattenedMembers {
    var known = rest.flattened?.members ?? FlattenedMembers(of: start)
    var keys = rest.flattened?.keys ?? KeySet()
    let groups = rest.flattened?.groups ?? KeySet()
    let ignoresCase = rest.index.ignoresCase
    let tags = reader.pointee.session?.pointee.knownKeys ?? []
    for tag in tags where tag.object == start {
      keys.insert(JSONKey.folded(tag.key, ignoringCase: ignoresCase), ignoringCase: ignoresCase)
    }
    guard !keys.isEmpty || !groups.isEmpty else { return known }
    for (position, member) in rest.index.members.enumerated() where member.container == 0 {
      let key = step(of: position)
      if keys.contains(key) { known.whole.insert(member.start) }
      if groups.contains(key) { known.groups.insert(member.start) }
    }
    return known
  }

  /// Reports the requested members to the model around this one, which is on the same level.
  mutating func reportMembers() {
    guard let records, records.flattenedMembers?.object == start else { return }
    var known = knownMembers()
    if reader.pointee.scope.unknownKeys != .ignore {
      known.unknown += unknownMembers(besides: known).filter { !$0.group.isEmpty }
    }
    addRequested(to: &known)
    records.flattenedMembers?.add(known)
  }

  /// Adds the members that this model has requested.
  private func addRequested(to known: inout FlattenedMembers) {
    for (position, member) in rest.index.members.enumerated() {
      let requests = rest.index.requests(for: position)
      guard !requests.isEmpty else { continue }
      if requests.contains(.value) {
        // Those on this level are needed only for members inside of them that other models don't know.
        if member.container > 0 || reader.pointee.scope.unknownKeys != .ignore {
          known.paths.append(knownPath(to: position))
        }
        known.whole.insert(member.start)
      } else {
        known.groups.insert(member.start)
      }
    }
  }

  private func knownPath(to member: Int) -> KnownPath {
    let (path, ignoresCase) = (path(to: member), rest.index.ignoresCase)
    return KnownPath(
      path: path.map { JSONKey.folded($0, ignoringCase: ignoresCase) }[...], spelling: path,
      model: model, ignoresCase: ignoresCase)
  }

  /// The keys that lead to a member.
  private func path(to member: Int) -> [String] {
    rest.index.members(leadingTo: member).map { step(of: $0) }
  }

  /// The key of a member, or the position of an element.
  private func step(of member: Int) -> String {
    let known = rest.index.members[member]
    let container = rest.index.containers[known.container]
    guard container.isObject else {
      return "\(container.members.firstIndex(of: member) ?? 0)"
    }
    return reader.pointee.withUnescaped(known.key) { String(decoding: $0, as: UTF8.self) }
  }
}

extension ObjectIndex {
  /// The members that lead to a member, the outermost first, and the member itself.
  fileprivate func members(leadingTo member: Int) -> [Int] {
    sequence(first: member) { containers[members[$0].container].parent }.reversed()
  }
}

// MARK: - Extras

extension ObjectReader {
  /// Returns the members that haven't been requested yet.
  ///
  /// As with `@Extras`, members of objects that key paths lead through are below their own key:
  /// after `value("user.name")`, `{"user": {"name": "Ann", "age": 7}}` leaves `["user": {"age":
  /// 7}]`. The same goes for members beside those of flattened models. Nothing is left of arrays that key
  /// paths lead through.
  ///
  /// From then on, all keys of the object are known, so ``Mapper/unknownKeys`` doesn't apply to the
  /// model.
  ///
  /// - Throws: ``MappingError`` for malformed JSON, for keys that appear twice, and beyond the mapper's limits; with
  ///   code `.declaration` if the model is flattened into another one, because only the outer model can keep them.
  /// - Complexity: O(n) in the object's size.
  public mutating func unmapped() throws(MappingError) -> [String: JSONValue] {
    try unmapped(as: [String: JSONValue].self)
  }

  /// Returns the unmapped members in a container of another type, such as a ``JSONObject``, which
  /// keeps their order.
  public mutating func unmapped<Members: ExtrasContainer>(
    as type: Members.Type
  ) throws(MappingError) -> Members {
    try makeIndex()
    guard !isFlattened else {
      throw .declaration(
        typeName(of: model), nil,
        "a model that keeps unmapped members cannot be flattened; keep them in the outer model")
    }
    rest.keepsUnmapped = true
    for other in rest.otherAlternatives { try locate(other.key, other.delimiter) }
    rest.otherAlternatives = []
    let reader = reader
    while try rest.index.advance(0, &reader.pointee) {}
    let known = knownMembers()
    return Members(extras: try leftovers(in: 0, besides: known, known.paths))
  }

  /// - Parameter paths: The rests of the known key paths that lead to the container.
  private mutating func leftovers(
    in container: Int, besides known: FlattenedMembers, _ paths: [KnownPath]
  ) throws(MappingError) -> JSONObject {
    let reader = reader
    while try rest.index.advance(container, &reader.pointee) {}
    var object = JSONObject()
    for member in rest.index.containers[container].members {
      let start = rest.index.members[member].start
      let requests = rest.index.requests(for: member)
      guard !requests.contains(.value), !known.whole.contains(start) else { continue }
      reader.pointee.cursor = start
      var key = try reader.pointee.readKey()
      try reader.pointee.checkComparable(key, at: start)
      // Key paths lead through it: those of this model, or those of one on the same level.
      let isGroup = known.groups.contains(start)
      let paths = isGroup || container > 0 ? paths.following(key) : []
      if paths.contains(where: \.path.isEmpty) { continue }
      if isGroup || !paths.isEmpty || requests.contains(.inside) {
        guard rest.index.members[member].first == member else { continue }
        // A flattened model may ignore case where this one doesn't, and writes the key as it's declared.
        key = paths.spelling ?? key
        if object[key] != nil, try !replacesDuplicate(at: start) { continue }
        guard let value = try leftover(of: member, besides: known, paths) else { continue }
        reader.pointee.cursor = start
        try reader.pointee.checkCount(object.count)
        object[key] = value
      } else {
        if object[key] != nil, try !replacesDuplicate(at: start) { continue }
        try reader.pointee.checkCount(object.count)
        object[key] = try tree(of: member)
      }
    }
    return object
  }

  /// The unmapped rest of a value that key paths lead through.
  private mutating func leftover(
    of member: Int, besides known: FlattenedMembers, _ paths: [KnownPath]
  ) throws(MappingError) -> JSONValue? {
    let reader = reader
    let usesLast = reader.pointee.duplicateKeys(at: start) == .last
    let member = usesLast ? rest.index.members[member].last : member
    guard let child = try rest.index.enter(member, &reader.pointee) else {
      // The value is neither an object nor an array, so nothing in it is mapped.
      return try tree(of: member)
    }
    guard rest.index.containers[child].isObject else { return nil }
    let members = try leftovers(in: child, besides: known, paths)
    let wasEmpty = rest.index.containers[child].members.isEmpty
    return members.isEmpty && !wasEmpty ? nil : .object(members)
  }

  private func tree(of member: Int) throws(MappingError) -> JSONValue {
    rest.index.move(to: member, &reader.pointee)
    return try reader.pointee.decode(JSONValue.self)
  }
}

// MARK: - Models on the same level

extension ObjectReader {
  /// Reads an annotated model from the same object.
  ///
  /// ```swift
  /// paging = try object.flattened(Paging.self)      // {"items": […], "page": 1, "total": 30}
  /// ```
  ///
  /// The keys of both models count as known.
  ///
  /// - Throws: ``MappingError`` with the position of the failure; with code `.declaration` if the model has
  ///   ``Extras``.
  public mutating func flattened<Model: Mappable>(
    _ type: Model.Type = Model.self
  ) throws(MappingError) -> Model {
    let flattened = try makeFlattened()
    let plan = try PlanCache.plan(type)
    guard !plan.details.properties.contains(where: \.holdsExtras) else {
      throw .declaration(
        plan.details.name, nil, "a model with @Extras cannot be flattened; use unmapped() instead")
    }
    for known in try plan.knownPaths(inside: reader.pointee.scope.strategy) {
      if known.path.count == 1 {
        flattened.keys.insert(known.path[0], ignoringCase: known.ignoresCase)
      } else {
        flattened.groups.insert(known.path[0], ignoringCase: known.ignoresCase)
      }
      flattened.members.paths.append(known)
    }
    return try readOnThisLevel(type)
  }

  /// Reads a model from the same object.
  ///
  /// The keys that either model requests count as known.
  ///
  /// - Throws: ``MappingError`` with the position of the failure.
  public mutating func flattened<Model: ImmutableMappable>(
    _ type: Model.Type = Model.self
  ) throws(MappingError) -> Model {
    try readOnThisLevel(type)
  }

  private mutating func makeFlattened() throws(MappingError) -> Flattened {
    try makeIndex()
    let flattened = rest.flattened ?? Flattened(of: start)
    rest.flattened = flattened
    return flattened
  }

  /// Reads a model that reports what it knows of the members.
  private mutating func readOnThisLevel<Model: MappableValue>(
    _ type: Model.Type
  ) throws(MappingError) -> Model {
    try makeIndex()
    reader.pointee.cursor = start
    reader.pointee.remainingDepth = rest.index.containers[0].depth + 1
    // No object is entered, so a model that flattens itself would recurse without end.
    try reader.pointee.checkStack(for: 0)
    let outer = reader.pointee.scope
    let records = reader.pointee.session?.pointee.makeRecords()
    let (outerMembers, outerExtras) = (records?.flattenedMembers, records?.flattenedExtras)
    let outerObject = records?.flattenedObject
    records?.flattenedObject = start
    records?.flattenedMembers = FlattenedMembers(of: start)
    records?.flattenedExtras = nil
    reader.pointee.scope.isFlattened = true
    reader.pointee.scope.alter()
    defer {
      reader.pointee.scope = outer
      records?.flattenedObject = outerObject
      records?.flattenedMembers = outerMembers
      records?.flattenedExtras = outerExtras
    }
    let result = Result { () throws(MappingError) in try reader.pointee.decode(type) }
    if let members = records?.flattenedMembers { try makeFlattened().members.add(members) }
    let model = try result.get()
    try reader.pointee.countReread(from: start)
    return model
  }
}
