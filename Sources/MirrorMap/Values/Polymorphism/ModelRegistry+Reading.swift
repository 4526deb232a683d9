extension ModelRegistry {
  /// Reads a value of the type that its tag stands for.
  ///
  /// - Throws: ``MappingError`` for tags that are missing, twice there, of the wrong kind or unknown, and
  ///   with the place of whatever is wrong in the value.
  public func decode(from reader: inout JSONReader) throws(MappingError) -> Base {
    try table.check()
    switch table.tagging {
    case .internal(let tag): return try decodeInternal(&reader, tag)
    case .adjacent(let tag, let content): return try decodeAdjacent(&reader, tag, content)
    case .external: return try decodeExternal(&reader)
    case .untagged: return try decodeUntagged(&reader)
    }
  }

  public var acceptsNull: Bool { table.acceptsNull }

  public var _access: _ValueAccess {
    _ValueAccess(Self.self, .collected { table.collectModels(into: &$0) })
  }

  public var shape: ValueShape {
    .tagged(
      tagging, table.entries.map { ($0.tag, $0.shape) }, fallback: table.fallback?.shape)
  }
}

// MARK: - Tags

extension ModelRegistry {
  /// Finds the tag, and maybe the content, of the object at the cursor. The reader stays there.
  private func findTag(
    _ reader: inout JSONReader, _ tag: String, _ content: String?
  ) throws(MappingError) -> (tag: BytePointer, JSONReader.FoundMembers) {
    guard reader.nextKind == .object else {
      throw reader.mismatch("an object with the tag of \(typeName(of: Base.self))")
    }
    let found = try reader.findMembers(tag, content)
    if let duplicate = found.duplicate {
      // Whatever the mapper says of duplicates: of which type a value is has to be clear.
      throw reader.failure(
        .duplicateKey, at: duplicate, expected: "each key once", found: "a second one")
    }
    guard let position = found.first else {
      throw missing(tag, "the tag of \(typeName(of: Base.self))", reader)
    }
    return (position, found)
  }

  private func missing(
    _ key: String, _ expected: String, _ reader: borrowing JSONReader
  ) -> MappingError {
    var error = reader.failure(.missingKey, expected: expected)
    error.details.missing = [.key(key)]
    return error
  }

  /// Reads the tag at a position, and goes back.
  ///
  /// - Returns: the entry; nil for an unknown tag where there is a fallback.
  private func entry(
    _ reader: inout JSONReader, at position: BytePointer
  ) throws(MappingError) -> RegistryEntry<Base>? {
    let start = reader.cursor
    reader.cursor = position
    let tag = try readTag(&reader)
    reader.cursor = start
    if let entry = tag.flatMap(table.entry) { return entry }
    guard table.fallback == nil else { return nil }
    throw reader.failure(
      .invalidValue, at: position, expected: table.tagList, found: "another tag")
  }

  /// Reads a tag.
  ///
  /// - Returns: nil for an integer beyond `Int`.
  private func readTag(_ reader: inout JSONReader) throws(MappingError) -> ModelTag? {
    let hasFallback = table.fallback != nil
    switch reader.nextKind {
    case .string? where hasFallback || table.tagKinds != "an integer":
      return ModelTag(try reader.readString())
    case .number? where hasFallback || table.tagKinds != "a string":
      let position = reader.cursor
      let number = try reader.readNumber()
      guard number.isInteger else {
        throw reader.failure(
          .inexactNumber, at: position, expected: table.tagKinds, found: "a number with a fraction")
      }
      return number.int.map { ModelTag($0) }
    default:
      throw reader.mismatch(table.tagKinds)
    }
  }
}

// MARK: - In the value's object

extension ModelRegistry {
  private func decodeInternal(
    _ reader: inout JSONReader, _ tag: String
  ) throws(MappingError) -> Base {
    let (position, found) = try findTag(&reader, tag, nil)
    guard let entry = try entry(&reader, at: position) else { return try decodeFallback(&reader) }
    guard let read = entry.read else {
      reader.cursor = found.end
      return try absent(entry, tag, reader)
    }
    return try reader.withKnownKey(tag) { (reader) throws(MappingError) in
      try readHere(&reader, read)
    }
  }

  /// Reads the whole value that has an unknown tag.
  private func decodeFallback(_ reader: inout JSONReader) throws(MappingError) -> Base {
    guard let read = table.fallback?.read else { throw reader.mismatch(table.tagList) }
    return try readHere(&reader, read)
  }

