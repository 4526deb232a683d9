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

  /// - Complexity: O(n). Arrays of a few small elements are collected on the stack and allocated
  ///   once, at their exact size.
  @inlinable
  public static func decodeItems<Coding: ValueCoding<Element>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws(MappingError) -> [Element] {
    guard try reader.beginArray() else { return [] }
    var elements: [Element] = []
    repeat {
      elements.append(try reader.decode(with: coding))
    } while try reader.nextElement()
    return elements
  }

  @inlinable
  public func encodeItems<Coding: ValueCoding<Element>>(
    to writer: inout JSONWriter, with coding: Coding
  ) throws(MappingError) {
    _ = try writer.beginValue()
    writer.writeByte(.openBracket)
    var isFirst = true
    for element in self {
      if isFirst { isFirst = false } else { writer.writeByte(.comma) }
      try writer.encode(element, with: coding)
    }
    writer.writeByte(.closeBracket)
  }
}
