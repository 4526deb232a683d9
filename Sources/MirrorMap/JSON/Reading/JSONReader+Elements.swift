extension JSONReader {
  /// Reads an array into an array.
  ///
  /// Most arrays of numbers are short: a pair of coordinates, a range. Growing an array for them
  /// would take two or three allocations; so trivial elements are collected on the stack first, and
  /// then copied into one allocation of the exact size.
  ///
  /// - Parameter read: reads one element.
  /// - Complexity: O(n); one allocation for up to eight trivial elements of up to 16 bytes.
  @inlinable @inline(__always)
  mutating func readElements<Element>(
    _ read: (inout JSONReader) throws(MappingError) -> Element
  ) throws(MappingError) -> [Element] {
    guard try beginArray() else { return [] }
    guard isStrict else { return try readElementsLeniently(read) }
    guard _isPOD(Element.self), MemoryLayout<Element>.stride <= 16 else {
      return try readElements(after: [], read)
    }
    return try unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: 8) {
      (scratch) throws(MappingError) -> [Element] in
      // Trivial elements need no deinitialisation, whichever way this ends. The precondition of storing
      // them, that there is room, holds as `quickCount` is at most the capacity.
      var count = 0
      while count < Int(truncatingIfNeeded: quickCount) {
        unsafe scratch.initializeElement(at: count, to: try read(&self))
        count &+= 1
        guard try nextElement() else {
          return unsafe Array(UnsafeMutableBufferPointer(rebasing: scratch[..<count]))
        }
      }
      return try unsafe readElements(
        after: Array(UnsafeMutableBufferPointer(rebasing: scratch[..<count])), read)
    }
  }

  /// Reads the rest of an array's elements, at the first of which the reader stands.
  @inlinable @inline(__always)
  mutating func readElements<Element>(
    after start: [Element], _ read: (inout JSONReader) throws(MappingError) -> Element
  ) throws(MappingError) -> [Element] {
    var elements = start
    var room = Int(truncatingIfNeeded: maximumCount) &- elements.count
    repeat {
      if room <= 0 { try refuse(elements.count) }
      room &-= 1
      elements.append(try read(&self))
    } while try nextElement()
    return elements
  }

  /// Reads the elements of an array that has been entered, where those that fail may be dropped, or
  /// all failures are to be told.
  @inlinable
  @inline(never)
  mutating func readElementsLeniently<Element>(
    _ read: (inout JSONReader) throws(MappingError) -> Element
  ) throws(MappingError) -> [Element] {
    let first = cursor
    var elements: [Element] = []
    var failure: MappingError?
    repeat {
      try checkCount(elements.count)
      let (position, depth) = (cursor, remainingDepth)
      do throws(MappingError) {
        elements.append(try read(&self))
      } catch {
        (cursor, remainingDepth) = (position, depth)
        try setAside(error, &failure)
      }
    } while try nextElement()
    if let failure { throw passed(failure, since: first) }
    return elements
  }
}
