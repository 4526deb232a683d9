extension JSONReader {
  /// Reads an array of models, each into the memory where it stays.
  ///
  /// - Parameters:
  ///   - type: the type of the elements.
  ///   - initialize: initializes the memory at an address with a new element.
  @inlinable @inline(__always)
  mutating func readModels<Element: MappableValue>(
    _ type: any Mappable.Type, _ mapping: any ModelMapper.Type,
    _ initialize: (FieldAddress) -> Void
  ) throws(MappingError) -> [Element] {
    guard isStrict, case let plan = try mapping.plan(type), mapping.decodesByPlan(plan) else {
      return try readElements(with: ValueItself())
    }
    guard let hasElements = try beginElements() else {
      return try readSoleElement { (reader) throws(MappingError) in
        try reader.decode(Element.self)
      }
    }
    guard hasElements else { return [] }
    return try collectElements { (reader, elements) throws(MappingError) in
      guard try reader.isAtModel(ofSize: MemoryLayout<Element>.size) else {
        return elements.push(try reader.decode(Element.self))
      }
      elements.push(initialize)
      try mapping.decode(plan, into: elements.last, from: &reader)
    }
  }

  /// Whether an object is next, for which a new model is made on the stack.
  ///
  /// - Throws: ``MappingError`` if the stack has no room for the model.
  @inlinable @inline(__always)
  mutating func isAtModel(ofSize size: Int) throws(MappingError) -> Bool {
    guard isAtObject else { return false }
    if size > 1024 { try checkStack(for: size) }
    return true
  }
}
