/// Reading models whose values are also kept elsewhere.
extension ModelFields {
  /// Reads the object at the reader's position into a model that has just been initialized; required keys may be
  /// absent. The states of the properties tell which keys were there.
  ///
  /// - Precondition: the model is plain and read by its plan, and the reader doesn't read generally.
  package func readPart(
    into base: FieldAddress, from reader: inout JSONReader
  ) throws(MappingError) {
    let outer = reader.enterModel(plan.strategy(inside: reader.scope.strategy))
    defer { (reader.scope, reader.coercion) = outer }
    let keys = try plan.keys(outer.scope.strategy)
    var decoder = ModelDecoder(plan, keys, base, reader.cursor)
    guard reader.current == .openBrace else { throw decoder.notAnObject(&reader) }
    try decoder.readObject(from: &reader)
    if !decoder.hasSeenAll { try decoder.finishAbsent(&reader, requiresValues: false) }
  }

  /// Reads the object at the reader's position into a model that has just been initialized, as `decode(from:)`
  /// does: hooks run at the end. Keys of properties that have been given a value needn't be there.
  package func read(
    into base: FieldAddress, from reader: inout JSONReader
  ) throws(MappingError) {
    try ModelDecoder.decode(plan, into: base, from: &reader)
  }

  /// The error for the key of a required property that is absent.
  ///
  /// - Precondition: the model is plain and read by its plan, and the reader doesn't read generally.
  /// - Parameter position: where the model's object begins.
  package func missingKey(
    _ index: Int, at position: JSONReader.Place, in reader: borrowing JSONReader
  ) -> MappingError {
    let keys = (try? plan.keys(reader.scope.strategy)) ?? plan.tables.pointee.keys
    return plan.missingKey(index, keys, in: position.cursor, reader)
  }

  /// The error of a property, with the names of both and, where it has no place in a document, the path of the key.
  package func located(
    _ error: MappingError, _ field: ModelField, inside outer: Int32 = 0
  ) -> MappingError {
    guard let strategy = try? strategy(of: field, inside: outer) else { return named(error, field) }
    let paths = field.property.keyed(by: KeyStrategies.strategy(strategy)).paths
    let path = [JSONPath.Component](keyPath: paths[0], isInObject: true)
    return named(error, field).with {
      $0.subpath = path
      $0.path = JSONPath(path + $0.path.components)
    }
  }

  /// The key path of a property in the model's JSON.
  package func path(
    _ index: Int, in writer: borrowing JSONWriter
  ) throws(MappingError) -> [String] {
    let strategy = try strategy(of: all[index], inside: writer.scope.strategy)
    return all[index].property.keyed(by: KeyStrategies.strategy(strategy)).paths[0]
  }
}

extension MappableValue {
  /// Decodes a value from a document as ``decode(from:at:delimiter:using:context:)`` does.
  ///
  /// - Parameter willDecode: is called with the place of the value in the document before it's read.
  package static func decode(
    from source: some JSONSource, at keyPath: String?, delimiter: String, using mapper: Mapper,
    context: MappingContext, _ willDecode: (JSONReader.Place) -> Void
  ) throws -> Self {
    try DocumentReading.decode(
      from: source, at: MappedKey.steps(to: keyPath, delimiter), mapper, context
    ) { reader in
      willDecode(reader.place)
      return try Self.decode(from: &reader)
    }
  }
}

extension JSONReader {
  /// Whether options are in force that only the general path of the mapper knows.
  package var readsGenerally: Bool {
    mutating get { scope.hasOptions || duplicateKeys == .last }
  }

  /// Sets what `null` does in the updates of the document: `null` at an intermediate step of a key path counts as
  /// `null` at its end, which clears optional properties unless the mapper keeps them.
  package mutating func setUpdateRules(keepsNulls: Bool) {
    session?.pointee.clearsBelowNull = !keepsNulls
    session?.pointee.keepsNulls = keepsNulls
  }

  /// The error of a model's property in an object that has been read: at its value or, if it has none, with the path
  /// of its key.
  package mutating func located(
    _ error: MappingError, _ field: ModelField, of fields: ModelFields, inObjectAt object: Place
  ) -> MappingError {
    let (end, outer) = (place, scope)
    defer {
      go(to: end)
      scope = outer
    }
    guard let keys = try? fields.keys(of: field, inside: outer.strategy) else {
      return fields.named(error, field)
    }
    scope.strategy = keys.strategy
    for (rank, path) in keys.paths.enumerated() {
      go(to: object)
      guard let position = try? positions(along: path[...]).last else { continue }
      cursor = position
      if current == .openBrace, keys.groups.contains(rank) { continue }
      return fields.named(error, field).with { $0.byteOffset = position - start }
    }
    return fields.located(error, field, inside: outer.strategy)
  }

  /// Whether an object that has been read has `null` at an intermediate step of the key path of a model's property.
  package mutating func hasNull(
    before field: ModelField, of fields: ModelFields, inObjectAt object: Place
  ) -> Bool {
    guard field.hasNestedPath else { return false }
    let (end, outer) = (place, scope)
    defer {
      go(to: end)
      scope = outer
    }
    guard let keys = try? fields.keys(of: field, inside: outer.strategy),
      let path = keys.paths.first
    else { return false }
    scope.strategy = keys.strategy
    // As in updates, where what is written there is cleared.
    for depth in path.indices.dropFirst() {
      go(to: object)
      guard let position = try? positions(along: path[..<depth]).last else { continue }
      cursor = position
      if nextIsNull { return true }
    }
    return false
  }

