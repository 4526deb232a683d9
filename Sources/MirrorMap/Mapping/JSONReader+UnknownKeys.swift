/// Keys that no property asks for, in models to which they matter.
extension JSONReader {
  /// Deals with a member that no property asks for, at the value of which the reader stands.
  @inline(never)
  mutating func passUnknown(
    _ keyStart: BytePointer, _ node: KeyNode, _ reading: ModelReading,
    _ care: Lent<CarefulReading>
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
    _ key: String, _ reading: ModelReading, _ care: Lent<CarefulReading>
  ) -> Bool {
    if care.pointee.minds.contains(.flattens) {
      for (index, keys) in reading.keys.pointee.model.flattened where keys.contains(key) {
        care.pointee.seenModels.insert(index)
        if nextIsNull {
          care.pointee.removedKeys.insert(KeyBytes(key))
          care.pointee.removedKeys.insert(KeyBytes(key.lowercased()))
        } else {
          care.pointee.valuedModels.insert(index)
        }
        return true
      }
    }
    guard let known = notes?.knownKeys else { return false }
    return known.contains { $0.start == care.pointee.start && $0.key.utf8.elementsEqual(key.utf8) }
  }

  /// Throws or reports, as the mapper says.
  private mutating func judge(
    _ keyStart: BytePointer, _ plan: ModelPlan
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
    _ path: [String], _ keyStart: BytePointer, _ reading: ModelReading,
    _ care: Lent<CarefulReading>
  ) throws(MappingError) {
    if care.pointee.extras.holds(path[...]), try !replacesDuplicate(at: keyStart, reading) {
      return try skipValue()
    }
    try checkCount(care.pointee.extras.count(at: path.dropLast()))
    care.pointee.extras.set(try decode(JSONValue.self), at: path[...])
  }

  /// Deals with a value that key paths lead through although it is neither object nor array.
  ///
  /// In an update that is no patch it changes nothing, as the properties behind it stay as they are.
  @inline(never)
  mutating func passOverlooked(
    _ node: Immortal<KeyNode>, _ care: Lent<CarefulReading>
  ) throws(MappingError) {
    let isKept = care.pointee.minds.contains(.keeps) && !node.pointee.isTaken
    guard isKept, care.pointee.arrayDepth == 0, !care.pointee.isUpdating || removesNulls else {
      return try skipValue()
    }
    care.pointee.extras.set(try decode(JSONValue.self), at: node.pointee.path.pointee[...])
  }

  /// Keeps an object that key paths lead through, and in which there is nothing.
  @inline(never)
  func passEmpty(_ node: KeyNode, _ care: Lent<CarefulReading>) {
    guard care.pointee.minds.contains(.keeps), !node.isTaken, care.pointee.arrayDepth == 0,
      !node.path.pointee.isEmpty, !care.pointee.isUpdating
    else { return }
    care.pointee.extras.set(.object(JSONObject()), at: node.path.pointee[...])
  }

  /// Puts what was kept into the model; in an update, into what it has already.
  func storeExtras(_ care: Lent<CarefulReading>, _ reading: ModelReading) {
    guard let index = reading.plan.details.properties.firstIndex(where: \.holdsExtras) else {
      return
    }
    let field = reading.tables.pointee.fields[index]
    let address = reading.base + field.offset
    let declaration = reading.plan.details.properties[index].declaration
    let state = reading.base + field.stateOffset
    var extras = care.pointee.extras
    var staysChanged = false
    if care.pointee.isUpdating {
      guard !extras.isEmpty else { return }
      let earlier = declaration.extras?(address) ?? JSONObject()
      extras.update(earlier, isMergePatch: removesNulls)
      if removesNulls { extras.removeGroups(of: reading.keys.pointee.root, missingIn: earlier) }
      staysChanged = state.state.isChanged
      care.pointee.updated.append(index)
    }
    declaration.storeExtras?(extras, address)
    state.state = .value
    if staysChanged { state.markChanged(isReplaced: false) }
  }
}

extension JSONObject {
  /// Takes over the members of an earlier object that these do not replace or, in a patch, remove.
  fileprivate mutating func update(_ earlier: JSONObject, isMergePatch: Bool) {
    guard isMergePatch else {
      self = earlier.updated(with: self)
      return
    }
    let patched = JSONValue.object(earlier).applying(mergePatch: .object(self))
    self = patched.object ?? self
  }

  /// Removes the empty objects that a patch has made of key paths' groups by removing what was not
  /// there.
  fileprivate mutating func removeGroups(
    of node: Immortal<KeyNode>, missingIn earlier: JSONObject
  ) {
    for index in 0..<node.pointee.count {
      guard let child = node.pointee.detail(index)?.child,
        let key = child.pointee.path.pointee.last, var group = self[key]?.object
      else { continue }
      group.removeGroups(of: child, missingIn: earlier[key]?.object ?? JSONObject())
      self[key] = group.isEmpty && earlier[key] == nil ? nil : .object(group)
    }
  }

  /// These members with others put into them, objects into objects.
  private func updated(with others: JSONObject) -> JSONObject {
    var result = self
    for (key, value) in others {
      if let mine = result[key]?.object, let members = value.object {
        result[key] = .object(mine.updated(with: members))
      } else {
        result[key] = value
      }
    }
    return result
  }

  /// Whether there is a value at a path of keys.
  fileprivate func holds(_ path: ArraySlice<String>) -> Bool {
    guard let key = path.first, let value = self[key] else { return false }
    return path.count == 1 || value.object?.holds(path.dropFirst()) == true
  }

  /// How many members the object at a path of keys has.
  fileprivate func count(at path: ArraySlice<String>) -> Int {
    guard let key = path.first else { return count }
    return self[key]?.object?.count(at: path.dropFirst()) ?? 0
  }

  /// Sets the value at a path of keys, with objects on the way.
  fileprivate mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
    guard let key = path.first else { return }
    guard path.count > 1 else {
      self[key] = value
      return
    }
    var inner = self[key]?.object ?? JSONObject()
    // Not to be copied, it has to be in one place only.
    self[key] = .null
    inner.set(value, at: path.dropFirst())
    self[key] = .object(inner)
  }
}
