// Ranges are arrays of their bounds, as `Codable` writes them.

extension JSONReader {
  /// Reads an array of two elements.
  ///
  /// - Parameter name: what errors call the array.
  fileprivate mutating func readPair<Element: MappableValue>(
    _ name: StaticString
  ) throws(MappingError) -> (Element, Element) {
    let (start, depth, outer) = (cursor, remainingDepth, scope)
    scope = scope.strict
    defer { scope = outer }
    // Two elements need no array.
    if try beginElements() == true {
      try checkCount(0)
      let first = try decode(with: ValueItself<Element>())
      if try nextElement() {
        try checkCount(1)
        let second = try decode(with: ValueItself<Element>())
        if try !nextElement() { return (first, second) }
      }
    }
    (cursor, remainingDepth) = (start, depth)
    let elements: [Element] = try readElements(2, name)
    return (elements[0], elements[1])
  }

  /// Reads the two bounds of a range.
  fileprivate mutating func readBounds<Bound: MappableValue & Comparable>()
    throws(MappingError) -> (lower: Bound, upper: Bound)
  {
    let position = cursor
    let bounds: (lower: Bound, upper: Bound) = try readPair(
      "an array of a lower and an upper bound")
    try checkComparableTexts(from: position)
    guard bounds.lower <= bounds.upper else {
      throw failure(
        .invalidValue, at: position, expected: "a lower bound that isn't above the upper one",
        found: "the reverse")
    }
    return bounds
  }
}

/// An array of the lower and the upper bound.
extension Range: _NoneRepresentable, MappableValue where Bound: MappableValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Range {
    let (lower, upper): (Bound, Bound) = try reader.readBounds()
    return lower..<upper
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    try [lowerBound, upperBound].encode(to: &writer)
  }

  public static var shape: ValueShape { .array(of: Bound.self) }
}

/// An array of the lower and the upper bound.
extension ClosedRange: _NoneRepresentable, MappableValue where Bound: MappableValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> ClosedRange {
    let (lower, upper): (Bound, Bound) = try reader.readBounds()
    return lower...upper
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    try [lowerBound, upperBound].encode(to: &writer)
  }

  public static var shape: ValueShape { .array(of: Bound.self) }
}

/// An array of the lower bound.
extension PartialRangeFrom: _NoneRepresentable, MappableValue where Bound: MappableValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> PartialRangeFrom
  {
    try PartialRangeFrom(reader.readElements(1, "an array of a lower bound")[0])
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    try [lowerBound].encode(to: &writer)
  }

  public static var shape: ValueShape { .array(of: Bound.self) }
}

/// An array of the upper bound.
extension PartialRangeThrough: _NoneRepresentable, MappableValue where Bound: MappableValue {
  public static func decode(
    from reader: inout JSONReader
  ) throws(MappingError) -> PartialRangeThrough {
    try PartialRangeThrough(reader.readElements(1, "an array of an upper bound")[0])
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    try [upperBound].encode(to: &writer)
  }

  public static var shape: ValueShape { .array(of: Bound.self) }
}

/// An array of the upper bound.
extension PartialRangeUpTo: _NoneRepresentable, MappableValue where Bound: MappableValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> PartialRangeUpTo
  {
    try PartialRangeUpTo(reader.readElements(1, "an array of an upper bound")[0])
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    try [upperBound].encode(to: &writer)
  }

  public static var shape: ValueShape { .array(of: Bound.self) }
}

/// An array of the two halves of its attoseconds, as `Codable` writes it: the high 64 bits with their
/// sign, and the low ones without.
extension Duration: MappableValue, LeafValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Duration {
    let position = reader.cursor
    let (first, second): (Int128, Int128) = try reader.readPair(
      "an array of the two halves of a duration")
    guard let high = Int64(exactly: first), let low = UInt64(exactly: second) else {
      throw reader.failure(
        .numberOutOfRange, at: position, expected: "two integers of 64 bits",
        found: "a number out of its range")
    }
    return Duration(attoseconds: Int128(high) << 64 | Int128(low))
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    try [attoseconds >> 64, Int128(UInt64(truncatingIfNeeded: attoseconds))].encode(to: &writer)
  }

  public static var shape: ValueShape { .array(of: .integer()) }
}
