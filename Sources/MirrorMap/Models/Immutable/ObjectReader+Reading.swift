/// Reading the value of a key, whatever reads it.
extension ObjectReader {
  /// Reads the value of a key.
  ///
  /// - Parameters:
  ///   - coding: reads the value.
  ///   - none: what an absent value is, if it may be absent.
  ///   - hasDefault: whether there is a default.
  /// - Returns: nil if the default is to be taken.
  @inlinable
  mutating func read<Coding: ValueCoding>(
    _ key: ObjectKey, _ coding: Coding, none: @autoclosure () -> Coding.Value?,
    hasDefault: Bool = false
  ) throws(MappingError) -> Coding.Value? {
    guard !key.isGathering else { return try gather(key, coding, none(), hasDefault) }
    switch try find(key) {
    case .absent:
      if hasDefault { return nil }
      if let none = none() { return none }
      throw missing(key, Coding.Value.self)
    case .null where !coding.acceptsNull:
      if let none = none() {
        try passNull()
        return none
      }
      if hasDefault {
        try passNull(key, insteadOf: Coding.Value.self)
        return nil
      }
    case .null, .value: break
    }
    beginValue(key)
    do throws(MappingError) {
      let value = try reader.pointee.decode(with: coding)
      return endReading(isReplaceable: hasDefault) ? nil : value
    } catch {
      let none = none()
      try recover(from: error, key, canGoOn: hasDefault || none != nil)
      return hasDefault ? nil : none
    }
  }

  /// The same for what cannot have a default.
  @inlinable
  mutating func readValue<Coding: ValueCoding>(
    _ key: ObjectKey, _ coding: Coding, none: @autoclosure () -> Coding.Value?
  ) throws(MappingError) -> Coding.Value {
    guard let value = try read(key, coding, none: none()) else {
      throw missing(key, Coding.Value.self)
    }
    return value
  }

  /// Fills an array or a set with what a key path with wildcards finds.
  @inlinable
  @inline(never)
  mutating func gather<Coding: ValueCoding>(
    _ gathering: ObjectKey, _ coding: Coding, _ none: Coding.Value?, _ hasDefault: Bool
  ) throws(MappingError) -> Coding.Value? {
    let (key, path) = try splitAtWildcard(
      gathering, Gathering.canGather(Coding.Value.self, coding))
    switch try find(key) {
    case .absent:
      if hasDefault { return nil }
      if let none { return none }
      throw missing(key, Coding.Value.self)
    case .null:
      if let none {
        try passNull()
        return none
      }
      if hasDefault {
        try passNull(key, insteadOf: Coding.Value.self)
        return nil
      }
    case .value: break
    }
    beginValue(key)
    do throws(MappingError) {
      let found = try Gathering.gather(
        Coding.Value.self, coding, from: &reader.pointee, along: path[...])
      _ = endReading(isReplaceable: false)
      return found as? Coding.Value
    } catch {
      try recover(from: error, key, canGoOn: hasDefault || none != nil)
      return hasDefault ? nil : none
    }
  }

  @usableFromInline
  func splitAtWildcard(
    _ key: ObjectKey, _ canGather: Bool
  ) throws(MappingError) -> (ObjectKey, [String]) {
    try key.splitAtWildcard(model, canGather: canGather)
  }

  // MARK: Steps

  /// Puts the options of a key in force for its value.
  @usableFromInline
  mutating func beginValue(_ key: ObjectKey) {
    noteRead(place)
    let options = key.options
    let scope = reader.pointee.scope
    guard scope.usesGeneralPath || options.altersReading else { return }
    beforeValue = (scope, reader.pointee.coercion)
    if let own = options.coercion { reader.pointee.coercion = own }
    if let own = options.onFailure { reader.pointee.scope.policy = reader.pointee.policy(own) }
    // A nested model goes back to what the mapper says.
    if options.altersReading { reader.pointee.scope.usesGeneralPath = true }
    _ = reader.pointee.setProperty((model, key.name))
    reader.pointee.session?.pointee.optionalProperty = reader.pointee.cursor
  }

  /// Goes back to what was in force before the value.
  mutating func endValue() {
    guard let before = beforeValue else { return }
    (reader.pointee.scope, reader.pointee.coercion) = before
    _ = reader.pointee.setProperty(nil)
    beforeValue = nil
  }

  /// Notes that the value has been read.
  ///
  /// - Parameter isReplaceable: whether there is a default for what cannot be read.
  /// - Returns: whether the value is nil as it could not be read, and should be the default instead.
  @usableFromInline
  mutating func endReading(isReplaceable: Bool) -> Bool {
    endMember(place)
    endValue()
    return false
  }

  /// Passes over `null`.
  ///
  /// - Parameter type: what belongs there, if `null` is an issue.
  @usableFromInline
  mutating func passNull(
    _ key: ObjectKey? = nil, insteadOf type: Any.Type? = nil
  ) throws(MappingError) {
    let position = reader.pointee.cursor
    try reader.pointee.decodeNull()
    endMember(place)
    guard let type, reader.pointee.scope.isReporting else { return }
    let issue = reader.pointee.failure(
      .unexpectedNull, at: position, expected: typeName(of: type), found: "null")
    reader.pointee.report(issue.named(typeName(of: model), key?.name))
  }

  /// The value of a key that is not there is required.
  @usableFromInline
  @inline(never)
  func missing(_ key: ObjectKey, _ type: Any.Type) -> MappingError {
    var error = reader.pointee.failure(.missingKey, at: start, expected: typeName(of: type))
    let steps = try? KeySteps.split(key.key, nested: key.nested, key.delimiter, of: model)
    error.details.missing = JSONPath(keyPath: steps ?? [key.key]).components
    return error.named(typeName(of: model), key.name)
  }

  /// Goes on after the failure of a value, if the key's policy and the mapper's let it.
  ///
  /// - Throws: the error with the key's name, if it is not stopped here.
  @usableFromInline
  @inline(never)
  mutating func recover(
    from error: MappingError, _ key: ObjectKey, canGoOn: Bool
  ) throws(MappingError) {
    endValue()
    let failure = error.named(typeName(of: model), key.name)
    let own = key.options.onFailure ?? reader.pointee.scope.policy
    let policy = reader.pointee.policy(own)
    guard canGoOn, policy != .strict, failure.code.isRecoverable else { throw failure }
    reader.pointee.report(failure)
    reader.pointee.cursor = levels[place.level][place.member].value
    reader.pointee.remainingDepth = levels[place.level].depth
    try reader.pointee.skipFailedValue(error)
    endMember(place)
  }
}
