/// Merging the members of other objects, and assembling objects whose output isn't final; see
/// ``MemberTree``.
extension ObjectWriter {
  /// Adds unmapped members, such as those from ``ObjectReader/unmapped()``, after all others.
  ///
  /// A member whose key was set already is merged if both values are objects.
  ///
  /// - Throws: ``MappingError`` when the model has been written, if a member was set already.
  public mutating func merge(_ members: some ExtrasContainer) throws(MappingError) {
    try append(members.extras)
  }

  /// Adds the members of an annotated model on this level: the inverse of
  /// ``ObjectReader/flattened(_:)-demf``.
  ///
  /// - Throws: ``MappingError`` if the model can't be written, or, when this model has been
  ///   written, if a member was set already.
  public mutating func merge<Model: Mappable>(_ model: Model) throws(MappingError) {
    try append(model)
  }

  /// Adds the members of a model on this level.
  ///
  /// - Throws: ``MappingError`` if the model can't be written, or, when this model has been
  ///   written, if a member was set already.
  public mutating func merge<Model: ImmutableMappable>(_ model: Model) throws(MappingError) {
    try append(model)
  }

  private mutating func append<Value: MappableValue>(_ object: Value) throws(MappingError) {
    makeTree()
    closeGroups(after: 0)
    try enterGroups(0)
    // Its members are on the level of this object's.
    writer.pointee.remainingDepth &+= 1
    defer { writer.pointee.remainingDepth &-= 1 }
    // Writes it like a value after a comma; the object is assembled at the end.
    writer.pointee.writeByte(.comma)
    let position = writer.pointee.count
    try writer.pointee.encodePiece(object, with: ValueItself<Value>())
    additions.append(position..<writer.pointee.count)
    isInOrder = false
  }

  // MARK: Assembly

  /// The final object, from the members that have been written.
  @inline(never)
  func assembled() throws(MappingError) -> JSONValue {
    guard case .object(var object) = try group(0) else { return .null }
    let ignoresCase = KeyStrategies.strategy(outerScope.strategy).ignoresCase
    for addition in additions {
      guard let members = try read(addition).object else {
        throw failure([], "a flattened model has to be written as an object", name: nil)
      }
      if let key = object.add(members, ignoringCase: ignoresCase) {
        let name = tree.child(of: 0, key).map { tree[$0].name } ?? key
        throw failure(
          [key], "the members to be merged hold a key that is set already", name: name)
      }
    }
    return .object(object)
  }

  /// The value at a node, together with what is below it.
  private func value(_ node: Int, at path: [String]) throws(MappingError) -> JSONValue {
    guard let range = tree[node].value else { return try group(node, at: path) }
    let value = try read(range)
    if tree[node].children.isEmpty { return value }
    guard let merged = value.merged(with: try group(node, at: path)) else {
      throw failure(
        path, "a key path leads into this value, so it has to be written as an object",
        name: tree[node].name)
    }
    return merged
  }

  /// The object or array of a node's children.
  private func group(_ node: Int, at path: [String] = []) throws(MappingError) -> JSONValue {
    let children = tree[node].children
    let indexes = children.compactMap { tree[$0].index }
    guard let last = indexes.max(), indexes.count == children.count else {
      var object = JSONObject()
      for child in children {
        let step = tree[child].step
        object[step] = try value(child, at: path + [step])
      }
      return .object(object)
    }
    var elements = [JSONValue](repeating: .null, count: last + 1)
    for (child, index) in zip(children, indexes) {
      elements[index] = try value(child, at: path + [tree[child].step])
    }
    return .array(elements)
  }

  private func read(_ range: Range<Int>) throws(MappingError) -> JSONValue {
    try JSONValue(rereading: writer.pointee.written[range])
  }
}
