/// Reading the value of a key that has been found.
extension ObjectReader {
  /// Reads the value of a key.
  ///
  /// - Parameters:
  ///   - coding: Reads the value.
  ///   - none: The result for an absent value, if the key isn't required.
  ///   - default: The result for a value that is absent, `null`, or, if the policy allows it, can't
  ///     be read.
  @inlinable
  mutating func read<Coding: ValueCoding>(
    _ key: String, _ alternatives: [String], _ nested: Bool, _ delimiter: String,
    _ coercion: Coercion?, _ onFailure: FailurePolicy?, _ coding: Coding,
    none: @autoclosure () -> Coding.Value?, default: @autoclosure () -> Coding.Value?
  ) throws(MappingError) -> Coding.Value {
    if nested, coercion == nil, onFailure == nil,
      let presence = try findQuickly(key, alternatives, delimiter)
    {
      if presence == .value || presence == .null && coding.acceptsNull {
        do throws(MappingError) {
          let value = try reader.pointee.decode(with: coding)
          endScanned()
          return value
        } catch {
          throw failScanned(error, ObjectKey(key, alternatives, nested, delimiter))
        }
      }
      let value = presence == .null ? none() ?? `default`() : `default`() ?? none()
      if let value { return value }
    }
    return try read(
      ObjectKey(key, alternatives, nested, delimiter, coercion, onFailure), coding, none: none(),
      default: `default`())
  }

  /// Reads the value of a key, wherever in the object it is.
  @inlinable
  mutating func read<Coding: ValueCoding>(
    _ key: ObjectKey, _ coding: Coding, none: @autoclosure () -> Coding.Value?,
    default: @autoclosure () -> Coding.Value?
  ) throws(MappingError) -> Coding.Value {
    var key = key
    let path =
      key.isGathering ? try key.splitAtWildcard(model, canGather: coding.canGather) : nil
    switch try find(key) {
    case .absent:
      guard let value = `default`() ?? none() else { throw missing(key, Coding.Value.self) }
      return value
    case .null where path != nil || !coding.acceptsNull:
      if let none = none() {
        try endMember()
        return none
      }
      if let value = `default`() {
        try skipNull(key, insteadOf: Coding.Value.self)
        return value
      }
    case .null, .value: break
    }
    let value: Coding.Value?
    do throws(MappingError) {
      value = try readFound(key, isOptional: none() != nil) { (reader) throws(MappingError) in
        if let path { return try coding.gather(from: &reader, along: path) }
        return try reader.decode(with: coding)
      }
    } catch {
      let failure = try stop(error, key)
      guard let value = `default`() ?? none() else { throw failure }
      try skip(failure)
      return value
    }
    guard let value else { throw missing(key, Coding.Value.self) }
    return value
  }

  // MARK: Steps

  /// Reads the value that has been found, with the options of its key.
  @usableFromInline
  @inline(never)
  mutating func readFound<Value>(
    _ key: ObjectKey, isOptional: Bool, _ read: (inout JSONReader) throws(MappingError) -> Value
  ) throws(MappingError) -> Value {
    rest.index.markRead(member)
    let (reader, model) = (reader, model)
    let value = try reader.pointee.namingIssues {
      $0.named(typeName(of: model), key.name)
    } of: { (reader) throws(MappingError) in
      try reader.reading(key.options) { (reader) throws(MappingError) in
        reader.session?.pointee.optionalProperty = isOptional ? reader.cursor : nil
        return try read(&reader)
      }
    }
    rest.index.members[member].end = reader.pointee.cursor
    return value
  }

  /// Skips `null` where a default replaces it, and reports it.
  @usableFromInline
  mutating func skipNull(
    _ key: ObjectKey, insteadOf type: Any.Type
  ) throws(MappingError) {
    try endMember()
    guard reader.pointee.scope.isReporting else { return }
    let issue = reader.pointee.failure(
      .unexpectedNull, at: rest.index.members[member].value, expected: typeName(of: type),
      found: "null")
    reader.pointee.report(issue.named(typeName(of: model), key.name))
  }

  /// The error for an absent key that is required.
  @usableFromInline
  @inline(never)
  func missing(_ key: ObjectKey, _ type: Any.Type) -> MappingError {
    let paths = ([key.key] + key.alternativeKeys).map {
      (try? ObjectKey.steps(of: $0, key.delimiter, model)) ?? [$0]
    }
    return reader.pointee.missingKey(type, at: paths, in: start)
      .named(typeName(of: model), key.name)
  }

  /// Stops the failure of a value, if the policy of the key or of the mapper allows it.
  ///
  /// - Returns: the error with the key's name.
  /// - Throws: the error with the key's name otherwise.
  @usableFromInline
  @inline(never)
  mutating func stop(
    _ error: MappingError, _ key: ObjectKey
  ) throws(MappingError) -> MappingError {
    let failure = error.named(typeName(of: model), key.name)
    let policy = reader.pointee.policy(key.options.onFailure ?? reader.pointee.scope.policy)
    guard policy != .strict, failure.code.isRecoverable else { throw failure }
    return failure
  }

  /// Reports the failure of a value, and skips the value.
  @usableFromInline
  mutating func skip(_ failure: MappingError) throws(MappingError) {
    reader.pointee.report(failure)
    rest.index.move(to: member, &reader.pointee)
    try reader.pointee.skipFailedValue(failure)
    rest.index.members[member].end = reader.pointee.cursor
  }
}
