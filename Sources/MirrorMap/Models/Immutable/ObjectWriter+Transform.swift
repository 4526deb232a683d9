/// Members that are written by a transform: whole values, or containers of what it makes.
extension ObjectWriter {
  /// Writes a member with a transform.
  ///
  /// - Parameters:
  ///   - transform: converts the value to JSON: a ``Transform``, ``TransformOf``, ``ModelRegistry`` or
  ///     any other ``ValueCoding``.
  ///   - value, key, nested, delimiter: as without one.
  /// - Throws: ``MappingError`` if the value cannot be written, or the key was set before.
  @inlinable
  public mutating func set<Coding: ValueCoding>(
    _ value: Coding.Value, _ key: String, nested: Bool = true, delimiter: String = ".",
    transform: Coding
  ) throws(MappingError) {
    try write(
      value, key, nested, delimiter, transform, isNone: transform.isNone(value))
  }

  /// Writes a member with a transform that makes optionals itself; it is not asked about nil.
  @inlinable
  public mutating func set<Wrapped, Coding: ValueCoding<Wrapped?>>(
    _ value: Wrapped?, _ key: String, nested: Bool = true, delimiter: String = ".",
    transform: Coding
  ) throws(MappingError) {
    try write(
      value, key, nested, delimiter, transform, isNone: value == nil)
  }

  /// Writes an optional, array, dictionary or set, its items with a transform.
  @inlinable
  public mutating func set<Container: MappableContainer, Coding: ValueCoding>(
    _ value: Container, _ key: String, nested: Bool = true, delimiter: String = ".",
    transform: Coding
  ) throws(MappingError) where Container.Item == Coding.Value {
    try write(
      value, key, nested, delimiter, Lifted<Container, Coding>(transform),
      isNone: value.isNone(transform))
  }

  /// Writes a container of containers, the innermost items with a transform.
  @inlinable
  public mutating func set<Container: MappableContainer, Coding: ValueCoding>(
    _ value: Container, _ key: String, nested: Bool = true, delimiter: String = ".",
    transform: Coding
  ) throws(MappingError)
  where Container.Item: MappableContainer, Container.Item.Item == Coding.Value {
    try write(
      value, key, nested, delimiter,
      Lifted<Container, Lifted<Container.Item, Coding>>(Lifted(transform)),
      isNone: value.isNone(Lifted<Container.Item, Coding>(transform)))
  }

  /// Writes three levels of containers, the innermost items with a transform.
  @inlinable
  public mutating func set<Container: MappableContainer, Coding: ValueCoding>(
    _ value: Container, _ key: String, nested: Bool = true, delimiter: String = ".",
    transform: Coding
  ) throws(MappingError)
  where
    Container.Item: MappableContainer, Container.Item.Item: MappableContainer,
    Container.Item.Item.Item == Coding.Value
  {
    try write(
      value, key, nested, delimiter,
      Lifted<Container, Lifted<Container.Item, Lifted<Container.Item.Item, Coding>>>(
        Lifted(Lifted(transform))),
      isNone: value.isNone(
        Lifted<Container.Item, Lifted<Container.Item.Item, Coding>>(Lifted(transform))))
  }
}
