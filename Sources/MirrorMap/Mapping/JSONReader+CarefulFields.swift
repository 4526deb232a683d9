/// Reading values into the fields of models that are no ordinary ones; see ``CarefulReading``.
extension JSONReader {
  /// Reads the value at the cursor into a field, and goes on after a failure if the property's policy
  /// and the mapper's let it.
  @inline(never)
  mutating func readField(
    _ index: Int, _ reading: ModelReading, _ care: Lent<CarefulReading>
  ) throws(MappingError) {
    let (position, depth) = (cursor, remainingDepth)
    let field = reading.tables.pointee.fields[index]
    let isUpdating = care.pointee.isUpdating
    let restore = isUpdating ? valueToRestore(index, reading) : nil
    do throws(MappingError) {
      if isUpdating, nextIsNull, try updateWithNull(index, reading, care) { return }
      if !field.kind.isScalar, isUpdating || !nextIsNull || field.acceptsNull {
        try readOther(index, reading, care)
        if notes?.passedOver == position { return }
      } else {
        try readValue(index, reading.target)
      }
      if isUpdating { care.pointee.updated.append(index) }
    } catch {
      (cursor, remainingDepth) = (position, depth)
      try recover(from: error, index, reading, care)
      restore?()
    }
  }

  /// Reads a value in the property's own way, and with the property's name for its issues.
  private mutating func readOther(
    _ index: Int, _ reading: ModelReading,
    _ care: Lent<CarefulReading>
  ) throws(MappingError) {
    let position = cursor
    let field = reading.tables.pointee.fields[index]
    let state = reading.base + field.stateOffset
    let options = reading.plan.details.properties[index].declaration.options
    let outer = (scope, coercion)
    let outerProperty = notes?.property
    notes?.property = (reading.plan, index)
    notes?.passedOver = nil
    notes?.optional = care.pointee.isUpdating ? nil : position
    if let own = options.coercion { coercion = own }
    if let own = options.onFailure { scope.policy = policy(own) }
    // A nested model goes back to what the mapper says.
    if options.altersReading { scope.needsCare = true }
    defer {
      (scope, coercion) = outer
      notes?.property = outerProperty
    }
    let isNull = nextIsNull
    let wasReplaced = state.state.isReplaced
    let isUpdating = care.pointee.isUpdating
    // What is merged into a value that was assigned does not undo the assignment.
    let staysChanged =
      isUpdating && !isNull && state.state.isChanged
      && reading.plan.details.properties[index].declaration.mergesUpdates
    let address = reading.base + field.offset
    if isUpdating {
      try reading.plan.details.properties[index].update(&self, address)
    } else {
      try reading.tables.pointee.readings[borrowed: index].run(&self, address)
    }
    guard !isUpdating || notes?.passedOver != position else { return }
    state.state = isNull ? .null : .value
    if staysChanged { state.markChanged(isReplaced: wasReplaced) }
  }

  /// A property's policy. As the mapper's, a strict one is a lenient one where all failures are told.
  func policy(_ own: FailurePolicy) -> FailurePolicy {
    own == .strict && scope.isReporting ? .lenient : own
  }

  // MARK: Failures

  /// Goes on after the failure of a field, at the value of which the reader stands, if its policy and
  /// the mapper's let it.
  ///
  /// - Throws: the error, if it is not stopped here.
  private mutating func recover(
    from error: MappingError, _ index: Int, _ reading: ModelReading,
    _ care: Lent<CarefulReading>
  ) throws(MappingError) {
    var failure = named(error, reading.plan, index)
    if care.pointee.isUpdating {
      let prefix = reading.property(index).name + "."
      failure.details.updated = failure.details.updated.map { prefix + $0 }
    }
    guard failure.code.isRecoverable else { throw failure }
    let field = reading.tables.pointee.fields[index]
    let declared = reading.plan.details.properties[index].declaration.options.onFailure
    let policy = policy(declared ?? scope.policy)
    if policy != .strict, !field.isRequired || isInitialised(index, reading.target) {
      report(failure)
      if !care.pointee.isUpdating {
        (reading.base + field.stateOffset).state = .absent
      }
    } else {
      try fail(failure, reading)
    }
    try skipFailed()
  }

  /// Notes that a model has failed, and goes on if others of its failures are to be told.
  ///
  /// - Throws: the error, if nobody wants to know more.
  @inline(never)
  mutating func fail(_ error: MappingError, _ reading: ModelReading) throws(MappingError) {
    guard let care = reading.care, scope.isReporting else { throw error }
    report(error)
    if care.pointee.failure == nil { care.pointee.failure = error.reported }
  }

  /// Tells that `null` was there where a value belongs, and the default was kept.
  @inline(never)
  mutating func reportNull(_ index: Int, _ plan: ModelPlan) {
    let type = plan.details.properties[index].declaration.valueType
    let position = cursor - 4
    report(
      named(
        failure(.unexpectedNull, at: position, expected: typeName(of: type), found: "null"), plan,
        index))
  }

  // MARK: Updates

  /// Deals with `null` in an update where it does not mean what it means otherwise.
  ///
  /// - Returns: false if it means the same.
  private mutating func updateWithNull(
    _ index: Int, _ reading: ModelReading, _ care: Lent<CarefulReading>
  ) throws(MappingError) -> Bool {
    let rules = MappingSession.behind(session).pointee.update
    let declaration = reading.plan.details.properties[index].declaration
    let field = reading.tables.pointee.fields[index]
    if rules.keepsNulls, declaration.isOptional {
      try decodeNull()
      return true
    }
    guard !field.acceptsNull else { return false }
    guard field.hasDefault else {
      // Whether the model was decoded or made in code.
      if !field.kind.isScalar { return false }
      throw mismatch(typeName(of: declaration.valueType))
    }
    try decodeNull()
    guard rules.isMergePatch else { return true }
    removeValue(index, reading)
    care.pointee.updated.append(index)
    return true
  }

  /// Makes a property nil, or puts its default in place, as a patch says that removes it.
  ///
  /// - Returns: false if it is required.
  @discardableResult
  func removeValue(_ index: Int, _ reading: ModelReading) -> Bool {
    let declaration = reading.plan.details.properties[index].declaration
    let field = reading.tables.pointee.fields[index]
    let address = reading.base + field.offset
    if !declaration.rare.clear(address) {
      guard field.hasDefault else { return false }
      reading.plan.details.withPrototype { declaration.rare.copy(address, $0 + field.offset) }
    }
    (reading.base + field.stateOffset).state = .absent
    return true
  }

  /// What puts a value back that an update has changed half, where its failure may be stopped.
  private func valueToRestore(_ index: Int, _ reading: ModelReading) -> (() -> Void)? {
    let declaration = reading.plan.details.properties[index].declaration
    guard declaration.options.onFailure ?? scope.policy != .strict else { return nil }
    return declaration.rare.save(reading.base + reading.tables.pointee.fields[index].offset)
  }
}
