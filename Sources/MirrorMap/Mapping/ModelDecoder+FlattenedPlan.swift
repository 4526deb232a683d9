/// Reading a model together with the structs that are flattened into it; see ``FlattenedPlan``.
extension ModelDecoder {
  /// Reads an object into all properties on the fast path.
  mutating func readWhole(
    _ flattened: Permanent<FlattenedPlan>, from reader: inout JSONReader
  ) throws(MappingError) {
    guard reader.current == .openBrace else { throw notAnObject(&reader) }
    try makeParts(flattened, &reader)
    try readObject(from: &reader)
    finishParts(flattened)
    if !hasSeenAll || rest != nil { try finish(&reader) }
    try completeParts(flattened, &reader)
  }

  /// Assigns new models to the properties that hold flattened ones, to be read into.
  func makeParts(
    _ flattened: Permanent<FlattenedPlan>, _ reader: inout JSONReader
  ) throws(MappingError) {
    let parts = flattened.pointee.parts
    for index in 0..<parts.count {
      let size = parts[borrowed: index].size
      if size > 1024 { try reader.checkStack(for: size) }
      parts[borrowed: index].assign(in: base)
    }
  }

  /// Sets the states of the properties that hold flattened models. An optional one none of whose keys is there becomes
  /// nil.
  mutating func finishParts(_ flattened: Permanent<FlattenedPlan>) {
    let parts = flattened.pointee.parts
    // The properties of the last model that isn't there.
    var absent = 0..<0
    for index in 0..<parts.count {
      let (property, fields) = (parts[borrowed: index].property, parts[borrowed: index].fields)
      guard !absent.contains(property) else { continue }
      guard !tables.pointee.fields[property].isRequired,
        !fields.contains(where: { state($0).state.isDecoded })
      else {
        state(property).state = .value
        continue
      }
      absent = fields
      parts[borrowed: index].clear(in: base)
      state(property).state = .absent
      // Its keys aren't missing.
      for entry in 0..<keys.pointee.soleFields.count
      where fields.contains(keys.pointee.soleFields[entry]) {
        _ = markSeen(entry)
      }
    }
  }

  /// Calls the hooks of the flattened models that are there.
  func completeParts(
    _ flattened: Permanent<FlattenedPlan>, _ reader: inout JSONReader
  ) throws(MappingError) {
    let (parts, completed) = (flattened.pointee.parts, flattened.pointee.completed)
    for number in 0..<completed.count {
      let index = completed[number]
      guard parts[borrowed: index].isSet(in: base) else { continue }
      try Self.callDidDecode(
        parts[borrowed: index].plan, parts[borrowed: index].address(in: base), start, &reader)
    }
  }
}

extension FlattenedPlan {
  /// Whether a new model can be read by this plan.
  func fits(_ base: FieldAddress, _ reader: borrowing JSONReader) -> Bool {
    // The policy of the property around the model isn't the model's.
    guard reader.sharedSession.pointee.scope.isStrict else { return false }
    for index in 0..<parts.count {
      guard parts[borrowed: index].plan.decodesByPlan else { return false }
      // `init()` may have made a model, which stays if all of its keys are absent.
      if !parts[borrowed: index].isInner, parts[borrowed: index].isSet(in: base) { return false }
    }
    return true
  }
}