  /// Reads a payload at the position of the value itself, as with internal tags and without tags.
  ///
  /// If the same registry reads it, the tag found is the same, and so is the payload: reading would
  /// never end.
  ///
  ///     {"t": "negation", …}   Expression → negation → Expression, at the same brace
  ///
  /// - Throws: ``MappingError`` with code `.declaration` if the registry is reading a value there
  ///   already.
  func readHere(
    _ reader: inout JSONReader, _ read: RegistryEntry<Base>.Reading
  ) throws(MappingError) -> Base {
    guard let session = reader.session else { return try read(&reader) }
    let (registry, position) = (ObjectIdentifier(table), reader.cursor)
    for open in session.pointee.openRegistries.reversed() {
      guard open.position == position else { break }
      guard open.registry != registry else {
        throw .declaration(
          "ModelRegistry<\(typeName(of: Base.self))>", nil,
          "one of its types is read by it again, at the same place, without end")
      }
    }
    session.pointee.openRegistries.append((registry, position))
    defer { session.pointee.openRegistries.removeLast() }
    return try read(&reader)
  }

  /// The value of an entry whose payload is not there.
  private func absent(
    _ entry: RegistryEntry<Base>, _ key: String, _ reader: borrowing JSONReader
  ) throws(MappingError) -> Base {
    guard let value = try entry.absent() else { throw missing(key, entry.name, reader) }
    return value
  }
}

// MARK: - Beside the value

extension ModelRegistry {
  private func decodeAdjacent(
    _ reader: inout JSONReader, _ tag: String, _ content: String
  ) throws(MappingError) -> Base {
    let (position, found) = try findTag(&reader, tag, content)
    guard let entry = try entry(&reader, at: position) else { return try decodeFallback(&reader) }
    guard let contentPosition = found.second else {
      let value = try absent(entry, content, reader)
      reader.cursor = found.end
      return value
    }
    try reader.enter()
    reader.cursor = contentPosition
    let value = try decodePayload(entry, &reader)
    reader.remainingDepth += 1
    reader.cursor = found.end
    return value
  }

  /// Reads the payload of an entry; where it has none, that is `null`.
  private func decodePayload(
    _ entry: RegistryEntry<Base>, _ reader: inout JSONReader
  ) throws(MappingError) -> Base {
    if let read = entry.read { return try read(&reader) }
    guard reader.nextIsNull else { throw reader.mismatch("no value, as the tag has none") }
    try reader.decodeNull()
    return try absent(entry, "", reader)
  }
}

// MARK: - Around the value

extension ModelRegistry {
  private func decodeExternal(_ reader: inout JSONReader) throws(MappingError) -> Base {
    switch reader.nextKind {
    case .string?: return try decodeTagAlone(&reader)
    case .object?: break
    default:
      throw reader.mismatch("an object with the tag of \(typeName(of: Base.self)) as its key")
    }
    let (start, depth) = (reader.cursor, reader.remainingDepth)
    guard try reader.beginObject() else { throw notAlone(reader, start, "an empty one") }
    let raw = try reader.readRawKey()
    let key = try reader.makeString(raw)
    guard let entry = table.entry(ModelTag(key)) else {
      try reader.skipValue()
      guard try !reader.nextMember() else { throw notAlone(reader, start, "one with several") }
      guard table.fallback != nil else {
        // Not at the key, as the path would show it.
        throw reader.failure(
          .invalidValue, at: start, expected: "the key \(table.tagList)", found: "another one")
      }
      (reader.cursor, reader.remainingDepth) = (start, depth)
      return try decodeFallback(&reader)
    }
    let value = try decodePayload(entry, &reader)
    guard try !reader.nextMember() else { throw notAlone(reader, start, "one with several") }
    return value
  }

  private func notAlone(
    _ reader: borrowing JSONReader, _ position: BytePointer, _ found: String
  ) -> MappingError {
    reader.failure(
      .invalidValue, at: position,
      expected: "an object with the tag of \(typeName(of: Base.self)) as its only key", found: found
    )
  }

  /// Reads a string that is the tag of a value without a payload.
  private func decodeTagAlone(_ reader: inout JSONReader) throws(MappingError) -> Base {
    let start = reader.cursor
    let tag = ModelTag(try reader.readString())
    guard let entry = table.entry(tag) else {
      reader.cursor = start
      if table.fallback != nil { return try decodeFallback(&reader) }
      throw reader.failure(
        .invalidValue, at: start, expected: table.tagList, found: "another tag")
    }
    guard let value = try entry.absent() else {
      reader.cursor = start
      throw reader.mismatch("an object with the tag of \(typeName(of: Base.self)) as its key")
    }
    return value
  }
}
