/// Filling an array or a set with what a key path with wildcards finds: `"items.*.id"`.
///
/// The type of the elements, and how they are read, is known to the property's coding; it is found out
/// by a look at run time, as nothing but a property with such a path needs it.
extension ValueCoding {
  /// Whether a key path with wildcards can fill values with this coding.
  @usableFromInline
  var canGather: Bool { gatheringParts(Value.self, self) != nil }

  /// Reads the values that a path leads to from the one at the cursor, and skips that one. There is nothing to gather
  /// from a scalar, which is read as without a wildcard.
  ///
  /// - Parameter isPatch: whether objects are those of a merge patch, in which members with `null` count as absent.
  /// - Returns: nil if nothing can be gathered into a value.
  @usableFromInline
  func gather(
    from reader: inout JSONReader, along path: [String], isPatch: Bool = false
  ) throws(MappingError) -> Value? {
    guard let (container, items) = gatheringParts(Value.self, self) else { return nil }
    guard reader.current == .openBrace || reader.current == .openBracket else {
      return try reader.decode(with: self)
    }
    return try items.gatherItems(into: container, from: &reader, along: path, isPatch: isPatch)
      as? Value
  }

  /// Reads the values, and makes the container of them.
  // Here their type is known. As a result, an array of them would be converted to one of `Any`, element by element.
  private func gatherItems(
    into container: any GatheredContainer.Type, from reader: inout JSONReader,
    along path: [String], isPatch: Bool
  ) throws(MappingError) -> Any? {
    let places = try reader.places(along: path[...], isPatch: isPatch)
    let (behind, depth) = (reader.cursor, reader.remainingDepth)
    reader.remainingDepth -= path.count
    defer { reader.remainingDepth = depth }
    var values: [Value] = []
    values.reserveCapacity(places.count)
    var failure: MappingError?
    for place in places {
      reader.cursor = place.position
      try reader.checkCount(values.count)
      do throws(MappingError) {
        let value =
          try place.isInPatch ? reader.decodeNew(with: self) : reader.decode(with: self)
        if container.comparesElements { try reader.checkComparableTexts(from: place.position) }
        values.append(value)
      } catch {
        try reader.dropElement(after: error, &failure)
      }
    }
    reader.cursor = behind
    if let failure { throw failure }
    return container.make(of: values)
  }
}

/// The container to fill, which may be in optionals, and the coding of its items.
private func gatheringParts(
  _ type: Any.Type, _ coding: Any
) -> (container: any GatheredContainer.Type, items: any ValueCoding)? {
  guard let items = (coding as? any ItemwiseCoding)?.anyItemCoding else { return nil }
  if let type = type as? any OptionalValue.Type { return gatheringParts(type.wrapped, items) }
  return (type as? any GatheredContainer.Type).map { ($0, items) }
}

/// A coding of a container that knows how to read its items.
protocol ItemwiseCoding {
  var anyItemCoding: any ValueCoding { get }
}

extension Lifted: ItemwiseCoding {
  var anyItemCoding: any ValueCoding { coding }
}

extension ValueItself: ItemwiseCoding where Value: MappableContainer, Value.Item: MappableValue {
  var anyItemCoding: any ValueCoding { ValueItself<Value.Item>() }
}

/// A container that can be filled with values from different places.
private protocol GatheredContainer {
  /// Whether elements are compared with each other.
  static var comparesElements: Bool { get }

  /// Makes the container of an array of its elements.
  static func make(of elements: Any) -> Any?
}

extension Array: GatheredContainer {
  fileprivate static var comparesElements: Bool { false }

  fileprivate static func make(of elements: Any) -> Any? { elements }
}

extension Set: GatheredContainer {
  fileprivate static var comparesElements: Bool { !(Element.self is any Numeric.Type) }

  fileprivate static func make(of elements: Any) -> Any? {
    (elements as? [Element]).map { Set($0) }
  }
}
