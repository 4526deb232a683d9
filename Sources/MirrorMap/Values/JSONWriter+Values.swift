/// Writing elements and members of the users' own types.
extension JSONWriter {
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
}
