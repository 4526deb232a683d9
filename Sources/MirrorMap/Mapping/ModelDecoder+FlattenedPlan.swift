/// Reading a model together with the structs that are flattened into it; see ``FlattenedPlan``.
extension ModelDecoder {
  /// Reads an object into all properties, once the flattened structs are there to be read into.
  mutating func readWhole(
    _ flattened: FlattenedPlan, from reader: inout JSONReader
  ) throws(MappingError) {
    let parts = flattened.parts
    for index in 0..<parts.count {
      let size = parts[borrowed: index].size
      if size > 1024 { try reader.checkStack(for: size) }
      parts[borrowed: index].assign(in: base)
    }
    guard reader.current == .openBrace else { throw notAnObject(&reader) }
    try readObject(from: &reader)
    for index in 0..<parts.count {
      finishFlattened(parts[borrowed: index].property, parts[borrowed: index].fields)
    }
    if !hasSeenAll || rest != nil { try finish(&reader) }
  }

  /// Sets the state of a property that holds a flattened struct. An optional one none of whose keys is there becomes
  /// nil.
  private mutating func finishFlattened(_ property: Int, _ fields: Range<Int>) {
    let field = tables.pointee.fields[property]
    guard !field.isRequired, !fields.contains(where: { state($0).state.isDecoded }) else {
      state(property).state = .value
      return
    }
    // Its keys aren't missing.
    for entry in 0..<keys.pointee.soleFields.count
    where fields.contains(keys.pointee.soleFields[entry]) {
      _ = markSeen(entry)
    }
    _ = declaration(property).coding.clearField(base + field.offset)
    state(property).state = .absent
  }
}

extension FlattenedPlan {
  /// Whether a new model can be read by this plan.
  func fits(_ base: FieldAddress, _ reader: borrowing JSONReader) -> Bool {
    // The policy of the property around the model isn't the model's.
    guard reader.sharedSession.pointee.scope.isStrict else { return false }
    for index in 0..<parts.count {
      // `init()` may have made a model, which stays if all of its keys are absent.
      if !parts[borrowed: index].plan.decodesByPlan || parts[borrowed: index].isSet(in: base) {
        return false
      }
    }
    return true
  }
}
