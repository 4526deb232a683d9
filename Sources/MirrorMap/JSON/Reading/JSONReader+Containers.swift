/// Stepping through arrays and objects. The caller sees values only; brackets, commas, colons and
/// white space are taken care of here.
///
/// Precondition of each look at a byte: a comparison with `end` has shown that there is one.
extension JSONReader {
  /// Enters an array.
  ///
  /// - Returns: whether there is a first element, at which the reader then stands; an empty array
  ///   has been read whole.
  @usableFromInline
  mutating func beginArray() throws(MappingError) -> Bool {
    guard current == .openBracket else { throw mismatch("an array") }
    try enter()
    cursor = ByteScan.skipWhitespace(cursor + 1, end)
    guard current == .closeBracket else { return true }
    cursor += 1
    remainingDepth += 1
    return false
  }

  /// Moves on after an element.
  ///
  /// - Returns: whether there is another one, at which the reader then stands; otherwise the array
  ///   has been read whole.
  @usableFromInline
  mutating func nextElement() throws(MappingError) -> Bool {
    var pointer = cursor
    let end = end
    if pointer < end, unsafe pointer.pointee != .comma {
      pointer = ByteScan.skipWhitespace(pointer, end)
    }
    guard pointer < end else { throw unexpected("',' or ']'", at: pointer) }
    if unsafe pointer.pointee == .comma {
      pointer = ByteScan.skipWhitespace(pointer + 1, end)
      cursor = pointer
      return true
    }
    guard unsafe pointer.pointee == .closeBracket else {
      throw unexpected("',' or ']'", at: pointer)
    }
    cursor = pointer + 1
    remainingDepth += 1
    return false
  }

  /// Moves on after an element as ``nextElement()`` does, quickly where the elements are set apart
  /// like the ones before.
  ///
  /// - Parameter separator: what stood between the last two elements.
  @usableFromInline
  mutating func nextElement(_ separator: inout Separator) throws(MappingError) -> Bool {
    let first = cursor
    if pass(separator) { return true }
    guard try nextElement() else { return false }
    separator = Separator(start: first, length: cursor - first)
    return true
  }

  /// Moves on after a member's value as ``nextMember()`` does, quickly where the members are set
  /// apart like the ones before.
  ///
  /// - Parameter separator: what stood between the last two members.
  @inline(__always)
  mutating func nextMember(_ separator: inout Separator) throws(MappingError) -> Bool {
    let first = cursor
    if pass(separator) { return true }
    guard try nextMember() else { return false }
    separator = Separator(start: first, length: cursor - first)
    return true
  }

  /// Moves over a separator if just that comes next.
  @inline(__always)
  private mutating func pass(_ separator: Separator) -> Bool {
    let length = separator.length
    guard length > 0, end - cursor >= length &+ 8,
      unsafe ByteScan.isEqual(cursor, separator.start, length), unsafe cursor[length] > .space
    else { return false }
    cursor += length
    return true
  }

  /// The text between two elements: a comma and white space, in the document.
  @frozen
  @usableFromInline
  struct Separator {
    var start: BytePointer
    var length: Int

    /// None yet.
    @usableFromInline
    init() { self.init(start: .nowhere, length: 0) }

    init(start: BytePointer, length: Int) {
      self.start = start
      self.length = length
    }
  }

  /// Enters an object.
  ///
  /// - Returns: whether there is a first member, at whose key the reader then stands.
  @usableFromInline
  mutating func beginObject() throws(MappingError) -> Bool {
    guard current == .openBrace else { throw mismatch("an object") }
    try enter()
    cursor += 1
    skipWhitespace()
    guard current == .closeBrace else { return true }
    cursor += 1
    remainingDepth += 1
    return false
  }

  /// Moves on after a member's value.
  ///
  /// - Returns: whether there is another member, at whose key the reader then stands; otherwise the
  ///   object has been read whole.
  @usableFromInline
  mutating func nextMember() throws(MappingError) -> Bool {
    var pointer = cursor
    let end = end
    if pointer < end, unsafe pointer.pointee != .comma {
      pointer = ByteScan.skipWhitespace(pointer, end)
    }
    guard pointer < end else { throw unexpected("',' or '}'", at: pointer) }
    if unsafe pointer.pointee == .comma {
      cursor = ByteScan.skipWhitespace(pointer + 1, end)
      return true
    }
    guard unsafe pointer.pointee == .closeBrace else { throw unexpected("',' or '}'", at: pointer) }
    cursor = pointer + 1
    remainingDepth += 1
    return false
  }

