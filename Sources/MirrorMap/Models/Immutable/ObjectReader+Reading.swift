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
    beginValue(key, isOptional: none() != nil)
    let value: Coding.Value?
    do throws(MappingError) {
      value =
        if let path { try coding.gather(from: &reader.pointee, along: path) } else {
          try reader.pointee.decode(with: coding)
        }
    } catch {
      let failure = try stop(error, key)
      guard let value = `default`() ?? none() else { throw failure }
      try skip(failure)
      return value
    }
    endReading()
    guard let value else { throw missing(key, Coding.Value.self) }
    return value
  }

  // MARK: Steps

  /// Applies the options of a key to its value.
  @usableFromInline
  mutating func beginValue(_ key: ObjectKey, isOptional: Bool) {
    rest.index.markRead(member)
    let options = key.options
    let scope = reader.pointee.scope
    guard scope.hasOptions || options.altersReading else { return }
    beforeValue = (
      scope, reader.pointee.coercion, key.name, reader.pointee.sharedSession.pointee.issues.count
    )
    if let own = options.coercion { reader.pointee.coercion = own }
    if let own = options.onFailure { reader.pointee.scope.policy = reader.pointee.policy(own) }
    // A nested model returns to the mapper's options.
    if options.altersReading { reader.pointee.scope.alter() }
    reader.pointee.session?.pointee.optionalProperty = isOptional ? reader.pointee.cursor : nil
  }

  /// Records the end of the value that has been read.
  @usableFromInline
  mutating func endReading() {
    rest.index.members[member].end = reader.pointee.cursor
    endValue()
  }

  /// Restores the options before the value.
  mutating func endValue() {
    guard let before = beforeValue else { return }
    (reader.pointee.scope, reader.pointee.coercion) = (before.scope, before.coercion)
    if reader.pointee.sharedSession.pointee.issues.count > before.issueCount {
      let model = typeName(of: model)
      reader.pointee.session?.pointee.records?.nameIssues(from: before.issueCount) {
        $0.named(model, before.key)
      }
    }
    beforeValue = nil
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
    var error = reader.pointee.failure(.missingKey, at: start, expected: typeName(of: type))
    let steps = ([key.key] + key.alternativeKeys).map {
      (try? ObjectKey.steps(of: $0, key.delimiter, model)) ?? [$0]
    }
    error.details.missing = JSONPath(keyPath: steps[0], isInObject: true).components
    error.details.alternatives = steps.dropFirst().map { MappedKey.keyPath(of: $0, ".") }
    return error.named(typeName(of: model), key.name)
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
    endValue()
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
