extension JSONReader {
  /// Reads an array of models, each into the memory where it stays.
  ///
  /// - Parameter access: that of an element, which is a model or an optional one.
  @inlinable @inline(__always)
  mutating func readModels<Element: MappableValue>(
    _ access: ModelAccess
  ) throws(MappingError) -> [Element] {
    guard isStrict else { return try readElements(with: ValueItself()) }
    let plan = try access.mapping.plan(access.type)
    guard access.mapping.decodesByPlan(plan) else {
      return try readElements(with: ValueItself())
    }
    guard try beginArray() else { return [] }
    return try readElements(
      push: { (reader, elements) throws(MappingError) in
        guard try reader.isAtModel(ofSize: access.size) else {
          return elements.push(try reader.decode(Element.self))
        }
        elements.push(initializedBy: access.initialize)
        try access.mapping.decode(plan, into: elements.last, from: &reader)
      },
      append: { (reader, elements) throws(MappingError) in
        guard try reader.isAtModel(ofSize: access.size) else {
          return elements.append(try reader.decode(Element.self))
        }
        elements.append(FieldAddress.make(Element.self, access.initialize))
        try ModelMemory.withBase(ofLast: &elements) { (base) throws(MappingError) in
          try access.mapping.decode(plan, into: base, from: &reader)
        }
      })
  }

  /// Whether an object is next, for which a new model is made on the stack.
  ///
  /// - Throws: ``MappingError`` if the stack has no room for the model.
  @inlinable @inline(__always)
  mutating func isAtModel(ofSize size: Int) throws(MappingError) -> Bool {
    guard nextKind == .object else { return false }
    if size > 1024 { try checkStack(for: size) }
    return true
  }
}
