/// Reading values into existing ones.
extension JSONReader {
  /// Notes that the default implementation of updates has replaced a value of a type, or of a coding.
  ///
  /// Whether a type implements `update(from:)` itself cannot be seen in Swift. Once the default implementation has run for
  /// the value of a property, updates read the values of that property as decoding does.
  @usableFromInline
  func didReplace(_ type: Any.Type) { session?.pointee.replaced = ObjectIdentifier(type) }

  /// Notes the same for an optional, or its coding, if its value was replaced.
  @usableFromInline
  func didReplace(_ type: Any.Type, ifReplacing inner: Any.Type) {
    if session?.pointee.replaced == ObjectIdentifier(inner) { didReplace(type) }
  }

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
    // Models leave out `null` themselves. All else is read from what the patch makes of an empty object.
    guard Coding.Value.self is any Mappable.Type, Coding.self == ValueItself<Coding.Value>.self
    else {
      return try decode(size: MemoryLayout<Coding.Value>.size) {
        try $0.decodePatchedAnew(with: coding)
      }
    }
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
    guard current == .openBrace, let provider = Value.self as? any ModelProviding.Type,
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
  /// value, and decodes the result. Compiled once for all types, as nothing here is fast anyway.
  @inline(never) @usableFromInline
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func decodePatched<Coding: ValueCoding>(
    _ value: Coding.Value, with coding: Coding
  ) throws(MappingError) -> Coding.Value {
    let position = cursor
    do throws(MappingError) {
      let json = try tree(of: value, with: coding)
      guard json.object != nil else { return try decodePatchedAnew(with: coding) }
      let patch = try readPatch()
      return try decode(json, changedBy: patch, at: position, with: coding)
    } catch {
      throw error.moved(to: position - start)
    }
  }

  /// Does the same for a value that reads and writes itself.
  @inline(never) @usableFromInline
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func decodePatched<Value: MappableValue>(
    _ value: Value
  ) throws(MappingError) -> Value {
    try decodePatched(value, with: ValueItself())
  }

  /// Reads an object of a merge patch where there is none: applies it to an empty one, and decodes the result. Compiled
  /// once for all types.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private mutating func decodePatchedAnew<Coding: ValueCoding>(
    with coding: Coding
  ) throws(MappingError) -> Coding.Value {
    // The places of errors are exact only in the patch itself.
    let start = place
    let removesMembers = try findRemoval()
    go(to: start)
    guard removesMembers else { return try decode(with: coding) }
    do throws(MappingError) {
      let patch = try readPatch()
      return try decode(.object(JSONObject()), changedBy: patch, at: start.cursor, with: coding)
    } catch {
      throw error.moved(to: start.offset)
    }
  }

  /// Looks for `null` in the object at the cursor and in those inside of it, and stops there.
  private mutating func findRemoval() throws(MappingError) -> Bool {
    guard try beginObject() else { return false }
    repeat {
      _ = try readKey()
      if nextIsNull { return true }
      if nextKind == .object {
        if try findRemoval() { return true }
      } else {
        try skip()
      }
    } while try nextMember()
    return false
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
        try writer.finish(maximumDepth: session.pointee.maximumDepth)
      } catch {
        throw error.located(in: writer.written, isOutput: true)
      }
      return try JSONValue(rereading: writer.written)
    }
  }

  /// Reads a patch, with the mapper's policy for duplicate keys of its objects. For its arrays, see ``PatchedTree``.
  private mutating func readPatch() throws(MappingError) -> JSONValue {
    if nextKind == .array {
      let position = cursor - start
      try skip()
      return .array([.number(JSONNumber(position)), .number(JSONNumber(cursor - start))])
    }
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
    let ignoresCase = KeyStrategies.strategy(scope.strategy).ignoresCase
    var patched = PatchedTree(tree, patch, in: bytes, exactObjects: ignoresCase ? [] : nil)
    var outcome = try decode(&patched, at: position, with: coding)
    // Only models ignore case. In other objects, as in those of dictionaries, the patch has other members.
    if !outcome.exactObjects.isEmpty {
      patched = PatchedTree(tree, patch, in: bytes, exactObjects: outcome.exactObjects)
      outcome = try decode(&patched, at: position, with: coding)
    }
    for issue in outcome.issues { report(issue.moved(to: position - start)) }
    return try outcome.result.get()
  }

  /// Decodes a value from a tree that has been patched.
  ///
  /// - Parameter position: where the patch begins.
  /// - Returns: with the value, the paths of objects in which the patch was to ignore case, and that no model that
  ///   does has read.
  private func decode<Coding: ValueCoding>(
    _ tree: inout PatchedTree, at position: BytePointer, with coding: Coding
  ) throws(MappingError) -> (
    result: Result<Coding.Value, MappingError>, issues: [MappingError], exactObjects: Set<[String]>
  ) {
    var session = MappingSession(mapper: mapper, context: context)
    // A key of the patch that differs only in case from a present one comes after it, and counts.
    session.duplicateKeys = .last
    session.scope = sharedSession.pointee.scope
    session.leavesIssues = true
    var writer = JSONWriter(session: nil, maximumDepth: session.maximumDepth)
    try tree.write(to: &writer)
    let written = writer.written
    session.makeRecords().patch = tree.applied(in: written)
    let outerKeys = sharedSession.pointee.records?.outerKeys.filter { $0.object == position }
    let (scope, coercion, depth) = (scope, coercion, remainingDepth)
    let result = Result { () throws(MappingError) in
      try withReference(to: &session) { (session) throws(MappingError) in
        var reader = JSONReader(written, maximumDepth: depth, session: session)
        reader.adopt(session)
        (reader.scope, reader.coercion) = (scope, coercion)
        for keys in outerKeys ?? [] { keys.record(at: &reader) }
        do throws(MappingError) {
          return try reader.decode(with: coding)
        } catch {
          throw error.located(in: reader.bytes)
        }
      }
    }
    session.finish(written)
    let read = session.records?.patch?.readInAnyCase ?? []
    let others = tree.respelled.filter { !read.contains(written.start + $0.start) }
    return (result, session.issues, Set(others.map(\.path)))
  }
}

extension MappingError {
  /// An error in JSON that the document doesn't contain, as one of the document's value that it was made for.
  fileprivate func moved(to byteOffset: Int) -> MappingError {
    guard details.isLocated else { return self }
    return with {
      $0.subpath = $0.path.components
      ($0.byteOffset, $0.readRange, $0.isLocated) = (byteOffset, nil, false)
    }
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
