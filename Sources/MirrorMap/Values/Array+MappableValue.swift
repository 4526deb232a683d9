extension Array: NoneRepresentable {}

extension Array: MappableValue where Element: MappableValue {
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> [Element] {
    try decodeItems(from: &reader, with: ValueItself())
  }

  @inlinable
  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    try encodeItems(to: &writer, with: ValueItself())
  }

  @inlinable
  public static func collectModels(into models: inout ReachableModels) {
    Element.collectModels(into: &models)
  }
}

extension Array: MappableContainer {
  public typealias Item = Element

  @inlinable
  public static func decodeItems<Coding: ValueCoding<Element>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws(MappingError) -> [Element] {
    try reader.readElements { (reader) throws(MappingError) in try reader.decode(with: coding) }
  }

  @inlinable
  public func encodeItems<Coding: ValueCoding<Element>>(
    to writer: inout JSONWriter, with coding: Coding
  ) throws(MappingError) {
    _ = try writer.beginValue()
    writer.writeByte(.openBracket)
    // Through the buffer, as an iterator would copy each element.
    try withUnsafeBufferPointer { (elements) throws(MappingError) in
      for index in elements.indices {
        if index > 0 { writer.writeByte(.comma) }
        try writer.encode(elements[index], with: coding)
      }
    }
    writer.writeByte(.closeBracket)
  }
}
