/// Reading models that are flattened into others; see ``Flattened``.
extension JSONReader {
  /// Stores what no property has asked for, or hands it to the model that this one is flattened into.
  func keepOverlooked(
    _ reading: ModelReading, _ care: UnsafeMutablePointer<CarefulReading>
  ) {
    if care.pointee.minds.contains(.visits) {
      notes?.overlooked?.append(contentsOf: care.pointee.overlooked)
    } else {
      storeExtras(care, reading)
    }
  }

  /// Reads the models whose keys are on this level, each from the object that has just been read.
  mutating func readFlattened(
    _ reading: ModelReading, _ care: UnsafeMutablePointer<CarefulReading>
  ) throws(MappingError) {
    let behind = cursor
    let flattened = reading.keys.pointee.model.flattened
    guard !flattened.isEmpty else { return }
    let minds = care.pointee.minds
    let outer = notes?.overlooked
    if !minds.contains(.visits) { notes?.overlooked = minds.contains(.keeps) ? [] : nil }
    defer { if !minds.contains(.visits) { notes?.overlooked = outer } }
    for index in flattened.keys.sorted() {
      let field = reading.tables.pointee.fields[index]
      let isUpdating = care.pointee.isUpdating
      if !care.pointee.seenModels.contains(index),
        !field.isRequired || isUpdating || isInitialised(index, reading)
      {
        if !isUpdating { FieldStateSlot(reading.base + field.stateOffset).state = .absent }
        continue
      }
      if try isRemoved(index, reading, care) {
        let declaration = reading.plan.details.properties[index].declaration
        let address = reading.base + field.offset
        reading.plan.details.withPrototype { declaration.copy(address, $0 + field.offset) }
        FieldStateSlot(reading.base + field.stateOffset).state = .absent
        // What was kept beside its members goes as well.
        for key in care.pointee.removedKeys[index] ?? [] {
          care.pointee.overlooked.append(.init(path: [key], value: .null))
        }
        continue
      }
      cursor = care.pointee.start
      let outer = scope
      scope.isFlattened = true
      scope.needsCare = true
      defer { scope = outer }
      try readField(index, reading)
    }
    cursor = behind
    guard !minds.contains(.visits), let overlooked = notes?.overlooked else { return }
    care.pointee.overlooked += overlooked
    for member in overlooked { care.pointee.extras.set(member.value, at: member.path[...]) }
  }

  // MARK: Merge patches

  /// Notes whether a merge patch removes a key of a flattened model, or sets it.
  func noteRemoval(
    of key: String, _ index: Int, _ reading: ModelReading,
    _ care: UnsafeMutablePointer<CarefulReading>
  ) {
    guard nextIsNull else {
      care.pointee.patchedModels.insert(index)
      return
    }
    let key = reading.keys.pointee.ignoresCase ? key.lowercased() : key
    care.pointee.removedKeys[index, default: []].insert(key)
  }

  /// Whether a merge patch leaves nothing of a flattened model that may be missing.
  private func isRemoved(
    _ index: Int, _ reading: ModelReading, _ care: UnsafeMutablePointer<CarefulReading>
  ) throws(MappingError) -> Bool {
    let field = reading.tables.pointee.fields[index]
    guard let removed = care.pointee.removedKeys[index], !field.isRequired,
      !care.pointee.patchedModels.contains(index)
    else { return false }
    var writer = JSONWriter(session: session)
    writer.scope.strategy = scope.strategy
    let declaration = reading.plan.details.properties[index].declaration
    guard try declaration.write(&writer, reading.base + field.offset) == .written else {
      return true
    }
    let written = try JSONValue(rereading: UnsafeRawBufferPointer(rebasing: writer.written[...]))
    let ignoresCase = reading.keys.pointee.ignoresCase
    return written.object?.keys.allSatisfy {
      removed.contains(ignoresCase ? $0.lowercased() : $0)
    } ?? false
  }
}
