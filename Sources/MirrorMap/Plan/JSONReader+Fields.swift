/// Reading values into fields.
extension JSONReader {
  /// Reads the value at the cursor into a field.
  @inline(__always)
  mutating func readField(
    _ index: Int, _ reading: inout ModelReading
  ) throws(MappingError) {
    let position = cursor
    do {
      try readValue(index, reading)
      if reading.isUpdating { reading.care.updated.append(index) }
    } catch {
      cursor = position
      try recover(from: error, index, &reading)
    }
  }

  @inline(__always)
  private mutating func readValue(
    _ index: Int, _ reading: borrowing ModelReading
  ) throws(MappingError) {
    let field = reading.tables.pointee.fields + index
    let address = reading.base + field.pointee.offset
    let state = FieldStateSlot(reading.base + field.pointee.stateOffset)
    if cursor < end, cursor.pointee == .lowerN {
      if reading.isUpdating, try updateWithNull(index, reading) { return }
      if try readNull(index, field.pointee, address, reading) {
        state.state = .null
        return
      }
    }
    switch field.pointee.kind {
    case .bool: FieldSlot<Bool>(address).value = try readBool()
    case .int: FieldSlot<Int>(address).value = try readInt()
    case .double: FieldSlot<Double>(address).value = try readDouble()
    case .string: FieldSlot<String>(address).value = try readString()
    case .optionalBool: FieldSlot<Bool?>(address).value = .some(try readBool())
    case .optionalInt: FieldSlot<Int?>(address).value = .some(try readInt())
    case .optionalDouble: FieldSlot<Double?>(address).value = .some(try readDouble())
    case .optionalString: FieldSlot<String?>(address).value = .some(try readString())
    case .other:
      guard !reading.needsCare else { return try readCarefully(index, address, state, reading) }
      try reading.readings[index](&self, address)
    }
    state.state = .value
  }

  /// Reads `null` into a field.
  ///
  /// - Returns: false if something else is there after all.
  @inline(__always)
  private mutating func readNull(
    _ index: Int, _ field: PlannedField, _ address: UnsafeMutableRawPointer,
    _ reading: borrowing ModelReading
  ) throws(MappingError) -> Bool {
    guard field.acceptsNull else {
      guard field.hasDefault || isInitialised(index, copy reading) else { return false }
      try readLiteral("null")
      if scope.isReporting { reportNull(index, reading.plan) }
      return true
    }
    switch field.kind {
    case .optionalBool:
      try readLiteral("null")
      FieldSlot<Bool?>(address).value = .some(nil)
    case .optionalInt:
      try readLiteral("null")
      FieldSlot<Int?>(address).value = .some(nil)
    case .optionalDouble:
      try readLiteral("null")
      FieldSlot<Double?>(address).value = .some(nil)
    case .optionalString:
      try readLiteral("null")
      FieldSlot<String?>(address).value = .some(nil)
    default:
      try reading.readings[index](&self, address)
    }
    return true
  }

  /// Tells that `null` was there where a value belongs, and the default was kept.
  @inline(never)
  private mutating func reportNull(_ index: Int, _ plan: ModelPlan) {
    let type = plan.details.properties[index].declaration.valueType
    let position = cursor - 4
    report(
      named(
        failure(.unexpectedNull, at: position, expected: "\(type)", found: "null"), plan, index))
  }
}

// MARK: - Failures and special cases

extension JSONReader {
  /// Goes on after the failure of a field, at the value of which the reader stands, if its policy and
  /// the mapper's let it.
  ///
  /// - Throws: the error, if it is not stopped here.
  @inline(never)
  private mutating func recover(
    from error: MappingError, _ index: Int, _ reading: inout ModelReading
  ) throws(MappingError) {
    var failure = named(error, reading.plan, index)
    if reading.isUpdating {
      let names = reading.care.updated.map { reading.property($0).name }
      let prefix = reading.property(index).name + "."
      failure.details.updated = names + failure.details.updated.map { prefix + $0 }
    }
    guard failure.code.isRecoverable else { throw failure }
    let field = reading.tables.pointee.fields[index]
    let declared = reading.plan.details.properties[index].declaration.options.onFailure
    if declared ?? scope.policy != .strict, !field.isRequired || isInitialised(index, reading) {
      report(failure)
      try skipFailed()
      if !reading.isUpdating {
        FieldStateSlot(reading.base + field.stateOffset).state = .absent
      }
    } else {
      try fail(failure, &reading)
      try skipFailed()
    }
  }

  /// Notes that a model has failed, and goes on if others of its failures are to be told.
  ///
  /// - Throws: the error, if nobody wants to know more.
  @inline(never)
  mutating func fail(_ error: MappingError, _ reading: inout ModelReading) throws(MappingError) {
    guard scope.isReporting else { throw error }
    report(error)
    if reading.care.failure == nil { reading.care.failure = error.reported }
  }

  /// Reads a value into a field of a model that needs care: in the property's own way, and with the
  /// property's name for its issues.
  @inline(never)
  private mutating func readCarefully(
    _ index: Int, _ address: UnsafeMutableRawPointer, _ state: FieldStateSlot,
    _ reading: borrowing ModelReading
  ) throws(MappingError) {
    let position = cursor
    let options = reading.plan.details.properties[index].declaration.options
    let outer = (scope, coercion)
    let outerProperty = sharedSession?.pointee.property
    sharedSession?.pointee.property = (reading.plan, index)
    sharedSession?.pointee.passedOver = nil
    if let own = options.coercion { coercion = own }
    if let own = options.onFailure { scope.policy = own }
    // A nested model goes back to what the mapper says.
    if options.altersReading { scope.needsCare = true }
    defer {
      (scope, coercion) = outer
      sharedSession?.pointee.property = outerProperty
    }
    try reading.readings[index](&self, address)
    let isPassedOver = sharedSession?.pointee.passedOver == position
    if !(isPassedOver && reading.isUpdating) { state.state = isPassedOver ? .absent : .value }
  }

  /// Deals with `null` in an update where it does not mean what it means otherwise.
  ///
  /// - Returns: false if it does.
  @inline(never)
  private mutating func updateWithNull(
    _ index: Int, _ reading: borrowing ModelReading
  ) throws(MappingError) -> Bool {
    let rules = MappingSession.behind(session).pointee.update
    let declaration = reading.plan.details.properties[index].declaration
    let field = reading.tables.pointee.fields[index]
    if rules.keepsNulls, declaration.isOptional {
      try decodeNull()
      return true
    }
    guard rules.isMergePatch, declaration.hasDefault else { return false }
    try decodeNull()
    let address = reading.base + field.offset
    reading.plan.details.withPrototype { declaration.copy(address, $0 + field.offset) }
    FieldStateSlot(reading.base + field.stateOffset).state = .absent
    return true
  }
}
