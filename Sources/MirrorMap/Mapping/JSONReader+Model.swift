extension JSONReader {
  /// Reads an object into the fields of a model that has just been initialised.
  ///
  /// - Parameters:
  ///   - plan: the model's plan.
  ///   - base: where the offsets of the plan's fields count from.
  @usableFromInline
  mutating func readModel(
    _ plan: ModelPlan, into base: FieldAddress
  ) throws(MappingError) {
    guard !plan.tables.pointee.needsCare, !scope.needsCare else {
      return try readCarefully(plan, into: base, isUpdating: false)
    }
    let start = cursor
    guard current == .openBrace else { throw mismatch("an object for \(plan.details.name)") }
    var reading = ModelReading(plan, plan.tables.pointee.keys, base)
    try readMembers(&reading)
    // Mostly no key was absent.
    if !reading.hasSeenAll { try settle(start, reading) }
  }

  /// Reads an object's members, each into the field that its key leads to.
  @inline(__always)
  mutating func readMembers(_ reading: inout ModelReading) throws(MappingError) {
    let start = cursor
    try readMembers(reading.keys.pointee.root, &reading)
    if !reading.keys.pointee.rivalFields.isEmpty { try readFinds(&reading, start) }
  }

  /// Deals with the fields whose key was absent from an object that has been read.
  @inline(__always)
  mutating func settle(
    _ start: BytePointer, _ reading: ModelReading
  ) throws(MappingError) {
    for word in 0..<reading.keys.pointee.wordCount {
      var unseen = reading.keys.pointee.soleEntries[word] & ~reading.seenWord(word)
      while unseen != 0 {
        let entry = word &* 64 &+ unseen.trailingZeroBitCount
        unseen &= unseen &- 1
        try settleAbsent(reading.keys.pointee.soleFields[entry], start, reading)
      }
    }
  }

  @inline(__always)
  mutating func settleAbsent(
    _ index: Int, _ start: BytePointer, _ reading: ModelReading
  ) throws(MappingError) {
    let field = reading.tables.pointee.fields[index]
    if field.isRequired, !isInitialised(index, reading.target) {
      try fail(missing(index, start, reading), reading)
    }
    // What init() assigned is a default, not a change.
    (reading.base + field.stateOffset).state = .absent
  }

  /// Whether `init()` has given a value to a property that is declared without one.
  @inline(never)
  func isInitialised(_ index: Int, _ target: ModelTarget) -> Bool {
    let field = target.tables.pointee.fields[index]
    let state = (target.base + field.stateOffset).state
    return !state.isDecoded
      && target.plan.details.properties[index].declaration.rare.isSet(target.base + field.offset)
  }

  @inline(never)
  private func missing(
    _ index: Int, _ start: BytePointer, _ reading: ModelReading
  ) -> MappingError {
    let property = reading.property(index)
    var error = failure(
      .missingKey, at: start, expected: typeName(of: property.declaration.valueType))
    error.details.missing = JSONPath(keyPath: property.paths[0]).components
    return named(error, reading.plan, index)
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
