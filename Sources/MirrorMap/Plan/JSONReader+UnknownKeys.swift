/// Keys that no property asks for, in models to which they matter.
extension JSONReader {
  /// Deals with a member that no property asks for, at the value of which the reader stands.
  @inline(never)
  mutating func passUnknown(
    _ keyStart: UnsafePointer<UInt8>, _ node: KeyNode, _ reading: ModelReading,
    _ care: UnsafeMutablePointer<CarefulReading>
  ) throws(MappingError) {
    let minds = care.pointee.minds
    guard minds != .nothing, !node.isTaken else { return try skipValue() }
    cursor = keyStart
    let key = try readKey()
    let path = node.path.pointee
    if path.isEmpty, isKnown(key, reading, care) || minds.contains(.visits) {
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
      for (index, keys) in reading.keys.pointee.model.flattened where keys.contains(key) {
        care.pointee.seenModels.insert(index)
        if care.pointee.isUpdating, removesNulls { noteRemoval(of: key, index, reading, care) }
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
    let value = try decode(JSONValue.self)
    care.pointee.extras.set(value, at: path[...])
    care.pointee.overlooked.append(.init(path: path, value: value))
  }

  /// Deals with a value that key paths lead through although it is neither object nor array.
  @inline(never)
  mutating func passOverlooked(
    _ node: UnsafePointer<KeyNode>, _ reading: ModelReading,
    _ care: UnsafeMutablePointer<CarefulReading>
  ) throws(MappingError) {
    if care.pointee.isUpdating, removesNulls, nextIsNull {
      try removeMembers(node.pointee, reading)
      if care.pointee.minds.contains(.keeps), care.pointee.arrayDepth == 0 {
        care.pointee.overlooked.append(.init(path: node.pointee.path.pointee, value: .null))
      }
    }
    let isKept = care.pointee.minds.contains(.keeps) && !node.pointee.isTaken
    guard isKept, care.pointee.arrayDepth == 0 else { return try skipValue() }
    keepLevel(try decode(JSONValue.self), node.pointee, care)
  }

  /// Reads the `null` at the cursor, which removes an object that key paths lead through, into all
  /// fields behind it.
  private mutating func removeMembers(
    _ node: KeyNode, _ reading: ModelReading
  ) throws(MappingError) {
    let position = cursor
    for entry in UnsafeBufferPointer(start: node.entries, count: node.count) {
      var fields = entry.field < 0 ? [] : [entry.field]
      if let detail = entry.detail?.pointee {
        fields += UnsafeBufferPointer(start: detail.candidates, count: detail.candidateCount)
          .filter { $0.rank == 0 }.map(\.field)
        if let child = detail.child { try removeMembers(child.pointee, reading) }
      }
      for field in fields {
        try readField(field, reading)
        cursor = position
      }
    }
  }

  /// Keeps an object that key paths lead through, and in which there is nothing.
  @inline(never)
  func passEmpty(_ node: KeyNode, _ care: UnsafeMutablePointer<CarefulReading>) {
    guard care.pointee.minds.contains(.keeps), !node.isTaken, care.pointee.arrayDepth == 0,
      !node.path.pointee.isEmpty
    else { return }
    keepLevel(.object(JSONObject()), node, care)
  }

  private func keepLevel(
    _ value: JSONValue, _ node: KeyNode, _ care: UnsafeMutablePointer<CarefulReading>
  ) {
    let path = node.path.pointee
    care.pointee.extras.set(value, at: path[...])
    care.pointee.overlooked.append(.init(path: path, value: value, isLevel: true))
  }

  /// Puts what was kept into the model; in an update, into what it has already.
  func storeExtras(_ care: UnsafeMutablePointer<CarefulReading>, _ reading: ModelReading) {
    guard let index = reading.plan.details.properties.firstIndex(where: \.holdsExtras) else {
      return
    }
    let field = reading.tables.pointee.fields[index]
    let address = reading.base + field.offset
    let declaration = reading.plan.details.properties[index].declaration
    var extras = care.pointee.extras
    if care.pointee.isUpdating {
      guard !care.pointee.overlooked.isEmpty else { return }
      extras = declaration.extras?(address) ?? JSONObject()
      for member in care.pointee.overlooked where !member.isLevel {
        extras.update(member.value, at: member.path[...], removingNulls: removesNulls)
      }
    }
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
  mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
    update(value, at: path, removingNulls: false)
  }

  /// The same, or applies it as a merge patch to what is there.
  fileprivate mutating func update(
    _ value: JSONValue, at path: ArraySlice<String>, removingNulls: Bool
  ) {
    guard let key = path.first else { return }
    guard path.count > 1 else {
      if removingNulls {
        patch(value, forKey: key)
      } else {
        self[key] = value
      }
      return
    }
    var inner = self[key]?.object ?? JSONObject()
    // Not to be copied, it has to be in one place only.
    self[key] = .null
    inner.update(value, at: path.dropFirst(), removingNulls: removingNulls)
    self[key] = .object(inner)
  }

  private mutating func patch(_ value: JSONValue, forKey key: String) {
    if value.isNull {
      removeValue(forKey: key)
    } else {
      self[key] = (self[key] ?? .null).applying(mergePatch: value)
    }
  }
}
