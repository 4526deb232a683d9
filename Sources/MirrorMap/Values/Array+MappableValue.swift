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
    // Large elements go straight into the array: the stack is not for them.
    guard MemoryLayout<Element>.stride <= 32 else {
      return try decodeRest([], from: &reader, with: coding)
    }
    return try withUnsafeTemporaryAllocation(of: Element.self, capacity: 8) {
      (scratch) throws(MappingError) -> [Element] in
      var count = 0
      do throws(MappingError) {
        repeat {
          let element = try reader.decode(with: coding)
          guard count < scratch.count else {
            let start = take(count, from: scratch, and: element)
            count = 0
            return try reader.nextElement()
              ? decodeRest(start, from: &reader, with: coding) : start
          }
          scratch.initializeElement(at: count, to: element)
          count &+= 1
        } while try reader.nextElement()
      } catch {
        UnsafeMutableBufferPointer(rebasing: scratch[..<count]).deinitialize()
        throw error
      }
      return take(count, from: scratch)
    }
  }

  /// Reads elements onto an array. The reader stands at the first of them.
  @inlinable
  static func decodeRest<Coding: ValueCoding<Element>>(
    _ start: [Element], from reader: inout JSONReader, with coding: Coding
  ) throws(MappingError) -> [Element] {
    var elements = start
    repeat {
      elements.append(try reader.decode(with: coding))
    } while try reader.nextElement()
    return elements
  }

  /// Moves initialised elements into an array of their exact number.
  @inlinable @inline(__always)
  static func take(
    _ count: Int, from scratch: UnsafeMutableBufferPointer<Element>
  ) -> [Element] {
    // Copying is quicker than moving: it knows its array's type without asking the runtime.
    let elements = UnsafeMutableBufferPointer(rebasing: scratch[..<count])
    defer { elements.deinitialize() }
    return Array(elements)
  }

  /// Moves initialised elements, and one more, into an array that is going to grow.
  @inlinable
  static func take(
    _ count: Int, from scratch: UnsafeMutableBufferPointer<Element>, and last: Element
  ) -> [Element] {
    Array(unsafeUninitializedCapacity: 4 * count) { buffer, initialized in
      _ = buffer.moveInitialize(fromContentsOf: scratch[..<count])
      buffer.initializeElement(at: count, to: last)
      initialized = count + 1
    }
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
