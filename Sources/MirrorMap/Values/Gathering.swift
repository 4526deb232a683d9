/// Filling an array or a set with what a key path with wildcards finds: `"items.*.id"`.
///
/// The type of the elements, and how they are read, is known to the property's coding; it is found out
/// by a look at run time, as nothing but a property with such a path needs it.
@usableFromInline
enum Gathering {
  /// Whether a property of this type can be filled.
  @usableFromInline
  static func canGather(_ type: Any.Type, _ coding: Any) -> Bool {
    guard let type = type as? any GatheredContainer.Type, let coding = coding as? any ItemwiseCoding
    else { return false }
    return type.canGather(coding.anyItemCoding)
  }

  /// Reads the values that a path leads to from the one at the cursor, and skips that one.
  ///
  /// - Returns: a value of the type; nil if there can be none.
  @usableFromInline
  static func gather(
    _ type: Any.Type, _ coding: Any, from reader: inout JSONReader, along path: ArraySlice<String>
  ) throws(MappingError) -> Any? {
    guard let type = type as? any GatheredContainer.Type, let coding = coding as? any ItemwiseCoding
    else { return nil }
    return try type.gather(coding.anyItemCoding, from: &reader, along: path)
  }
}

/// A container that can be filled with values from different places.
protocol GatheredContainer: MappableContainer {
  static func canGather(_ itemCoding: Any) -> Bool

  static func gather(
    _ itemCoding: Any, from reader: inout JSONReader, along path: ArraySlice<String>
  ) throws(MappingError) -> Any?
}

/// A coding of a container that knows how to read its items.
protocol ItemwiseCoding {
  var anyItemCoding: Any { get }
}

extension Lifted: ItemwiseCoding {
  var anyItemCoding: Any { coding }
}

extension ValueItself: ItemwiseCoding where Value: MappableContainer, Value.Item: MappableValue {
  var anyItemCoding: Any { ValueItself<Value.Item>() }
}

extension Array: GatheredContainer {
  static func canGather(_ itemCoding: Any) -> Bool { itemCoding is any ValueCoding<Element> }

  static func gather(
    _ itemCoding: Any, from reader: inout JSONReader, along path: ArraySlice<String>
  ) throws(MappingError) -> Any? {
    guard let coding = itemCoding as? any ValueCoding<Element> else { return nil }
    let places = try reader.positions(along: path)
    let (behind, depth) = (reader.cursor, reader.remainingDepth)
    reader.remainingDepth -= path.count
    defer { reader.remainingDepth = depth }
    var elements: [Element] = []
    var failure: MappingError?
    for place in places {
      reader.cursor = place
      try reader.checkCount(elements.count)
      do throws(MappingError) {
        elements.append(try reader.decode(with: coding))
      } catch {
        try reader.dropElement(after: error, &failure)
      }
    }
    reader.cursor = behind
    if let failure { throw failure }
    return elements
  }
}

extension Set: GatheredContainer {
  static func canGather(_ itemCoding: Any) -> Bool { itemCoding is any ValueCoding<Element> }

  static func gather(
    _ itemCoding: Any, from reader: inout JSONReader, along path: ArraySlice<String>
  ) throws(MappingError) -> Any? {
    let elements = try [Element].gather(itemCoding, from: &reader, along: path)
    return (elements as? [Element]).map { Set($0) }
  }
}

extension Optional: GatheredContainer {
  static func canGather(_ itemCoding: Any) -> Bool { Gathering.canGather(Wrapped.self, itemCoding) }

  static func gather(
    _ itemCoding: Any, from reader: inout JSONReader, along path: ArraySlice<String>
  ) throws(MappingError) -> Any? {
    try Gathering.gather(Wrapped.self, itemCoding, from: &reader, along: path)
  }
}
