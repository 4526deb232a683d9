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
    if reader.pointee.duplicateKeys == .reject { try rejectDuplicates() }
    if outer.scope.isFlattened {
      reportMembers()
    } else if reader.pointee.scope.unknownKeys != .ignore, !rest.keepsUnmapped {
      try rejectUnknown()
    }
    return rest.index.containers[0].end ?? start
  }

  private mutating func rejectDuplicates() throws(MappingError) {
    let duplicates = rest.index.members.indices.filter {
      rest.index.members[$0].first != $0 && !rest.index.requests(for: $0).isEmpty
    }
    for key in duplicates.map({ rest.index.members[$0].start }).sorted() {
      _ = try replacesDuplicate(at: key)
    }
  }

  private func replacesDuplicate(at key: BytePointer) throws(MappingError) -> Bool {
    try reader.pointee.replacesDuplicate(at: key, in: typeName(of: model))
  }

  @inline(never)
  private mutating func rejectUnknown() throws(MappingError) {
    let known = knownMembers()
    var keys: [BytePointer] = []
    for (position, member) in rest.index.members.enumerated()
    where rest.index.containers[member.container].isObject && !known.contains(member.start) {
      if rest.index.requests(for: position).isEmpty, !isReadWhole(member.container) {
        keys.append(member.start)
      }
    }
    for key in keys.sorted() {
      try reader.pointee.reportUnknownKey(
        reader.pointee.failure(.unknownKey, at: key).named(typeName(of: model)))
    }
  }

  /// Whether an object is the value of a requested key, or in one.
  private func isReadWhole(_ container: Int) -> Bool {
    var parent = rest.index.containers[container].parent
    while let member = parent {
      if rest.index.requests(for: member).contains(.value) { return true }
      parent = rest.index.containers[rest.index.members[member].container].parent
    }
    return false
  }

  /// The members of models on the same level, and of code that has read the object before.
  private func knownMembers() -> Set<BytePointer> {
    var keys = rest.flattenedKeys
    let tags = reader.pointee.session?.pointee.knownKeys ?? []
    for tag in tags where tag.object == start {
      keys.insert(KeyBytes(rest.index.ignoresCase ? tag.key.lowercased() : tag.key))
    }
    guard !keys.isEmpty else { return rest.flattenedMembers }
    let members = rest.index.members.filter { member in
      member.container == 0
        && rest.index.withKey(member.key, reader.pointee) { keys.contains(KeyBytes($0)) }
    }
    return rest.flattenedMembers.union(members.map(\.start))
  }

  /// Reports the requested members to the model around this one, which is on the same level.
  private mutating func reportMembers() {
    guard let records = reader.pointee.session?.pointee.records, records.flattenedMembers != nil
    else { return }
    for (position, member) in rest.index.members.enumerated() where member.container == 0 {
      if !rest.index.requests(for: position).isEmpty {
        records.flattenedMembers?.append(member.start)
      }
    }
    records.flattenedMembers?.append(contentsOf: knownMembers())
  }
}

// MARK: - Extras

extension ObjectReader {
  /// Returns the members that haven't been requested yet.
  ///
  /// As with `@Extras`, members of objects that key paths lead through are below their own key:
  /// after `value("user.name")`, `{"user": {"name": "Ann", "age": 7}}` leaves `["user": {"age":
  /// 7}]`. Nothing is left of arrays that key paths lead through.
  ///
  /// From then on, all keys of the object are known, so ``Mapper/unknownKeys`` doesn't apply to the
  /// model.
  ///
  /// - Throws: ``MappingError`` for malformed JSON, and for keys that appear twice.
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
    rest.keepsUnmapped = true
    for other in rest.otherAlternatives { try locate(other.key, other.delimiter) }
    rest.otherAlternatives = []
    return Members(extras: try leftovers(in: 0))
  }

  private mutating func leftovers(in container: Int) throws(MappingError) -> JSONObject {
    let reader = reader
    while try rest.index.advance(container, &reader.pointee) {}
    let known = container == 0 ? knownMembers() : []
    var object = JSONObject()
    for member in rest.index.containers[container].members {
      let start = rest.index.members[member].start
      let requests = rest.index.requests(for: member)
      guard !requests.contains(.value), !known.contains(start) else { continue }
      reader.pointee.cursor = start
      let key = try reader.pointee.readKey()
      if requests.contains(.inside) {
        guard rest.index.members[member].first == member, let value = try leftover(of: member)
        else {
          continue
        }
        object[key] = value
      } else {
        if object[key] != nil, try !replacesDuplicate(at: start) { continue }
        object[key] = try tree(of: member)
      }
    }
    return object
  }

  /// The unmapped rest of a value that key paths lead through.
  private mutating func leftover(of member: Int) throws(MappingError) -> JSONValue? {
    let member = reader.pointee.duplicateKeys == .last ? rest.index.members[member].last : member
    guard let child = rest.index.members[member].child else {
      // The value is neither an object nor an array, so nothing in it is mapped.
      return try tree(of: member)
    }
    guard rest.index.containers[child].isObject else { return nil }
    let members = try leftovers(in: child)
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
  /// Neither model's keys are unknown to the other one.
  ///
  /// - Throws: ``MappingError`` with the position of the failure.
  public mutating func flattened<Model: Mappable>(
    _ type: Model.Type = Model.self
  ) throws(MappingError) -> Model {
    let keys = try PlanCache.plan(type).keys(reader.pointee.scope.strategy).pointee.model
    try makeIndex()
    for property in keys.properties where property.isRead || property.isWritten {
      for path in property.readPaths { rest.flattenedKeys.insert(KeyBytes(path[0])) }
    }
    for inner in keys.flattened.values { rest.flattenedKeys.formUnion(inner.keys) }
    return try readOnThisLevel(type)
  }

  /// Reads a model from the same object.
  ///
  /// Neither model's requested keys are unknown to the other one.
  ///
  /// - Throws: ``MappingError`` with the position of the failure.
  public mutating func flattened<Model: ImmutableMappable>(
    _ type: Model.Type = Model.self
  ) throws(MappingError) -> Model {
    let records = reader.pointee.session?.pointee.makeRecords()
    let outer = records?.flattenedMembers
    records?.flattenedMembers = []
    defer { records?.flattenedMembers = outer }
    let model = try readOnThisLevel(type)
    rest.flattenedMembers.formUnion(records?.flattenedMembers ?? [])
    return model
  }

  private mutating func readOnThisLevel<Value: MappableValue>(
    _ type: Value.Type
  ) throws(MappingError) -> Value {
    try makeIndex()
    reader.pointee.cursor = start
    reader.pointee.remainingDepth = rest.index.containers[0].depth + 1
    // No object is entered, so a model that flattens itself would recurse without end.
    try reader.pointee.checkStack(for: 0)
    let outer = reader.pointee.scope
    let records = reader.pointee.session?.pointee.records
    let outerExtras = records?.flattenedExtras
    records?.flattenedExtras = nil
    reader.pointee.scope.isFlattened = true
    reader.pointee.scope.alter()
    defer {
      reader.pointee.scope = outer
      records?.flattenedExtras = outerExtras
    }
    let value = try reader.pointee.decode(type)
    try reader.pointee.countReread(from: start)
    return value
  }
}
