/// Reading a model together with the structs that are flattened into it; see ``FlattenedPlan``.
extension ModelDecoder {
  /// Assigns new models to the properties that hold flattened ones, if these can be read together with their model.
  ///
  /// - Returns: the plan by which they are read; nil, with nothing assigned, if each is read alone.
  static func makeParts(
    of plan: ModelPlan, in base: FieldAddress, _ reader: inout JSONReader
  ) throws(MappingError) -> Permanent<FlattenedPlan>? {
    guard let flattened = plan.tables.pointee.flattened.load(), reader.current == .openBrace,
      // The policy of the property around the model isn't the model's.
      reader.sharedSession.pointee.scope.isStrict,
      try flattened.pointee.hasSoleKeys(reader.scope.strategy)
    else { return nil }
    let parts = flattened.pointee.parts
    for index in 0..<parts.count where !parts[borrowed: index].plan.decodesByPlan { return nil }
    for index in 0..<parts.count {
      // `init()` may have made a model, which stays if all of its keys are absent.
      guard !parts[borrowed: index].isSet(in: base) else {
        for made in (0..<index).reversed() { flattened.pointee.unmakePart(made, in: base) }
        return nil
      }
      // A model's `init()` may decode the model around it.
      try reader.checkStack(for: parts[borrowed: index].size)
      parts[borrowed: index].assign(in: base)
    }
    return flattened
  }

  /// Reads an object into all properties on the fast path.
  mutating func readWhole(
    _ flattened: Permanent<FlattenedPlan>, from reader: inout JSONReader
  ) throws(MappingError) {
    try readObject(from: &reader)
    finishParts(flattened)
    if !hasSeenAll || rest != nil { try finish(&reader) }
    try completeParts(flattened, &reader)
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
  /// Whether each property of a flattened model has a key of its own, and no others: two names can be one key under a
  /// strategy.
  fileprivate func hasSoleKeys(_ strategy: Int32) throws(MappingError) -> Bool {
    let others = try whole.keys(strategy).pointee.fieldsWithAlternatives
    return others.isEmpty || others[others.count - 1] < parts[0].fields.lowerBound
  }

  /// Makes a property as it was before a model was assigned.
  fileprivate func unmakePart(_ index: Int, in base: FieldAddress) {
    let part = parts[index]
    if whole.tables.pointee.fields[part.property].isRequired {
      let coding = whole.details.properties[part.property].declaration.coding
      coding.unsetField(base + part.offset)
    } else {
      part.access.clear?(base + part.offset)
    }
  }
}
