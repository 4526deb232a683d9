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
    _ = try beginValue()
    writeByte(.openBracket)
    try body(&self)
    writeByte(.closeBracket)
  }

  /// Writes one element of an array.
  ///
  /// - Throws: ``MappingError`` if the value cannot be written.
  @inlinable
  public mutating func encodeElement<Value: MappableValue>(
    _ value: Value
  ) throws(MappingError) {
    separate()
    try encode(value)
  }

  /// Writes an object.
  ///
  /// - Parameter body: writes the members, each with ``encode(_:forKey:)``.
  /// - Throws: whatever `body` throws.
  public mutating func encodeObject(_ body: (inout JSONWriter) throws -> Void) throws {
    _ = try beginValue()
    writeByte(.openBrace)
    try body(&self)
    writeByte(.closeBrace)
  }

  /// Writes one member of an object.
  ///
  /// - Throws: ``MappingError`` if the value cannot be written.
  @inlinable
  public mutating func encode<Value: MappableValue>(
    _ value: Value, forKey key: String
  ) throws(MappingError) {
    writeKey(key)
    try encode(value)
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
    if cursor > base, cursor[-1] != .openBracket, cursor[-1] != .openBrace { writeByte(.comma) }
  }
}
