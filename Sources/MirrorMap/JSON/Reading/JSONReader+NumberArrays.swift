/// Arrays of numbers: coordinates, indices, samples. They are read without checking options or
/// running user code between elements.
extension JSONReader {
  /// Reads an array of numbers as the nearest `Double` values.
  @usableFromInline
  mutating func readDoubles() throws(MappingError) -> [Double] { try readNumbers() }

  /// Reads an array of integers.
  @usableFromInline
  mutating func readInts() throws(MappingError) -> [Int] { try readNumbers() }

  /// Collects elements on the stack, so that the array is made in its exact size: most are short.
  ///
  /// Precondition of storing them, that there is room: `limit` is at most the capacity.
  @inline(__always)
  private mutating func readNumbers<Element: ArrayNumber>() throws(MappingError) -> [Element] {
    guard try beginArray() else { return [] }
    return try unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: 32) {
      (scratch) throws(MappingError) -> [Element] in
      // Releasing nil costs nothing, unlike the shared storage of empty arrays.
      var elements: [Element]?
      var count = 0
      var limit = min(32, Int(clamping: maximumCount))
      var separator = Separator()
      // It stays in a register.
      var place = cursor
      while true {
        if count == limit {
          let total = unsafe Self.append(scratch[..<count], to: &elements)
          count = 0
          cursor = place
          try checkCount(total)
          limit = min(32, Int(clamping: maximumCount) &- total)
        }
        if let short = Element.short(at: &place, in: self) {
          unsafe scratch.initializeElement(at: count, to: short)
        } else {
          cursor = place
          unsafe scratch.initializeElement(at: count, to: try Element.readAny(from: &self))
          place = cursor
        }
        count &+= 1
        // The next number is mostly right after the comma, or one space after it.
        if end - place >= 3, unsafe place.pointee == .comma {
          if unsafe place[1] > .space {
            place += 1
            continue
          }
          if unsafe place[1] == .space && place[2] > .space {
            place += 2
            continue
          }
        }
        cursor = place
        guard try nextSeparatedElement(&separator) else { break }
        place = cursor
      }
      if var elements {
        unsafe elements.append(contentsOf: scratch[..<count])
        return elements
      }
      // Pairs are so frequent that an allocation without querying its actual size is measurable.
      if count == 2 { return unsafe [scratch[0], scratch[1]] }
      guard let start = scratch.baseAddress else { return [] }
      return unsafe [Element](moving: start, count: count)
    }
  }

  /// Appends elements to an array.
  ///
  /// - Precondition: they are initialized.
  /// - Returns: how many there are now.
  @inline(never)
  private static func append<Element>(
    _ scratch: Slice<UnsafeMutableBufferPointer<Element>>, to elements: inout [Element]?
  ) -> Int {
    if elements == nil { elements = [] }
    unsafe elements?.append(contentsOf: scratch)
    return elements?.count ?? 0
  }
}

/// A number type that ``JSONReader`` reads whole arrays of.
private protocol ArrayNumber: BitwiseCopyable {
  /// Reads a number at a position; nil, with the position unchanged, for the few that take longer.
  static func short(at place: inout BytePointer, in reader: borrowing JSONReader) -> Self?

  /// Reads any number.
  static func readAny(from reader: inout JSONReader) throws(MappingError) -> Self
}

extension Double: ArrayNumber {
  @inline(__always)
  fileprivate static func short(
    at place: inout BytePointer, in reader: borrowing JSONReader
  ) -> Double? {
    reader.shortDouble(at: &place)
  }

  fileprivate static func readAny(from reader: inout JSONReader) throws(MappingError) -> Double {
    try reader.readAnyDouble()
  }
}

extension Int: ArrayNumber {
  @inline(__always)
  fileprivate static func short(at place: inout BytePointer, in reader: borrowing JSONReader)
    -> Int?
  {
    reader.shortInt(at: &place)
  }

  fileprivate static func readAny(from reader: inout JSONReader) throws(MappingError) -> Int {
    try reader.readExactInteger()
  }
}
