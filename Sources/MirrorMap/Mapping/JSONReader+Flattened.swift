/// Reading models that are flattened into others; see ``Flattened``.
extension JSONReader {
  /// Stores what no property has asked for, or hands it to the model that this one is flattened into.
  func keepOverlooked(
    _ reading: ModelReading, _ care: Lent<CarefulReading>
  ) {
    if care.pointee.minds.contains(.visits) {
      for (key, value) in care.pointee.extras { notes?.overlooked?[key] = value }
    } else {
      storeExtras(care, reading)
    }
  }

  /// Reads the models whose keys are on this level, each from the object that has just been read.
  mutating func readFlattened(
    _ reading: ModelReading, _ care: Lent<CarefulReading>
  ) throws(MappingError) {
    let behind = cursor
    let flattened = reading.keys.pointee.model.flattened
    guard !flattened.isEmpty else { return }
    let minds = care.pointee.minds
    let outer = notes?.overlooked
    if !minds.contains(.visits) { notes?.overlooked = minds.contains(.keeps) ? JSONObject() : nil }
    defer { if !minds.contains(.visits) { notes?.overlooked = outer } }
    for index in flattened.keys.sorted() {
      let field = reading.tables.pointee.fields[index]
      let isUpdating = care.pointee.isUpdating
      if !care.pointee.seenModels.contains(index),
        !field.isRequired || isUpdating || isInitialised(index, reading.target)
      {
        if !isUpdating { (reading.base + field.stateOffset).state = .absent }
        continue
      }
      if isUpdating, removesNulls, try removesModel(index, reading, care) {
        removeValue(index, reading)
        care.pointee.updated.append(index)
        if minds.contains(.keeps) { removeOverlooked(index, reading, care) }
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
    for (key, value) in overlooked { care.pointee.extras[key] = value }
  }

  /// Lets a patch that removes a flattened model remove what was kept beside its members as well.
  private func removeOverlooked(
    _ index: Int, _ reading: ModelReading, _ care: Lent<CarefulReading>
  ) {
    let keys = reading.keys.pointee.model.flattened[index]
    for removed in care.pointee.removedKeys where keys?.contains(removed.key) == true {
      care.pointee.extras[removed.key] = .null
    }
  }
}
