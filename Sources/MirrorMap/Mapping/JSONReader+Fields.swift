/// Reading values into fields.
extension JSONReader {
  /// Reads the value at the cursor into a field.
  mutating func readField(_ index: Int, _ reading: ModelReading) throws(MappingError) {
    if let care = reading.care {
      try readField(index, reading, care)
    } else {
      try readOrdinaryField(index, reading.target)
    }
  }

  /// Reads the value at the cursor into a field of a model that needs no care.
  @inline(__always)
  mutating func readOrdinaryField(
    _ index: Int, _ target: ModelTarget
  ) throws(MappingError) {
    do {
      try readValue(index, target)
    } catch {
      throw named(error, target.plan, index)
    }
  }

  @inline(__always)
  mutating func readValue(
    _ index: Int, _ target: ModelTarget
  ) throws(MappingError) {
    let field = target.tables.pointee.fields[index]
    let address = target.base + field.offset
    let state = target.base + field.stateOffset
    if current == .lowerN {
      if try readNull(index, field, address, target) {
        state.state = .null
        return
      }
    }
    switch field.kind {
    case .bool: FieldSlot<Bool>(address).value = try readBool()
    case .int: FieldSlot<Int>(address).value = try readInt()
    case .double: FieldSlot<Double>(address).value = try readDouble()
    case .string: FieldSlot<String>(address).value = try readString()
    case .optionalBool: FieldSlot<Bool?>(address).value = .some(try readBool())
    case .optionalInt: FieldSlot<Int?>(address).value = .some(try readInt())
    case .optionalDouble: FieldSlot<Double?>(address).value = .some(try readDouble())
    case .optionalString: FieldSlot<String?>(address).value = .some(try readString())
    case .ints: FieldSlot<[Int]>(address).value = try readInts()
    case .doubles: FieldSlot<[Double]>(address).value = try readDoubles()
    case .strings: FieldSlot<[String]>(address).value = try readStrings()
    case .model: try readNested(index, address, target)
    case .other: try target.tables.pointee.readings[borrowed: index].run(&self, address)
    }
    state.state = .value
  }

  /// Reads `null` into a field.
  ///
  /// - Returns: false if something else is there after all.
  @inline(__always)
  private mutating func readNull(
    _ index: Int, _ field: PlannedField, _ address: FieldAddress,
    _ target: ModelTarget
  ) throws(MappingError) -> Bool {
    guard field.acceptsNull else {
      guard field.hasDefault || isInitialised(index, target) else { return false }
      try readLiteral("null")
      if scope.isReporting { reportNull(index, target.plan) }
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
      try target.tables.pointee.readings[borrowed: index].run(&self, address)
    }
    return true
  }
}
