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
      while true {
        if count == limit {
          let total = unsafe Self.append(scratch[..<count], to: &elements)
          count = 0
          try checkCount(total)
          limit = min(32, Int(clamping: maximumCount) &- total)
        }
        unsafe scratch.initializeElement(at: count, to: try Element.read(from: &self))
        count &+= 1
        // The next number is mostly right after the comma, or one space after it.
        if end - cursor >= 3, unsafe cursor[0] == .comma, unsafe cursor[1] == .space,
          unsafe cursor[2] > .space
        {
          cursor += 2
          continue
        }
        guard try nextElement(&separator) else { break }
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

/// A number type of which ``JSONReader`` reads whole arrays.
private protocol ArrayNumber: BitwiseCopyable {
  static func read(from reader: inout JSONReader) throws(MappingError) -> Self
}

extension Double: ArrayNumber {
  @inline(__always)
  fileprivate static func read(from reader: inout JSONReader) throws(MappingError) -> Double {
    if let short = reader.readShortDouble() { return short }
    return try reader.readAnyDouble()
  }
}

extension Int: ArrayNumber {
  @inline(__always)
  fileprivate static func read(from reader: inout JSONReader) throws(MappingError) -> Int {
    if let short = reader.readShortInteger(), let value = Int(exactly: short) { return value }
    return try reader.readExactInteger(Int.self)
  }
}
