extension JSONReader {
  /// Reads an array with a coding of its elements; numbers and strings in the quickest way.
  @inlinable @inline(__always)
  mutating func readElements<Coding: ValueCoding>(
    with coding: Coding
  ) throws(MappingError) -> [Coding.Value] {
    if isStrict {
      // Resolved where this is specialized.
      var elements: [Coding.Value]?
      if Coding.self == ValueItself<String>.self {
        elements = identical(try readStrings(), elements: Coding.Value.self)
      } else if Coding.self == ValueItself<Double>.self {
        elements = identical(try readDoubles(), elements: Coding.Value.self)
      } else if Coding.self == ValueItself<Int>.self {
        elements = identical(try readInts(), elements: Coding.Value.self)
      }
      if let elements { return elements }
    }
    return try readElements { (reader) throws(MappingError) in try reader.decode(with: coding) }
  }

  /// Reads an array.
  ///
  /// - Complexity: O(n); one allocation, as long as the elements fit onto the ``ElementStack``.
  @inlinable @inline(__always)
  mutating func readElements<Element>(
    _ read: (inout JSONReader) throws(MappingError) -> Element
  ) throws(MappingError) -> [Element] {
    guard let hasElements = try beginElements() else { return try readSoleElement(read) }
    guard hasElements else { return [] }
    guard isStrict else { return try readElementsLeniently(read) }
    return try collectElements { (reader, elements) throws(MappingError) in
      elements.push(try read(&reader))
    }
  }

  /// Reads the elements of an array that has been entered.
  ///
  /// - Parameter push: reads an element onto the stack.
  @inlinable @inline(__always)
  mutating func collectElements<Element>(
    _ push: (inout JSONReader, inout ElementStack.Elements<Element>) throws(MappingError) -> Void
  ) throws(MappingError) -> [Element] {
    let first = cursor
    var separator = Separator()
    var stacked = ElementStack.Elements<Element>(elements)
    var moved: [Element] = []
    repeat {
      try checkCount(moved.count &+ stacked.count)
      if !stacked.hasRoom { move(&stacked, to: &moved, since: first) }
      try push(&self, &stacked)
    } while try nextElement(&separator)
    if moved.isEmpty { return stacked.take() }
    stacked.move(to: &moved)
    return moved
  }

  /// Moves the elements of a full stack to an array, which gets room for as many as will probably come, judged
  /// by those that have been read, but at most for four times as many as there are, and of many sixteen times.
  ///
  /// If outer arrays fill the stack, or an element is larger, the elements get a stack of their own.
  ///
  /// - Parameter first: where the first element begins.
  @inline(never) @usableFromInline
  mutating func move<Element>(
    _ stacked: inout ElementStack.Elements<Element>, to array: inout [Element],
    since first: BytePointer
  ) {
    let count = array.count &+ stacked.count
    if stacked.count > 0, array.capacity <= count {
      let expected = (end - cursor) / max((cursor - first) / count, 1)
      array.reserveCapacity(
        count &+ min(expected &+ expected / 16 &+ 1, count &* (count < 64 ? 3 : 15)))
    }
    stacked.move(to: &array)
    if !stacked.hasRoom { stacked = ElementStack.Elements() }
  }

  /// Reads an object as an array of one element. Compiled once for all types, as it is rare.
  ///
  /// - Throws: ``MappingError``, one about a missing array if the elements aren't objects.
  @usableFromInline
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  mutating func readSoleElement<Element>(
    _ read: (inout JSONReader) throws(MappingError) -> Element
  ) throws(MappingError) -> [Element] {
    let (position, depth) = (cursor, remainingDepth)
    let isOptional = beginSoleElement(Element.self)
    defer { session?.pointee.openRegistries.removeLast() }
    do throws(MappingError) {
      return [try read(&self)]
    } catch {
      (cursor, remainingDepth) = (position, depth)
      if error.code == .typeMismatch, error.details.byteOffset == cursor - start {
        throw mismatch("an array")
      }
      if isOptional, let type = Element.self as? any _NoneRepresentable.Type,
        let none = type.noneValue as? Element
      {
        try replaceByNil(after: error)
        return [none]
      }
      var failure: MappingError?
      try dropElement(after: error, &failure)
      if let failure { throw failure }
      return []
    }
  }

  /// Prepares for the object at the cursor to be read as an array's only element.
  ///
  /// - Returns: whether the element leaves its failure to its array, as an optional does.
  private func beginSoleElement(_ type: Any.Type) -> Bool {
    guard let session else { return false }
    session.pointee.openRegistries.append((nil, cursor))
    guard !isStrict, type is any OptionalValue.Type else { return false }
    session.pointee.optionalProperty = cursor
    return true
  }

  /// Reads an array of strings.
  @usableFromInline
  mutating func readStrings() throws(MappingError) -> [String] {
    try readElements { (reader) throws(MappingError) in try reader.readString() }
  }

  /// Reads an array of so many elements, none of which can be dropped.
  ///
  /// - Parameter name: what errors call the array.
  mutating func readElements<Element: MappableValue>(
    _ count: Int, _ name: StaticString
  ) throws(MappingError) -> [Element] {
    let (position, outer) = (cursor, scope)
    scope = scope.strict
    defer { scope = outer }
    let elements = try [Element].decodeItems(from: &self, with: ValueItself())
    guard elements.count == count else {
      throw failure(
        .invalidValue, at: position, expected: "\(name)",
        found: "an array of \(elements.count)")
    }
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
    var failure: MappingError?
    let elements = try collectElements { (reader, elements) throws(MappingError) in
      let (position, depth) = (reader.cursor, reader.remainingDepth)
      do throws(MappingError) {
        elements.push(try read(&reader))
      } catch {
        (reader.cursor, reader.remainingDepth) = (position, depth)
        try reader.dropElement(after: error, &failure)
      }
    }
    if let failure { throw failedCollection(failure, since: first) }
    return elements
  }
}
