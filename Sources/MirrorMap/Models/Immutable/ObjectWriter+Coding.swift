/// Members that are written by a coding that is no transform: whole values, or containers of what it makes.
extension ObjectWriter {
  /// Writes a member with a coding.
  ///
  /// - Parameters:
  ///   - coding: writes the value, such as a `ModelRegistry`.
  ///   - value, key, nested, delimiter: as without one.
  /// - Throws: ``MappingError`` if the value cannot be written, or the key was set before.
  @inlinable
  public mutating func set<Coding: ValueCoding>(
    _ value: Coding.Value, _ key: String, nested: Bool = true, delimiter: String = ".",
    as coding: Coding
  ) throws(MappingError) {
    try write(
      value, key, nested, delimiter, coding, isNone: coding.isNone(value))
  }

  /// Writes a member with a coding that makes optionals itself; it is not asked about nil.
  @inlinable
  public mutating func set<Wrapped, Coding: ValueCoding<Wrapped?>>(
    _ value: Wrapped?, _ key: String, nested: Bool = true, delimiter: String = ".",
    as coding: Coding
  ) throws(MappingError) {
    try write(
      value, key, nested, delimiter, coding, isNone: value == nil)
  }

  /// Writes an optional, array, dictionary or set, its items with a coding.
  @inlinable
  public mutating func set<Container: MappableContainer, Coding: ValueCoding>(
    _ value: Container, _ key: String, nested: Bool = true, delimiter: String = ".",
    as coding: Coding
  ) throws(MappingError) where Container.Item == Coding.Value {
    try write(
      value, key, nested, delimiter, Lifted<Container, Coding>(coding), isNone: value.isNone(coding)
    )
  }

  /// Writes a container of containers, the innermost items with a coding.
  @inlinable
  public mutating func set<Container: MappableContainer, Coding: ValueCoding>(
    _ value: Container, _ key: String, nested: Bool = true, delimiter: String = ".",
    as coding: Coding
  ) throws(MappingError)
  where Container.Item: MappableContainer, Container.Item.Item == Coding.Value {
    try write(
      value, key, nested, delimiter,
      Lifted<Container, Lifted<Container.Item, Coding>>(Lifted(coding)),
      isNone: value.isNone(Lifted<Container.Item, Coding>(coding)))
  }

  /// Writes three levels of containers, the innermost items with a coding.
  @inlinable
  public mutating func set<Container: MappableContainer, Coding: ValueCoding>(
    _ value: Container, _ key: String, nested: Bool = true, delimiter: String = ".",
    as coding: Coding
  ) throws(MappingError)
  where
    Container.Item: MappableContainer, Container.Item.Item: MappableContainer,
    Container.Item.Item.Item == Coding.Value
  {
    try write(
      value, key, nested, delimiter,
      Lifted<Container, Lifted<Container.Item, Lifted<Container.Item.Item, Coding>>>(
        Lifted(Lifted(coding))),
      isNone: value.isNone(
        Lifted<Container.Item, Lifted<Container.Item.Item, Coding>>(Lifted(coding))))
  }
}
