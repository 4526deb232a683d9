/// Keys that no property asks for, in models to which they matter.
extension JSONReader {
  /// Deals with a member that no property asks for, at the value of which the reader stands.
  @inline(never)
  mutating func passUnknown(
    _ keyStart: UnsafePointer<UInt8>, _ node: KeyNode, _ reading: ModelReading,
    _ care: UnsafeMutablePointer<CarefulReading>
  ) throws(MappingError) {
    let minds = care.pointee.minds
    guard minds != .nothing else { return try skipValue() }
    cursor = keyStart
    let key = try readKey()
    let path = node.path.pointee
    if path.isEmpty, isKnown(key, reading, care) || minds.contains(.isInside) {
      return try skipValue()
    }
    if minds.contains(.keeps) {
      guard care.pointee.arrayDepth == 0 else { return try skipValue() }
      return try keep(path + [key], keyStart, reading, care)
    }
    if minds.contains(.judges) { try judge(keyStart, reading.plan) }
    try skipValue()
  }

  /// Whether a key on the model's own level belongs to a flattened model, or to what reads the model.
  private func isKnown(
    _ key: String, _ reading: ModelReading, _ care: UnsafeMutablePointer<CarefulReading>
  ) -> Bool {
    if care.pointee.minds.contains(.flattens) {
      let bytes = KeyBytes(reading.keys.pointee.ignoresCase ? key.lowercased() : key)
      for (index, keys) in reading.keys.pointee.model.flattened where keys.contains(bytes) {
        care.pointee.seenModels.insert(index)
        return true
      }
    }
    guard let known = notes?.knownKeys else { return false }
    return known.contains { $0.start == care.pointee.start && $0.key.utf8.elementsEqual(key.utf8) }
  }

  /// Throws or reports, as the mapper says.
  private mutating func judge(
    _ keyStart: UnsafePointer<UInt8>, _ plan: ModelPlan
  ) throws(MappingError) {
    let error = named(failure(.unknownKey, at: keyStart), plan)
    if scope.unknownKeys == .reject, isStrict { throw error }
    report(error)
  }

  /// Calls a body that reads the object at the cursor, in which a key is known beside those of its
  /// model.
  @usableFromInline
  mutating func withKnownKey<R>(
    _ key: String, _ body: (inout JSONReader) throws(MappingError) -> R
  ) throws(MappingError) -> R {
    guard let notes else { return try body(&self) }
    notes.knownKeys.append((cursor, key))
    defer { notes.knownKeys.removeLast() }
    return try body(&self)
  }

  // MARK: Extras

  /// Keeps the value at the cursor.
  private mutating func keep(
    _ path: [String], _ keyStart: UnsafePointer<UInt8>, _ reading: ModelReading,
    _ care: UnsafeMutablePointer<CarefulReading>
  ) throws(MappingError) {
    if care.pointee.extras.holds(path[...]), try !replacesDuplicate(at: keyStart, reading) {
      return try skipValue()
    }
    care.pointee.extras.set(try decode(JSONValue.self), at: path[...])
  }

  /// Deals with a value that key paths lead through although it is neither object nor array.
  @inline(never)
  mutating func passOverlooked(
    _ node: UnsafePointer<KeyNode>, _ care: UnsafeMutablePointer<CarefulReading>
  ) throws(MappingError) {
    guard care.pointee.minds.contains(.keeps), care.pointee.arrayDepth == 0 else {
      return try skipValue()
    }
    care.pointee.extras.set(try decode(JSONValue.self), at: node.pointee.path.pointee[...])
  }

  /// Puts what was kept into the model.
  func storeExtras(_ extras: JSONObject, _ reading: ModelReading) {
    guard let index = reading.plan.details.properties.firstIndex(where: \.holdsExtras) else {
      return
    }
    let field = reading.tables.pointee.fields[index]
    let address = reading.base + field.offset
    let declaration = reading.plan.details.properties[index].declaration
    declaration.storeExtras?(extras, address)
    FieldStateSlot(reading.base + field.stateOffset).state = .value
  }
}

extension JSONObject {
  /// Whether there is a value at a path of keys.
  fileprivate func holds(_ path: ArraySlice<String>) -> Bool {
    guard let key = path.first, let value = self[key] else { return false }
    return path.count == 1 || value.object?.holds(path.dropFirst()) == true
  }

  /// Sets the value at a path of keys, with objects on the way.
  fileprivate mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
    guard let key = path.first else { return }
    guard path.count > 1 else {
      self[key] = value
      return
    }
    var inner = self[key]?.object ?? JSONObject()
    inner.set(value, at: path.dropFirst())
    self[key] = .object(inner)
  }
}
