/// Members whose values write themselves, or are written by a transform: whole values, or what is
/// one, two or three levels of containers inside.
extension ObjectWriter {
  /// Writes a member.
  ///
  /// ```swift
  /// try object.set(id, "id")
  /// try object.set(zip, "addresses.0.zip")
  /// ```
  ///
  /// - Parameters:
  ///   - value: the member's value; nil is omitted unless the options say otherwise.
  ///   - key: a key or key path.
  ///   - nested: whether the key is a path. With false, `"a.b"` is one key with a dot in it.
  ///   - delimiter: what separates the steps of a path.
  /// - Throws: ``MappingError`` if the value cannot be written, or the key was set before.
  /// - Complexity: O(n) in the size of the value's JSON. The object is assembled anew if
  ///   key paths with a common beginning are not set one after the other.
  @inlinable
  public mutating func set<Value: MappableValue>(
    _ value: Value, _ key: String, nested: Bool = true, delimiter: String = "."
  ) throws(MappingError) {
    try write(value, key, nested, delimiter, ValueItself<Value>())
  }
}

// MARK: - Transforms

extension ObjectWriter {
  /// Writes a member with a transform.
  ///
  /// - Parameters:
  ///   - transform: converts the value to JSON: a ``Transform``, ``TransformOf``, ``ModelRegistry``
  ///     or any other ``ValueCoding``.
  ///   - value, key, nested, delimiter: as without one.
  /// - Throws: ``MappingError`` if the value cannot be written, or the key was set before.
  @inlinable
  public mutating func set<Coding: ValueCoding>(
    _ value: Coding.Value, _ key: String, nested: Bool = true, delimiter: String = ".",
    transform: Coding
  ) throws(MappingError) {
    try write(value, key, nested, delimiter, transform)
  }

  /// Writes a member with a transform that makes optionals itself; it is not asked about nil.
  @inlinable
  public mutating func set<Wrapped, Coding: ValueCoding<Wrapped?>>(
    _ value: Wrapped?, _ key: String, nested: Bool = true, delimiter: String = ".",
    transform: Coding
  ) throws(MappingError) {
    try write(value, key, nested, delimiter, transform, isNone: value == nil)
  }

  /// Writes an optional, array, dictionary or set, its items with a transform.
  @inlinable
  public mutating func set<Container: MappableContainer, Coding: ValueCoding>(
    _ value: Container, _ key: String, nested: Bool = true, delimiter: String = ".",
    transform: Coding
  ) throws(MappingError) where Container.Item == Coding.Value {
    try write(value, key, nested, delimiter, Lifted<Container, Coding>(transform))
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
      Lifted<Container, Lifted<Container.Item, Coding>>(Lifted(transform)))
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
        Lifted(Lifted(transform))))
  }
}