  /// Reads a member's key as raw bytes and moves on to its value.
  @inline(__always)
  mutating func readRawKey() throws(MappingError) -> RawString {
    guard cursor < end, unsafe cursor.pointee == .quote else {
      throw unexpected("a key", at: cursor)
    }
    let raw = try scanString()
    try validate(raw)
    try readColon()
    return raw
  }

  /// Moves from the end of a key to its value.
  @inline(__always)
  mutating func readColon() throws(MappingError) {
    if cursor < end, unsafe cursor.pointee != .colon { skipWhitespace() }
    guard cursor < end, unsafe cursor.pointee == .colon else { throw unexpected("':'", at: cursor) }
    // Indented documents have one space here, compact ones none.
    cursor += 1
    if end - cursor >= 2, unsafe cursor.pointee == .space { cursor += 1 }
    cursor = ByteScan.skipWhitespace(cursor, end)
  }

  /// Reads a member's key and moves on to its value.
  @usableFromInline
  mutating func readKey() throws(MappingError) -> String {
    let raw = try readRawKey()
    return try makeString(raw)
  }

  /// Enters an array or object.
  @inline(__always)
  mutating func enter() throws(MappingError) {
    remainingDepth &-= 1
    guard remainingDepth >= 0, stack.hasRoom() else { throw tooDeep() }
  }

  @inline(never)
  private mutating func tooDeep() -> MappingError {
    failure(
      .depthLimit, expected: "less nesting",
      found: remainingDepth < 0
        ? "more than the depth limit allows" : "more than the thread's stack has room for")
  }

  /// Checks that the stack has room for copies of a large value.
  ///
  /// - Parameter size: the value's, in bytes. Unoptimised code copies it up to a dozen times on its
  ///   way.
  @inline(never)
  @usableFromInline
  mutating func checkStack(for size: Int) throws(MappingError) {
    guard stack.hasRoom(for: size &* 16) else {
      throw failure(
        .depthLimit, expected: "less nesting", found: "more than the thread's stack has room for")
    }
  }
}

// MARK: - For the users' own types

extension JSONReader {
  /// Reads an array, element by element.
  ///
  /// - Parameter body: called once per element; reads exactly that.
  /// - Throws: ``MappingError`` if the next value isn't an array, and whatever `body` throws.
  ///
  /// ```swift
  /// var sum = 0
  /// try reader.decodeArray { reader in sum += try reader.decode(Int.self) }
  /// ```
  @inlinable
  public mutating func decodeArray(_ body: (inout JSONReader) throws -> Void) throws {
    guard try beginArray() else { return }
    repeat {
      let position = cursor
      try handOut(to: body)
      if cursor == position { throw readNothing() }
    } while try nextElement()
  }

  /// Reads an object, member by member.
  ///
  /// - Parameter body: called once per member, in the document's order, with the key; reads the
  ///   value, or skips it with ``skipValue()``.
  /// - Throws: ``MappingError`` if the next value isn't an object, and whatever `body` throws.
  ///
  /// ```swift
  /// try reader.decodeObject { key, reader in
  ///   switch key {
  ///   case "x": x = try reader.decode(Double.self)
  ///   default: try reader.skipValue()
  ///   }
  /// }
  /// ```
  @inlinable
  public mutating func decodeObject(
    _ body: (_ key: String, _ reader: inout JSONReader) throws -> Void
  ) throws {
    guard try beginObject() else { return }
    repeat {
      let key = try readKey()
      let position = cursor
      try handOut { try body(key, &$0) }
      if cursor == position { throw readNothing() }
    } while try nextMember()
  }

  /// A piece of user code left its value unread.
  @inline(never)
  @usableFromInline
  mutating func readNothing() -> MappingError {
    failure(.custom, expected: "the code for this value neither read nor skipped it")
  }
}
