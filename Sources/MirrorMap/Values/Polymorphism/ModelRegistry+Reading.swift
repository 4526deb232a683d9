extension ModelRegistry {
  /// Decodes a value of the type that its tag selects.
  ///
  /// - Throws: ``MappingError`` if the tag is missing, occurs twice, is unknown, or isn't a string or
  ///   integer as expected, or if the value can't be decoded.
  public func decode(from reader: inout JSONReader) throws(MappingError) -> Base {
    try table.check()
    switch table.tagging {
    case .internal(let tag): return try decodeTagged(&reader, tag)
    case .adjacent(let tag, let content): return try decodeTagged(&reader, tag, content: content)
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
      tagging, table.entries.map { ($0.form.tag, $0.shape) }, fallback: table.fallback?.shape)
  }
}

// MARK: - Tags

extension ModelRegistry {
  /// Reads a tag.
  ///
  /// - Returns: the entry; nil for an unknown tag where there is a fallback.
  private func readEntry(
    _ reader: inout JSONReader
  ) throws(MappingError) -> RegistryEntry<Base>? {
    let position = reader.cursor
    let hasFallback = table.fallback != nil
    var entry: RegistryEntry<Base>?
    switch reader.nextKind {
    case .string? where hasFallback || table.hasStringTags:
      let raw = try reader.scanString()
      try reader.validate(raw)
      entry = self.entry(tagged: raw, &reader)
    case .number? where hasFallback || table.hasIntegerTags:
      let number = try reader.readNumber()
      guard number.isInteger else {
        throw reader.failure(
          .inexactNumber, at: position, expected: table.tagKinds, found: "a number with a fraction")
      }
      if let integer = number.int { entry = table.entry(tagged: ModelTag(integer)) }
    default:
      throw reader.mismatch(table.tagKinds)
    }
    guard entry != nil || hasFallback else {
      throw reader.failure(
        .invalidValue, at: position, expected: table.tagList, found: "another tag")
    }
    return entry
  }

  private func entry(
    tagged tag: JSONReader.RawString, _ reader: inout JSONReader
  ) -> RegistryEntry<Base>? {
    guard tag.hasEscapes else { return table.entry(tagged: tag.bytes) }
    return reader.withUnescaped(tag) { table.entry(tagged: $0) }
  }
}

// MARK: - Beside or in the value

extension ModelRegistry {
  /// Reads a value whose tag is a member of its own object, or of the object around its content.
  private func decodeTagged(
    _ reader: inout JSONReader, _ tag: String, content: String? = nil
  ) throws(MappingError) -> Base {
    guard reader.nextKind == .object else {
      throw reader.mismatch("an object with the tag of \(typeName(of: Base.self))")
    }
    let found = try reader.findMembers(tag, content)
    if let duplicate = found.duplicate {
      // An error whatever the mapper does with duplicates: the type of a value must be unambiguous.
      throw reader.failure(
        .duplicateKey, at: duplicate, expected: "each key once", found: "a second one")
    }
    guard let position = found.first else {
      throw reader.failure(
        .missingKey, expected: "the tag of \(typeName(of: Base.self))", subpath: [.key(tag)])
    }
    let start = reader.cursor
    reader.cursor = position
    let known = try readEntry(&reader)
    reader.cursor = start
    guard let entry = known else { return try decodeFallback(&reader) }
    if content == nil, let read = entry.read {
      return try reader.withKnownKey(tag) { (reader) throws(MappingError) in
        try readHere(&reader, read)
      }
    }
    return try decodeContent(entry, found, content ?? tag, &reader)
  }

  /// Reads a value beside its tag.
  // In a function of its own, as the runtime looks up the type of an optional `Base`.
  @inline(never)
  private func decodeContent(
    _ entry: RegistryEntry<Base>, _ found: JSONReader.FoundMembers, _ key: String,
    _ reader: inout JSONReader
  ) throws(MappingError) -> Base {
    let value: Base
    if let position = found.second {
      try reader.enter()
      reader.cursor = position
      value = try decodePayload(entry, &reader)
      reader.remainingDepth += 1
    } else if let none = try entry.absent() {
      value = none
    } else {
      throw reader.failure(.missingKey, expected: entry.form.name, subpath: [.key(key)])
    }
    reader.cursor = found.end
    return value
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
    var isSoleElement = false
    for open in session.pointee.openRegistries.reversed() {
      guard open.position == position else { break }
      if open.registry == nil { isSoleElement = true }
      guard open.registry != registry else {
        // An array of the registry's values is fine, but no object is one of itself.
        if isSoleElement { throw reader.mismatch("an array") }
        throw .declaration(
          "ModelRegistry<\(typeName(of: Base.self))>", nil,
          "one of its types is read by it again, at the same place, without end")
      }
    }
    session.pointee.openRegistries.append((registry, position))
    defer { session.pointee.openRegistries.removeLast() }
    return try read(&reader)
  }

  /// Reads the payload of an entry; where it has none, that is `null`.
  private func decodePayload(
    _ entry: RegistryEntry<Base>, _ reader: inout JSONReader
  ) throws(MappingError) -> Base {
    if let read = entry.read { return try read(&reader) }
    guard reader.nextIsNull, let value = try entry.absent() else {
      throw reader.mismatch("no value, as the tag has none")
    }
    try reader.readNull()
    return value
  }
}

// MARK: - Around the value

extension ModelRegistry {
  private func decodeExternal(_ reader: inout JSONReader) throws(MappingError) -> Base {
    guard reader.nextKind == .object else { return try decodeTagAlone(&reader) }
    let (start, depth) = (reader.cursor, reader.remainingDepth)
    guard try reader.beginObject() else { throw notAlone(reader, start, "an empty one") }
    let key = try reader.readRawKey()
    guard let entry = entry(tagged: key, &reader) else {
      try reader.skip()
      guard try !reader.nextMember() else { throw notAlone(reader, start, "one with several") }
      guard table.fallback != nil else {
        // Not at the key, as the path would show it.
        throw reader.failure(
          .invalidValue, at: start, expected: "the key \(table.tagList)", found: "another one")
      }
      (reader.cursor, reader.remainingDepth) = (start, depth)
      return try decodeFallback(&reader)
    }
    let value =
      if let read = entry.read { try read(&reader) } else { try decodeNone(entry, &reader) }
    guard try !reader.nextMember() else { throw notAlone(reader, start, "one with several") }
    return value
  }

  /// Reads a value that is written as a string, because it has no payload.
  // In a function of its own, as the runtime looks up the type of an optional `Base`.
  @inline(never)
  private func decodeTagAlone(_ reader: inout JSONReader) throws(MappingError) -> Base {
    if reader.nextKind == .string {
      let start = reader.cursor
      let entry = try readEntry(&reader)
      if let value = try entry?.absent() { return value }
      reader.cursor = start
      if entry == nil { return try decodeFallback(&reader) }
    }
    throw reader.mismatch("an object with the tag of \(typeName(of: Base.self)) as its key")
  }

  /// Reads the value of a tag without a payload: `null` or, as Swift writes such a case of an enum, an empty object.
  // In a function of its own, as above.
  @inline(never)
  private func decodeNone(
    _ entry: RegistryEntry<Base>, _ reader: inout JSONReader
  ) throws(MappingError) -> Base {
    guard reader.nextKind == .object, let value = try entry.absent() else {
      return try decodePayload(entry, &reader)
    }
    let (start, depth) = (reader.cursor, reader.remainingDepth)
    guard try !reader.beginObject() else {
      (reader.cursor, reader.remainingDepth) = (start, depth)
      throw reader.mismatch("no value, as the tag has none")
    }
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
}
