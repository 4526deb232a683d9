/// Reading values into existing ones.
extension JSONReader {
  /// Reads a value where an update finds none.
  @usableFromInline
  mutating func decodeNew<Coding: ValueCoding>(
    with coding: Coding
  ) throws(MappingError) -> Coding.Value {
    guard isMergePatch, nextKind == .object else { return try decode(with: coding) }
    if var value = (Coding.Value.self as? any PatchTarget.Type)?.init() as? Coding.Value {
      try update(&value, with: coding)
      return value
    }
    guard Coding.Value.self is any Mappable.Type else { return try decode(with: coding) }
    let outer = scope
    defer { scope = outer }
    scope.isNewInPatch = true
    scope.alter()
    return try decode(with: coding)
  }

  /// Reads an object that updates a value inside of another one: if it belongs to an instance that its
  /// type has already, into that one.
  ///
  /// - Returns: nil if the object belongs to the value itself, or to no existing instance; nothing has been
  ///   read then.
  @inline(never)
  @usableFromInline
  mutating func readOtherInstance<Value>(than value: Value) throws(MappingError) -> Value? {
    guard let provider = Value.self as? any ModelProviding.Type, current == .openBrace,
      let existing = try callingUser(of: provider, { try provider.instance(for: $0, in: $1) }),
      existing is Value,
      !(Value.self is AnyClass && (existing as AnyObject) === (value as AnyObject))
    else { return nil }
    return try updated(existing) as? Value
  }

  /// Reads the object at the cursor into a model.
  mutating func updated<Model: Mappable>(_ model: Model) throws(MappingError) -> Model {
    var model = model
    let position = cursor
    do {
      try handOut { try model.update(from: &$0) }
    } catch {
      throw wrap(error, at: position)
    }
    return model
  }

  /// Shows the object at the cursor to code of a model's type, with errors that name the model.
  ///
  /// - Parameter keys: as for ``withView(uniqueKeys:_:)``.
  mutating func callingUser<R>(
    of type: Any.Type, uniqueKeys keys: KeyTable? = nil,
    _ body: (JSONView, MappingContext) throws -> R
  ) throws(MappingError) -> R {
    do {
      return try withView(uniqueKeys: keys, body)
    } catch {
      throw wrap(error, at: cursor).named(typeName(of: type))
    }
  }
}

// MARK: - Merging JSON

extension JSONReader {
  /// Whether a merge patch has an object for the value that is updated.
  @usableFromInline
  var isAtPatchObject: Bool { isMergePatch && nextKind == .object }

  /// Reads an object of a merge patch for a value that can't be updated in place: applies it to the JSON of the
  /// value, and decodes the result.
  @inline(never) @usableFromInline
  mutating func decodePatched<Coding: ValueCoding>(
    _ value: Coding.Value, with coding: Coding
  ) throws(MappingError) -> Coding.Value {
    let position = cursor
    do throws(MappingError) {
      let json = try tree(of: value, with: coding)
      guard json.object != nil else { return try decode(with: coding) }
      let ignoresCase = KeyStrategies.strategy(scope.strategy).ignoresCase
      var patch = try readPatch()
      if ignoresCase { patch = patch.spelled(as: json) }
      return try decode(json, changedBy: patch, at: position, with: coding)
    } catch {
      throw error.moved(to: position - start)
    }
  }

  /// The JSON of a value, as the options in force would read it.
  private func tree<Coding: ValueCoding>(
    of value: Coding.Value, with coding: Coding
  ) throws(MappingError) -> JSONValue {
    let scope = scope
    var session = MappingSession(mapper: mapper, context: context, options: .nullsOmitted)
    return try withReference(to: &session) { (session) throws(MappingError) in
      var writer = JSONWriter(session: session, maximumDepth: session.pointee.maximumDepth)
      (writer.scope.strategy, writer.scope.transforming) = (scope.strategy, scope.transforming)
      do throws(MappingError) {
        try writer.encode(value, with: coding)
        try writer.finish()
      } catch {
        throw error.located(in: writer.written, isOutput: true)
      }
      return try JSONValue(rereading: writer.written)
    }
  }

  /// Reads a patch, with the mapper's policy for duplicate keys of its objects.
  private mutating func readPatch() throws(MappingError) -> JSONValue {
    guard nextKind == .object else { return try readTree() }
    var members = JSONObject()
    guard try beginObject() else { return .object(members) }
    repeat {
      try checkCount(members.count)
      let position = cursor
      let key = try readKey()
      let value = try readPatch()
      if members.position(forKey: key) != nil, try !replacesDuplicate(at: position) { continue }
      members.updateValue(value, forKey: key)
    } while try nextMember()
    return .object(members)
  }

