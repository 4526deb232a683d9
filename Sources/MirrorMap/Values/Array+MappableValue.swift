extension Array: NoneRepresentable {}

extension Array: MappableValue where Element: MappableValue {
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> [Element] {
    if let model = Element.inPlaceModel { return try reader.readModels(model) }
    return try decodeItems(from: &reader, with: ValueItself())
  }

  @inlinable
  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    try encodeItems(to: &writer, with: ValueItself())
  }

  @inlinable
  public static func encode(at address: InPlaceAddress, to writer: inout JSONWriter) throws {
    try Element.encodeArray(at: address, to: &writer)
  }

  @inlinable
  public static func hasChanges(_ value: [Element]) -> Bool {
    value.contains(where: Element.hasChanges)
  }

  @inlinable
  public static func collectModels(into models: inout ReachableModels) {
    Element.collectModels(into: &models)
  }
}

extension Array: MappableContainer {
  public typealias Item = Element

  @inlinable
  public func hasChangedItems(_ coding: some ValueCoding<Element>) -> Bool {
    contains(where: coding.hasChanges)
  }

  @inlinable
  public static func decodeItems<Coding: ValueCoding<Element>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws(MappingError) -> [Element] {
    try reader.readElements(with: coding)
  }

  @inlinable
  public func encodeItems<Coding: ValueCoding<Element>>(
    to writer: inout JSONWriter, with coding: Coding
  ) throws(MappingError) {
    _ = try writer.beginValue()
    try writer.encodeEach(of: self, with: coding)
  }

  public static func shape(of items: ValueShape) -> ValueShape { .array(of: items) }
}

extension JSONWriter {
  /// Writes the elements of an array between brackets.
  @inlinable
  mutating func encodeEach<Coding: ValueCoding>(
    of array: [Coding.Value], with coding: Coding
  ) throws(MappingError) {
    let outer = scope
    if outer.needsCare { scope = outer.ofElements }
    writeByte(.openBracket)
    try InPlace.forEach(of: array) { (index, element) throws(MappingError) in
      if index > 0 { writeByte(.comma) }
      try encode(element, with: coding)
    }
    writeByte(.closeBracket)
    scope = outer
  }
}
