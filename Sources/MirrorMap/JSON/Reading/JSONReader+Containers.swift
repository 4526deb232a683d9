/// Iterating over arrays and objects. Callers read values only; brackets, commas, colons and white
/// space are handled here.
///
/// Precondition of each access to a byte: a comparison with `end` has shown that there is one.
extension JSONReader {
  /// Enters an array, and returns whether there is a first element, at which the reader then is. An empty array has
  /// been read whole.
  @usableFromInline
  mutating func beginArray() throws(MappingError) -> Bool {
    try begin(.openBracket, "an array")
  }

  /// Enters an array as ``beginArray()`` does; nil at an object that is read as the array of this object.
  @usableFromInline
  mutating func beginElements() throws(MappingError) -> Bool? {
    if current == .openBrace, coercion == .lenient { return nil }
    return try begin(.openBracket, "an array")
  }

  /// Enters an object, and returns whether there is a first member, at whose key the reader then is. An empty object
  /// has been read whole.
  @usableFromInline
  mutating func beginObject() throws(MappingError) -> Bool {
    try begin(.openBrace, "an object")
  }

  @inline(__always)
  private mutating func begin(_ bracket: UInt8, _ expected: String) throws(MappingError) -> Bool {
    guard current == bracket else { throw mismatch(expected) }
    try enter()
    cursor = ByteScan.skipWhitespace(cursor + 1, end)
    guard current == bracket &+ 2 else { return true }
    cursor += 1
    remainingDepth += 1
    return false
  }

  /// Advances after an element, and returns whether there is another one, at which the reader then is; otherwise the
  /// array has been read whole.
  @usableFromInline
  mutating func nextElement() throws(MappingError) -> Bool {
    try next(.closeBracket, "',' or ']'")
  }

  /// Advances after a member's value, and returns whether there is another member, at whose key the reader then is;
  /// otherwise the object has been read whole.
  @usableFromInline
  mutating func nextMember() throws(MappingError) -> Bool {
    try next(.closeBrace, "',' or '}'")
  }

  @inline(__always)
  mutating func next(_ bracket: UInt8, _ expected: String) throws(MappingError) -> Bool {
    var pointer = cursor
    let end = end
    if pointer < end, unsafe pointer.pointee != .comma {
      pointer = ByteScan.skipWhitespace(pointer, end)
    }
    guard pointer < end else { throw unexpected(expected, at: pointer) }
    if unsafe pointer.pointee == .comma {
      cursor = ByteScan.skipWhitespace(pointer + 1, end)
      return true
    }
    guard unsafe pointer.pointee == bracket else { throw unexpected(expected, at: pointer) }
    cursor = pointer + 1
    remainingDepth += 1
    return false
  }

  /// Advances after an element as ``nextElement()`` does, with a fast path for elements that have
  /// the same separator as the ones before.
  ///
  /// - Parameter separator: the text between the last two elements.
  @inlinable @inline(__always)
  mutating func nextElement(_ separator: inout Separator) throws(MappingError) -> Bool {
    // Compact documents have a comma alone. 0x2C is a comma, and 0x20 a space.
    if unsafe end - cursor >= 2 && cursor[0] == 0x2C && cursor[1] > 0x20 {
      cursor += 1
      return true
    }
    return try nextSeparatedElement(&separator)
  }

  @usableFromInline
  mutating func nextSeparatedElement(_ separator: inout Separator) throws(MappingError) -> Bool {
    guard current == .closeBracket else { return try next(&separator, isMember: false) }
    cursor += 1
    remainingDepth &+= 1
    return false
  }

  /// Advances as ``nextMember()`` or ``nextElement()`` does, with a fast path for what has the same
  /// separator as before.
  @inline(__always)
  mutating func next(
    _ separator: inout Separator, isMember: Bool
  ) throws(MappingError) -> Bool {
    let (first, length) = (cursor, separator.length)
    if let start = separator.start, end - first > max(length, ByteMask.width),
      unsafe ByteMask.isEqual(first, start, length), unsafe first[length] > .space
    {
      cursor += length
      return true
    }
    guard try isMember ? nextMember() : nextElement() else { return false }
    (separator.start, separator.length) = (first, cursor - first)
    return true
  }

  /// The text between two elements or members: a comma and white space, in the document.
  @frozen @usableFromInline
  struct Separator {
    /// nil as long as there has been no separator.
    @usableFromInline var start: BytePointer?
    @usableFromInline var length = 0

    @inlinable
    init() {}
  }

  /// Reads a member's key as raw bytes and advances to its value.
  @inline(__always)
  mutating func readRawKey() throws(MappingError) -> RawString {
    guard cursor < end, unsafe cursor.pointee == .quote else {
      throw unexpectedInsteadOfKey(at: cursor)
    }
    let raw = try scanString()
    try validate(raw)
    try readColon()
    return raw
  }

  /// Advances from the end of a key to its value.
  @inline(__always)
  mutating func readColon() throws(MappingError) {
    if cursor < end, unsafe cursor.pointee != .colon { skipWhitespace() }
    guard cursor < end, unsafe cursor.pointee == .colon else { throw unexpected("':'", at: cursor) }
    // Indented documents have one space here, compact ones none.
    cursor += 1
    if end - cursor >= 2, unsafe cursor.pointee == .space { cursor += 1 }
    cursor = ByteScan.skipWhitespace(cursor, end)
  }

  /// Reads a member's key and advances to its value.
  @usableFromInline
  mutating func readKey() throws(MappingError) -> String { try makeString(readRawKey()) }

  @inline(__always)
  mutating func enter() throws(MappingError) {
    remainingDepth &-= 1
    guard remainingDepth >= 0, stack.hasRoom() else { throw tooDeep() }
  }

  @inline(never)
  mutating func tooDeep() -> MappingError {
    failure(
      .depthLimit, expected: "less nesting",
      found: remainingDepth < 0
        ? "more than the depth limit allows" : "more than the thread's stack has room for")
  }

  /// Checks that the stack has room for copies of a value of so many bytes: unoptimized code makes up to a dozen.
  @inline(never) @usableFromInline
  mutating func checkStack(for size: Int) throws(MappingError) {
    guard stack.hasRoom(for: size &* 16) else { throw tooDeep() }
  }
}

// MARK: - For users' types

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
    try readOne { reader in
      guard try reader.beginArray() else { return }
      repeat {
        let position = reader.cursor
        try reader.handOut(to: body)
        if reader.cursor == position { throw reader.misread("neither read nor skipped it") }
      } while try reader.nextElement()
    }
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
    try readOne { reader in
      guard try reader.beginObject() else { return }
      repeat {
        let key = try reader.readKey()
        let position = reader.cursor
        try reader.handOut { try body(key, &$0) }
        if reader.cursor == position { throw reader.misread("neither read nor skipped it") }
      } while try reader.nextMember()
    }
  }
}
