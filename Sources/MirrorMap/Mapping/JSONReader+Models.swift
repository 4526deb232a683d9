extension JSONReader {
  /// Reads an array of models, each where it is to stay.
  ///
  /// - Parameter type: the model that an element is, or holds if it is an optional.
  @inlinable @inline(__always)
  mutating func readModels<Element: MappableValue>(
    _ type: any Mappable.Type
  ) throws(MappingError) -> [Element] {
    guard isStrict else { return try readElements(with: ValueItself()) }
    let plan = try PlanCache.plan(type)
    guard plan.isReadInPlace else {
      return try noticing { (reader) throws(MappingError) in
        try reader.readElements(with: ValueItself())
      }
    }
    guard try beginArray() else { return [] }
    return try readElements(
      push: { (reader, elements) throws(MappingError) in
        guard let model = try reader.emptyModel(Element.self) else {
          return elements.push(try reader.decode(Element.self))
        }
        elements.push(model)
        try reader.readModel(plan, into: elements.last)
      },
      append: { (reader, elements) throws(MappingError) in
        guard let model = try reader.emptyModel(Element.self) else {
          return elements.append(try reader.decode(Element.self))
        }
        elements.append(model)
        try ModelMemory.withBase(ofLast: &elements) { (base) throws(MappingError) in
          try reader.readModel(plan, into: base)
        }
      })
  }

  /// A new model for the object at the cursor; nil if there is none.
  @inlinable @inline(__always)
  mutating func emptyModel<Element: MappableValue>(
    _ type: Element.Type
  ) throws(MappingError) -> Element? {
    guard nextKind == .object else { return nil }
    if MemoryLayout<Element>.size > 1024 { try checkStack(for: MemoryLayout<Element>.size) }
    return Element.emptyInPlaceModel()
  }
}
