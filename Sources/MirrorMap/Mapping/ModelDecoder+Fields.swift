/// Reading values into properties.
extension ModelDecoder {
  /// Reads the value at the cursor into a property, on either path.
  mutating func readField(_ index: Int, from reader: inout JSONReader) throws(MappingError) {
    if let general, general.pointee.merges { return try updateField(index, from: &reader) }
    let (position, depth) = (reader.cursor, reader.remainingDepth)
    do {
      try Self.readValue(index, tables, base, from: &reader)
    } catch {
      (reader.cursor, reader.remainingDepth) = (position, depth)
      try recover(index, from: error, &reader)
    }
  }

  /// Reads the value at the cursor into a property, and sets the property's state.
  ///
  /// A value is complete before it is stored, unless it is a struct inside a struct: no user code reaches the
  /// memory of that.
  @inline(__always)
  static func readValue(
    _ index: Int, _ tables: Permanent<PlanTables>, _ base: FieldAddress,
    from reader: inout JSONReader
  ) throws(MappingError) {
    let field = tables.pointee.fields[index]
    let kind = field.kind
    let address = base + field.offset
    let state = base + field.stateOffset
    if reader.current == .lowerN, try readNull(index, tables, base, from: &reader) {
      state.state = .null
      return
    }
    guard reader.isStrict && !reader.scope.keepsIssues || kind.isScalar else {
      try readLeniently(index, tables, address, from: &reader)
      state.state = .value
      return
    }
    switch kind {
    case .bool, .optionalBool: store(try reader.readBool(), isOptional: kind != .bool, address)
    case .int, .optionalInt: store(try reader.readInt(), isOptional: kind != .int, address)
    case .double, .optionalDouble:
      store(try reader.readDouble(), isOptional: kind != .double, address)
    case .string, .optionalString:
      store(try reader.readString(), isOptional: kind != .string, address)
    case .ints: FieldSlot<[Int]>(address).value = try reader.readInts()
    case .doubles: FieldSlot<[Double]>(address).value = try reader.readDoubles()
    case .strings: FieldSlot<[String]>(address).value = try reader.readStrings()
    case .model: try readModel(index, tables, address, from: &reader)
    case .optionalArray, .other:
      try tables.pointee.accesses[borrowed: index].read(&reader, address)
    }
    state.state = .value
  }

  /// Reads `null` into a property; returns false if `null` is to be read as any other value.
  @inline(__always)
  private static func readNull(
    _ index: Int, _ tables: Permanent<PlanTables>, _ base: FieldAddress,
    from reader: inout JSONReader
  ) throws(MappingError) -> Bool {
    let field = tables.pointee.fields[index]
    let address = base + field.offset
    guard field.acceptsNull else {
      guard field.hasDefault || isInitialized(index, tables, base) else { return false }
      try reader.readLiteral("null")
      if reader.scope.isReporting { reportNull(index, ModelPlan(tables), &reader) }
      return true
    }
    if field.kind.isOptionalScalar {
      try reader.readLiteral("null")
      clearScalar(field.kind, address)
    } else {
      try tables.pointee.accesses[borrowed: index].read(&reader, address)
    }
    return true
  }

  /// Reads a struct that is a model into the property that holds it, once it is known that the model is read
  /// by its plan.
  ///
  /// - Throws: ``MappingError``; the property's value is then incomplete, but so is the model around it.
  @inline(never)
  static func readModel(
    _ index: Int, _ tables: Permanent<PlanTables>, _ address: FieldAddress,
    from reader: inout JSONReader
  ) throws(MappingError) {
    guard let plan = try planInPlace(index, tables, reader) else {
      return try tables.pointee.accesses[borrowed: index].read(&reader, address)
    }
    let size = tables.pointee.nested[borrowed: index].size
    if size > 1024 { try reader.checkStack(for: size) }
    tables.pointee.nested[borrowed: index].assign(address)
    try decode(plan, into: address, from: &reader)
  }

  /// The plan of the struct in a property, if the next value can be read into it in place.
  @inline(__always)
  static func planInPlace(
    _ index: Int, _ tables: Permanent<PlanTables>, _ reader: borrowing JSONReader
  ) throws(MappingError) -> ModelPlan? {
    guard reader.current == .openBrace,
      let plan = try tables.pointee.nested[borrowed: index].plan, plan.decodesByPlan
    else { return nil }
    return plan
  }
}