  /// Looks for the value of a model's property in the object at the cursor, without reading further than needed.
  ///
  /// - Parameters:
  ///   - index: the property.
  ///   - needsOthers: whether it matters if the object has other keys of the model.
  ///   - read: reads the property's value; called at most once, and not for `null`.
  /// - Returns: whether the object has other keys of the model, or unknown ones that are rejected; anything if that
  ///   doesn't matter.
  package mutating func peek(
    _ index: Int, of fields: ModelFields, needsOthers: Bool,
    _ read: (inout JSONReader) throws -> Void
  ) throws -> Bool {
    let start = place
    defer { go(to: start) }
    let field = fields.all[index]
    let keys = try fields.plan.keys(scope.strategy)
    guard !scope.hasOptions, fields.hasPlainKeys, !keys.pointee.ignoresCase, !field.hasNestedPath
    else { return try peekGenerally(field, of: fields, needsOthers: needsOthers, read) }
    let table = keys.pointee.root.pointee.table
    let usesLast = duplicateKeys == .last
    var (found, hasOthers) = (Place?.none, false)
    guard try beginObject() else { return false }
    repeat {
      let keyStart = cursor
      let entry = try readKey(in: table, expected: 0)
      if entry >= 0, keys.pointee.root.pointee.detail(entry)?.fills(field.position) == true {
        // Key paths of other properties lead into the value.
        go(to: start)
        return try peekGenerally(field, of: fields, needsOthers: needsOthers, read)
      }
      if entry < 0 || table.entries[entry].number != field.position {
        hasOthers = hasOthers || entry >= 0
      } else if try found == nil
        || replacesDuplicate(at: keyStart, in: fields.plan.modelName(of: field.position))
      {
        found = place
      }
      if found != nil, !usesLast, hasOthers || !needsOthers { break }
      try skip()
    } while try nextMember()
    if let found {
      go(to: found)
      guard !nextIsNull else { return hasOthers }
      let outer = enterModel(fields.plan.strategy(inside: scope.strategy))
      defer { (scope, coercion) = outer }
      try read(&self)
    }
    return hasOthers
  }

  /// Looks for the value of a property with a key path or with alternative keys, or of one whose model has extras, or
  /// whose keys are in any case.
  @inline(never)
  private mutating func peekGenerally(
    _ field: ModelField, of fields: ModelFields, needsOthers: Bool,
    _ read: (inout JSONReader) throws -> Void
  ) throws -> Bool {
    let (start, outer) = (place, scope)
    defer { scope = outer }
    let keys = try fields.keys(of: field, inside: outer.strategy)
    scope.strategy = keys.strategy
    let (paths, ignoresCase) = (keys.paths, keys.keyStrategy.ignoresCase)
    for (rank, path) in paths.enumerated() {
      go(to: start)
      guard let position = try positions(along: path[...]).last else { continue }
      cursor = position
      if current == .openBrace, keys.groups.contains(rank) { continue }
      guard !nextIsNull else { break }
      // As for the model itself, the options of a property around it don't count.
      let around = enterModel(fields.plan.strategy(inside: scope.strategy))
      defer { (scope, coercion) = around }
      try read(&self)
      break
    }
    guard needsOthers else { return false }
    // What no property has is kept as well, or an error unless it's a key of the model around.
    let keepsUnmapped = fields.plan.tables.pointee.extrasField >= 0
    let rejectsUnknown = scope.unknownKeys == .reject && isStrict
    let records = session?.pointee.records
    func countsUnknown(_ path: [String]) -> Bool {
      keepsUnmapped || rejectsUnknown && records?.isOuterKey(path, in: start.cursor) != true
    }
    go(to: start)
    guard try beginObject() else { return false }
    repeat {
      let key = try readKey()
      let folded = JSONKey.folded(key, ignoringCase: ignoresCase)
      if keys.level.contains(key) || countsUnknown([key]),
        !paths.contains(where: { JSONKey.isEqual($0[0], folded) })
      {
        return true
      }
      try skip()
    } while try nextMember()
    if keepsUnmapped || rejectsUnknown {
      for path in paths {
        for depth in path.indices.dropFirst() {
          go(to: start)
          guard let position = try positions(along: path[..<depth]).last else { continue }
          cursor = position
          // The id may have alternative keys in one object.
          let ends = paths.filter {
            $0.count > depth && $0[..<depth].elementsEqual(path[..<depth], by: JSONKey.isEqual)
          }.map { $0[depth] }
          if try hasMember(
            besides: ends, ignoringCase: ignoresCase,
            where: { countsUnknown(path[..<depth] + [$0]) })
          {
            return true
          }
        }
      }
    }
    // Other properties may be below a key that leads to this one.
    for other in keys.others {
      scope.strategy = other.strategy
      go(to: start)
      if try !positions(along: other.path[...]).isEmpty { return true }
    }
    return false
  }

  /// Whether the next value is an object with another member than those with some keys, whose key counts.
  private mutating func hasMember(
    besides keys: [String], ignoringCase: Bool, where counts: (String) -> Bool
  ) throws(MappingError) -> Bool {
    guard current == .openBrace, try beginObject() else { return false }
    repeat {
      let key = try readKey()
      let folded = JSONKey.folded(key, ignoringCase: ignoringCase)
      if !keys.contains(where: { JSONKey.isEqual($0, folded) }), counts(key) { return true }
      try skip()
    } while try nextMember()
    return false
  }
}
