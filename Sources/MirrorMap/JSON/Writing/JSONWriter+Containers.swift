/// Arrays and objects of the users' own types. Brackets, commas and colons are taken care of here.
extension JSONWriter {
  /// Writes an array.
  ///
  /// - Parameter body: writes the elements, each with ``encodeElement(_:)``.
  /// - Throws: whatever `body` throws.
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

  /// Writes one element of an array.
  ///
  /// - Throws: ``MappingError`` if the value cannot be written.
  @inlinable
  public mutating func encodeElement<Value: MappableValue>(
    _ value: Value
  ) throws(MappingError) {
    try encodeElement(value, with: ValueItself())
  }

  /// Writes one element of an array with a coding.
  ///
  /// - Throws: ``MappingError`` if the value cannot be written.
  @inlinable
  public mutating func encodeElement<Coding: ValueCoding>(
    _ value: Coding.Value, with coding: Coding
  ) throws(MappingError) {
    guard container == .array else { throw misplaced("an element outside of an array") }
    separate()
    try encodePiece(value, with: coding)
  }

  /// Writes an object.
  ///
  /// - Parameter body: writes the members, each with ``encode(_:forKey:)``.
  /// - Throws: whatever `body` throws.
  public mutating func encodeObject(_ body: (inout JSONWriter) throws -> Void) throws {
    try encodeContainer(.object, .openBrace, .closeBrace, body)
  }

  private mutating func encodeContainer(
    _ kind: Container, _ open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) throws -> Void
  ) throws {
    _ = try beginValue()
    try enter()
    let outer = container
    container = kind
    defer { container = outer }
    writeByte(open)
    do {
      try body(&self)
    } catch {
      isMalformed = true
      throw error
    }
    writeByte(close)
    leave()
  }

  /// Writes one member of an object.
  ///
  /// - Throws: ``MappingError`` if the value cannot be written.
  @inlinable
  public mutating func encode<Value: MappableValue>(
    _ value: Value, forKey key: String
  ) throws(MappingError) {
    try encode(value, forKey: key, with: ValueItself())
  }

  /// Writes one member of an object with a coding.
  ///
  /// - Throws: ``MappingError`` if the value cannot be written.
  @inlinable
  public mutating func encode<Coding: ValueCoding>(
    _ value: Coding.Value, forKey key: String, with coding: Coding
  ) throws(MappingError) {
    guard container == .object else { throw misplaced("a member outside of an object") }
    writeKey(key)
    try encodePiece(value, with: coding)
  }

  /// Writes a value behind its comma or key. The value's own code begins without a container.
  @inlinable
  mutating func encodePiece<Coding: ValueCoding>(
    _ value: Coding.Value, with coding: Coding
  ) throws(MappingError) {
    let outer = container
    container = .none
    defer { container = outer }
    do throws(MappingError) {
      try encode(value, with: coding)
    } catch {
      isMalformed = true
      throw error
    }
  }

  @inline(never)
  @usableFromInline
  func misplaced(_ piece: String) -> MappingError {
    MappingError(.notEncodable, expected: "the code for this value wrote \(piece)")
  }

  /// Writes a member's key, with a comma before it unless it is the first.
  @usableFromInline
  mutating func writeKey(_ key: String) {
    separate()
    writeString(key)
    writeByte(.colon)
  }

  /// Writes a comma unless this is the first element or member.
  @usableFromInline
  mutating func separate() {
    guard let last = written.last, last != .openBracket, last != .openBrace else { return }
    writeByte(.comma)
  }
}
