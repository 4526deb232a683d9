/// Reading a model together with the structs that are flattened into it; see ``FlattenedPlan``.
extension ModelDecoder {
  /// Reads an object into all properties, once the flattened structs are there to be read into.
  mutating func readWhole(
    _ flattened: FlattenedPlan, from reader: inout JSONReader
  ) throws(MappingError) {
    let parts = flattened.parts
    for index in 0..<parts.count {
      let part = parts[index]
      if part.access.size > 1024 { try reader.checkStack(for: part.access.size) }
      part.access.assign(base + tables.pointee.fields[part.property].offset)
    }
    guard reader.current == .openBrace else {
      throw reader.mismatch("an object for \(plan.details.name)")
    }
    try readObject(from: &reader)
    for index in 0..<parts.count { finishFlattened(parts[index]) }
    if !hasSeenAll || rest != nil { try finish(&reader) }
  }

  /// Sets the state of a property that holds a flattened struct. An optional one none of whose keys is there becomes
  /// nil.
  private mutating func finishFlattened(_ part: FlattenedPlan.Part) {
    let field = tables.pointee.fields[part.property]
    guard !field.isRequired, !part.fields.contains(where: { state($0).state.isDecoded }) else {
      state(part.property).state = .value
      return
    }
    // Its keys aren't missing.
    for entry in 0..<keys.pointee.soleFields.count
    where part.fields.contains(keys.pointee.soleFields[entry]) {
      _ = markSeen(entry)
    }
    _ = declaration(part.property).coding.clearField(base + field.offset)
    state(part.property).state = .absent
  }
}

extension FlattenedPlan {
  /// Whether a new model can be read by this plan.
  func fits(_ base: FieldAddress, _ reader: borrowing JSONReader) -> Bool {
    guard reader.isStrict else { return false }
    for index in 0..<parts.count {
      let address = base + whole.tables.pointee.fields[parts[index].property].offset
      // `init()` may have made a model, which stays if all of its keys are absent.
      guard parts[index].plan.decodesByPlan, parts[index].access.locate(address) == nil else {
        return false
      }
    }
    return true
  }
}
