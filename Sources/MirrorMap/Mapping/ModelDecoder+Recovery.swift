/// Reading properties on the general path, and continuing after their failures.
extension ModelDecoder {
  /// Reads the value at the cursor into a property, and continues after a failure if the policies allow it.
  @inline(never)
  func readFieldGenerally(_ index: Int, from reader: inout JSONReader) throws(MappingError) {
    let (position, depth) = (reader.cursor, reader.remainingDepth)
    let field = tables.pointee.fields[index]
    let isUpdating = general.pointee.isUpdating
    let restore = isUpdating ? valueToRestore(index, reader) : nil
    do throws(MappingError) {
      if isUpdating, reader.nextIsNull, try updateWithNull(index, from: &reader) { return }
      if !field.kind.isScalar, isUpdating || reader.scope.usesGeneralPath || field.altersReading,
        isUpdating || !reader.nextIsNull || field.acceptsNull
      {
        try readComposite(index, isUpdating: isUpdating, from: &reader)
      } else {
        try Self.readValue(index, tables, base, from: &reader)
      }
      if isUpdating { general.pointee.updated.append(index) }
    } catch {
      (reader.cursor, reader.remainingDepth) = (position, depth)
      try recover(index, from: error, isUpdating: isUpdating, &reader)
      restore?()
    }
  }

  /// Continues after the failure of a property's value, if the policies allow it.
  @inline(never)
  private func recover(
    _ index: Int, from error: MappingError, isUpdating: Bool, _ reader: inout JSONReader
  ) throws(MappingError) {
    var failure = plan.named(error, index)
    if isUpdating {
      let prefix = property(index).name + "."
      failure.details.updated = failure.details.updated.map { prefix + $0 }
    }
    guard failure.code.isRecoverable else { throw failure }
    let policy = reader.policy(declaration(index).options.onFailure ?? reader.scope.policy)
    let isRequired = tables.pointee.fields[index].isRequired
    if policy != .strict, !isRequired || Self.isInitialized(index, tables, base) {
      reader.report(failure)
      if !isUpdating { state(index).state = .absent }
    } else {
      try fail(failure, &reader)
    }
    try reader.skipFailedValue(error)
  }

  /// Reads a value with the property's own options, and with the property's name for its issues.
  private func readComposite(
    _ index: Int, isUpdating: Bool, from reader: inout JSONReader
  ) throws(MappingError) {
    let property = property(index)
    let slot = state(index)
    let options = property.declaration.options
    let outer = (reader.scope, reader.coercion)
    let outerProperty = reader.setProperty((plan.details.type, property.name))
    if !reader.isStrict || options.onFailure != nil {
      reader.session?.pointee.optionalProperty = reader.cursor
    }
    if let own = options.coercion { reader.coercion = own }
    if let own = options.onFailure { reader.scope.policy = reader.policy(own) }
    // A nested model returns to the mapper's options.
    if options.altersReading { reader.scope.usesGeneralPath = true }
    defer {
      (reader.scope, reader.coercion) = outer
      _ = reader.setProperty(outerProperty)
    }
    let isNull = reader.nextIsNull
    let wasReplaced = slot.state.isReplaced
    // A value that was assigned stays changed when an update is merged into it.
    let staysChanged =
      isUpdating && !isNull && slot.state.isChanged && property.declaration.mergesUpdates
    let address = base + tables.pointee.fields[index].offset
    if isUpdating, property.wildcardPath == nil {
      try property.declaration.coding.updateField(&reader, address)
    } else {
      try tables.pointee.accesses[borrowed: index].read(&reader, address)
    }
    slot.state = isNull ? .null : .value
    if staysChanged { slot.state.markChanged(isReplaced: wasReplaced) }
  }

  // MARK: Failures

  /// Marks the model as failed, and continues if further failures are to be reported.
  ///
  /// - Throws: the error otherwise.
  @inline(never)
  func fail(_ error: MappingError, _ reader: inout JSONReader) throws(MappingError) {
    guard let general, reader.scope.isReporting else { throw error }
    reader.report(error)
    if general.pointee.failure == nil { general.pointee.failure = error.reported }
  }

  /// Reports `null` in the place of a value, for which the default was kept.
  @inline(never)
  static func reportNull(_ index: Int, _ plan: ModelPlan, _ reader: inout JSONReader) {
    let type = plan.details.properties[index].declaration.valueType
    let error = reader.failure(
      .unexpectedNull, at: reader.cursor - 4, expected: typeName(of: type), found: "null")
    reader.report(plan.named(error, index))
  }
}
