/// A set is an array in JSON. Decoding drops duplicates, and encoding writes the elements in any order.
extension Set: MappableValue where Element: MappableValue {
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Set<Element> {
    try decodeItems(from: &reader, with: ValueItself())
  }

  @inlinable
  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    try encodeItems(to: &writer, with: ValueItself())
  }

  @inlinable
  public static var _access: _ValueAccess { .passing(Element.self, for: Self.self) }
}

extension Set: MappableContainer {
  public typealias Item = Element

  @inlinable
  public static func decodeItems<Coding: ValueCoding<Element>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws(MappingError) -> Set<Element> {
    let position = reader.cursor
    let elements = try [Element].decodeItems(from: &reader, with: coding)
    if Element.self == String.self, let texts = elements as? [String] {
      for text in texts { try reader.checkComparable(text, at: position) }
    } else if !(Element.self is any Numeric.Type) {
      try reader.checkComparableTexts(from: position)
    }
    return Set(elements)
  }

  @inlinable
  public func encodeItems<Coding: ValueCoding<Element>>(
    to writer: inout JSONWriter, with coding: Coding
  ) throws(MappingError) {
    if writer.scope.ordersCollections || writer.scope.ordersSets {
      try encodeInOrder(to: &writer, with: coding)
    } else {
      try Array(self).encodeItems(to: &writer, with: coding)
    }
  }

  /// Writes the elements in their own order, if they have one, otherwise in that of their JSON.
  @usableFromInline
  func encodeInOrder<Coding: ValueCoding<Element>>(
    to writer: inout JSONWriter, with coding: Coding
  ) throws(MappingError) {
    if let type = Element.self as? any OrderedElement.Type {
      return try Self.ordered(self, as: type).encodeItems(to: &writer, with: coding)
    }
    guard writer.scope.ordersCollections else {
      return try Array(self).encodeItems(to: &writer, with: coding)
    }
    _ = try writer.beginValue()
    try writer.open(.openBracket)
    var texts: [[UInt8]] = []
    // Each element is written once: sets in each other would take twice as long with each level.
    for element in self {
      var single = JSONWriter(session: writer.session, maximumDepth: writer.remainingDepth)
      single.scope = writer.scope.ofElements
      do throws(MappingError) {
        try single.encode(element, with: coding)
        try single.finish(maximumDepth: writer.remainingDepth)
      } catch {
        var failure = error
        if !error.details.isLocated {
          failure.details.byteOffset = writer.count + (error.byteOffset ?? 0)
          writer.writeVerbatim(single.written)
        }
        throw failure
      }
      texts.append(Array(single.written))
    }
    texts.sort { $0.lexicographicallyPrecedes($1) }
    for (index, text) in texts.enumerated() {
      if index > 0 { writer.writeByte(.comma) }
      text.withBytes { writer.writeVerbatim($0) }
    }
    writer.close(.closeBracket)
  }

  private static func ordered<Ordered: OrderedElement>(
    _ elements: Set, as type: Ordered.Type
  ) -> [Element] {
    type.ordered(elements.compactMap { $0 as? Ordered }).compactMap { $0 as? Element }
  }

  public static func shape(of items: ValueShape) -> ValueShape { .array(of: items) }
}

/// A type with an order in which sets of it are written. Their JSON can't determine it, because it depends on what has
/// been written before.
package protocol OrderedElement: MappableValue {
  static func ordered(_ elements: [Self]) -> [Self]
}

extension JSONWriter {
  /// From here on, sets of elements that have an order are written in that order.
  package mutating func orderSets() { scope.ordersSets = true }
}
