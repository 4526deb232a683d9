extension JSONReader {
  /// Reads an object into the fields of a model that has just been initialised.
  ///
  /// - Parameters:
  ///   - plan: the model's plan.
  ///   - base: where the offsets of the plan's fields count from.
  @usableFromInline
  mutating func readModel(
    _ plan: ModelPlan, into base: UnsafeMutableRawPointer
  ) throws(MappingError) {
    let tables = plan.tables
    let start = cursor
    guard current == .openBrace else { throw mismatch("an object for \(plan.details.name)") }
    var reading = ModelReading(plan, base)
    try readMembers(tables.pointee.keys, &reading)
    if !tables.pointee.rivalFields.isEmpty { try readFinds(&reading, start) }
    for word in 0..<tables.pointee.wordCount {
      let unseen = tables.pointee.soleEntries[word] & ~reading.seenWord(word)
      if unseen != 0 { try settle(unseen, word, start, reading) }
    }
  }

  /// Deals with fields whose key was absent.
  @inline(__always)
  private func settle(
    _ unseen: UInt64, _ word: Int, _ start: UnsafePointer<UInt8>, _ reading: ModelReading
  ) throws(MappingError) {
    var unseen = unseen
    while unseen != 0 {
      let field = reading.tables.pointee.soleFields[word &* 64 &+ unseen.trailingZeroBitCount]
      unseen &= unseen &- 1
      try settleAbsent(field, start, reading)
    }
  }

  @inline(__always)
  func settleAbsent(
    _ index: Int, _ start: UnsafePointer<UInt8>, _ reading: ModelReading
  ) throws(MappingError) {
    let field = reading.tables.pointee.fields[index]
    if field.isRequired, !isInitialised(index, reading) {
      throw missing(index, start, reading.plan)
    }
    // What init() assigned is a default, not a change.
    FieldStateSlot(reading.base + field.stateOffset).state = .absent
  }

  /// Whether `init()` has given a value to a property that is declared without one.
  @inline(never)
  func isInitialised(_ index: Int, _ reading: ModelReading) -> Bool {
    let field = reading.tables.pointee.fields[index]
    let state = FieldStateSlot(reading.base + field.stateOffset).state
    return !state.isDecoded
      && reading.plan.details.properties[index].declaration.isSet(reading.base + field.offset)
  }

  @inline(never)
  private func missing(
    _ index: Int, _ start: UnsafePointer<UInt8>, _ plan: ModelPlan
  ) -> MappingError {
    let property = plan.details.properties[index]
    var error = failure(.missingKey, at: start, expected: "\(property.declaration.valueType)")
    error.details.missing = JSONPath(keyPath: property.paths[0]).components
    return named(error, plan, index)
  }

  /// Adds model and property to an error, unless a model further inside has done so.
  @inline(never)
  func named(_ error: MappingError, _ plan: ModelPlan, _ field: Int? = nil) -> MappingError {
    guard error.model == nil, !error.code.isSyntax else { return error }
    var named = error
    named.details.model = plan.details.name
    named.details.property = field.map { plan.details.properties[$0].name }
    return named
  }
}
