/// Models whose keys are on the level of the model that holds them.
extension ObjectReader {
  /// Reads an annotated model from the same object.
  ///
  /// ```swift
  /// paging = try object.flattened(Paging.self)      // {"items": […], "page": 1, "total": 30}
  /// ```
  ///
  /// Its keys are known to this model; those of this model, and unknown ones, do not concern it.
  ///
  /// - Throws: ``MappingError`` with the place of whatever is wrong.
  public mutating func flattened<Model: Mappable>(
    _ type: Model.Type = Model.self
  ) throws(MappingError) -> Model {
    let keys = try PlanCache.plan(type).keys(reader.pointee.scope.strategy).pointee.model
    for property in keys.properties where property.isRead || property.isWritten {
      for path in property.readPaths { flattenedKeys.insert(KeyBytes(path[0])) }
    }
    for inner in keys.flattened.values { flattenedKeys.formUnion(inner.keys) }
    return try readOnThisLevel(type)
  }

  /// Reads a model from the same object.
  ///
  /// The keys that it asks for are known to this model; those of this model, and unknown ones, do not
  /// concern it.
  ///
  /// - Throws: ``MappingError`` with the place of whatever is wrong.
  public mutating func flattened<Model: ImmutableMappable>(
    _ type: Model.Type = Model.self
  ) throws(MappingError) -> Model {
    let session = reader.pointee.session
    let outer = session?.pointee.flattenedMembers
    session?.pointee.flattenedMembers = []
    defer { session?.pointee.flattenedMembers = outer }
    let model = try readOnThisLevel(type)
    flattenedMembers.formUnion(session?.pointee.flattenedMembers ?? [])
    return model
  }

  private mutating func readOnThisLevel<Value: MappableValue>(
    _ type: Value.Type
  ) throws(MappingError) -> Value {
    reader.pointee.cursor = start
    reader.pointee.remainingDepth = levels[0].depth + 1
    // Nothing is entered on the way, so a model that flattens itself would go on for ever.
    guard reader.pointee.stack.hasRoom() else {
      throw reader.pointee.failure(
        .depthLimit, expected: "less nesting",
        found: "more than the thread's stack has room for")
    }
    let outer = reader.pointee.scope
    let session = reader.pointee.session
    let outerOverlooked = session?.pointee.flattenedExtras
    session?.pointee.flattenedExtras = nil
    reader.pointee.scope.isFlattened = true
    reader.pointee.scope.usesGeneralPath = true
    defer {
      reader.pointee.scope = outer
      session?.pointee.flattenedExtras = outerOverlooked
    }
    let value = try reader.pointee.decode(type)
    try reader.pointee.countReread(from: start)
    return value
  }
}