  /// Decodes a value from a tree that a patch changes, with the options in force.
  private mutating func decode<Coding: ValueCoding>(
    _ tree: JSONValue, changedBy patch: JSONValue, at position: BytePointer, with coding: Coding
  ) throws(MappingError) -> Coding.Value {
    // A key of the patch that differs only in case from a present one comes after it, and counts.
    var mapper = mapper
    mapper.duplicateKeys = .last
    var session = MappingSession(mapper: mapper, context: context)
    session.scope = sharedSession.pointee.scope
    session.leavesIssues = true
    defer { for issue in session.issues { report(issue.moved(to: position - start)) } }
    var writer = JSONWriter(session: nil, maximumDepth: session.maximumDepth)
    var patched: [Range<Int>] = []
    try writer.writeTree(tree, changedBy: patch, &patched)
    let written = writer.written
    session.makeRecords().patchedValues = patched.map {
      written.start + $0.lowerBound..<written.start + $0.upperBound
    }
    defer { session.finish(writer.written) }
    let (outer, coercion, depth) = (scope, coercion, remainingDepth)
    return try withReference(to: &session) { (session) throws(MappingError) in
      var reader = JSONReader(writer.written, maximumDepth: depth, session: session)
      reader.adopt(session)
      (reader.scope, reader.coercion) = (outer, coercion)
      do throws(MappingError) {
        return try reader.decode(with: coding)
      } catch {
        throw error.located(in: reader.bytes)
      }
    }
  }
}

extension JSONReader {
  /// Whether a value has been set by a merge patch, while the result of that is read. Then its key counts rather than
  /// a preferred one whose value the patch leaves as it was.
  func isPatched(_ value: BytePointer) -> Bool {
    guard let ranges = session?.pointee.records?.patchedValues else { return false }
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(value)
  }
}

extension JSONWriter {
  /// Writes a tree as a patch changes it, and adds the positions of the values that the patch sets.
  fileprivate mutating func writeTree(
    _ tree: JSONValue, changedBy patch: JSONValue, _ patched: inout [Range<Int>]
  ) throws(MappingError) {
    guard let object = tree.object, let changes = patch.object else {
      let start = count
      try writeTree(JSONValue.null.applying(mergePatch: patch))
      return patched.append(start..<count)
    }
    try enter()
    writeByte(.openBrace)
    for (key, value) in object {
      let change = changes[key]
      if change?.isNull == true { continue }
      writeKey(key)
      if let change {
        try writeTree(value, changedBy: change, &patched)
      } else {
        try writeTree(value)
      }
    }
    for (key, change) in changes where object.position(forKey: key) == nil && !change.isNull {
      writeKey(key)
      try writeTree(.null, changedBy: change, &patched)
    }
    writeByte(.closeBrace)
    leave()
  }
}

extension JSONValue {
  /// A patch with the keys of the tree that it changes where case doesn't matter, for what has no effect under another
  /// key: removing a member, and changing what is inside of one.
  ///
  /// Other members stay as they are: they may be those of a dictionary, in which case matters.
  fileprivate func spelled(as tree: JSONValue) -> JSONValue {
    var conversion = TreeConversion<(tree: JSONValue?, patch: JSONValue), JSONValue>()
    return conversion.convert((tree, self)) { pair, _ in
      guard let object = pair.tree?.object, !object.isEmpty, let changes = pair.patch.object else {
        return .leaf(pair.patch)
      }
      var spellings: [KeyBytes: String] = [:]
      for key in object.keys.reversed() { spellings[KeyBytes(key.lowercased())] = key }
      let keys = changes.map { key, change in
        guard object.position(forKey: key) == nil,
          let other = spellings[KeyBytes(key.lowercased())],
          changes.position(forKey: other) == nil,
          change.isNull || change.object != nil && object[other]?.object != nil
        else { return key }
        return other
      }
      return .container(
        keys: keys, zip(keys, changes).map { (object[$0], $1.value) })
    } finish: { _, keys, values in
      var patch = JSONObject()
      for (key, value) in zip(keys ?? [], values) { patch.updateValue(value, forKey: key) }
      return .object(patch)
    }
  }
}

extension MappingError {
  /// An error in JSON that the document doesn't contain, as one of the document's value that it was made for.
  fileprivate func moved(to byteOffset: Int) -> MappingError {
    guard details.isLocated else { return self }
    var details = details
    details.missing = details.path.components
    (details.byteOffset, details.readRange, details.isLocated) = (byteOffset, nil, false)
    return MappingError(details)
  }
}

/// A value that a merge patch can create: then `null` inside of it removes nothing, as the RFC says, and is not a
/// value.
private protocol PatchTarget {
  init()
}

extension JSONValue: PatchTarget {
  fileprivate init() { self = .null }
}

extension JSONObject: PatchTarget {}

extension Dictionary: PatchTarget {}
