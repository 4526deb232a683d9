/// Arrays and objects of users' types. Brackets, commas and colons are written here.
extension JSONWriter {
  /// Writes an array.
  ///
  /// - Parameter body: writes the elements, each with ``encodeElement(_:)``.
  /// - Throws: any error that `body` throws.
  ///
  /// ```swift
  /// try writer.encodeArray { array in
  ///   try array.encodeElement(x)
  ///   try array.encodeElement(y)
  /// }
  /// ```
  public mutating func encodeArray(_ body: (inout JSONWriter) throws -> Void) throws {
    try encodeContainer(.array, .openBracket, .closeBracket, body)
  }

  /// Writes an object.
  ///
  /// - Parameter body: writes the members, each with ``encode(_:forKey:)``.
  /// - Throws: any error that `body` throws.
  public mutating func encodeObject(_ body: (inout JSONWriter) throws -> Void) throws {
    try encodeContainer(.object, .openBrace, .closeBrace, body)
  }

  private mutating func encodeContainer(
    _ kind: Container, _ open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) throws -> Void
  ) throws {
    _ = try beginValue()
    try enter()
    let outer = (container, scope)
    container = kind
    if kind == .array, scope.usesGeneralPath { scope = scope.ofElements }
    defer { (container, scope) = outer }
    writeByte(open)
    do {
      try handOut(to: body)
    } catch {
      isMalformed = true
      throw error
    }
    writeByte(close)
    leave()
  }

  /// Writes a member's key, with a comma before it unless it is the first.
  ///
  /// - Parameter isSorted: whether the key is known to be behind those before it.
  @usableFromInline
  mutating func writeKey(_ key: String, isSorted: Bool = false) {
    if !isSorted { hasUnsortedKeys = true }
    separate()
    JSONKey.withUTF8(key) { writeString($0) }
    writeByte(.colon)
  }

  /// Writes a comma unless this is the first element or member.
  @usableFromInline
  mutating func separate() {
    guard let last = written.last, last != .openBracket, last != .openBrace else { return }
    writeByte(.comma)
  }
}
