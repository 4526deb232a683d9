/// Members whose values write themselves, or have a transform: of the whole value, or of the items
/// one, two, or three levels of containers inside.
extension ObjectWriter {
  /// Writes a member.
  ///
  /// ```swift
  /// try object.set(id, "id")
  /// try object.set(zip, "addresses.0.zip")
  /// ```
  ///
  /// - Parameters:
  ///   - value: The member's value; by default, nil is omitted.
  ///   - key: a key or key path.
  ///   - nested: Whether the key is a path. If false, `"a.b"` is one key with a dot in it.
  ///   - delimiter: The separator of a path's steps.
  /// - Throws: ``MappingError`` if the value can't be written, if the key was set already, or if it's a path with a
  ///   wildcard, which is only read.
  /// - Complexity: O(n) in the size of the value's JSON. The object is copied once more if key
  ///   paths with a common beginning aren't set one after the other, or if a path leads into an
  ///   array.
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
  ///   - transform: Converts the value to JSON: a ``Transform``, ``TransformOf``,
  ///     ``ModelRegistry``, or another ``ValueCoding``.
  ///   - value: The member's value; by default, nil is omitted.
  ///   - key: A key or key path such as `"user.addresses.0.zip"`.
  ///   - nested: Whether the key is a path. If false, `"a.b"` is one key with a dot in it.
  ///   - delimiter: The separator of a path's steps.
  /// - Throws: ``MappingError`` if the value can't be written, if the key was set already, or if it's a path with a
  ///   wildcard, which is only read.
  @inlinable
  public mutating func set<Coding: ValueCoding>(
    _ value: Coding.Value, _ key: String, nested: Bool = true, delimiter: String = ".",
    transform: Coding
  ) throws(MappingError) {
    try write(value, key, nested, delimiter, transform)
  }

  /// Writes a member with a transform of optionals. The transform isn't called for nil, which is omitted, or written as
  /// `null` with ``EncodingOptions/nullsIncluded``.
  @inlinable
  public mutating func set<Wrapped, Coding: ValueCoding<Wrapped?>>(
    _ value: Wrapped?, _ key: String, nested: Bool = true, delimiter: String = ".",
    transform: Coding
  ) throws(MappingError) {
    try write(value, key, nested, delimiter, transform, isNone: value == nil)
  }

  /// Writes an optional, array, dictionary, or set with a transform of its items.
  @inlinable
  public mutating func set<Container: MappableContainer, Coding: ValueCoding>(
    _ value: Container, _ key: String, nested: Bool = true, delimiter: String = ".",
    transform: Coding
  ) throws(MappingError) where Container.Item == Coding.Value {
    try write(value, key, nested, delimiter, Lifted(transform))
  }

  /// Writes a container of containers with a transform of the innermost items.
  @inlinable
  public mutating func set<Container: MappableContainer, Coding: ValueCoding>(
    _ value: Container, _ key: String, nested: Bool = true, delimiter: String = ".",
    transform: Coding
  ) throws(MappingError)
  where Container.Item: MappableContainer, Container.Item.Item == Coding.Value {
    try write(value, key, nested, delimiter, Lifted(Lifted(transform)))
  }

  /// Writes three levels of containers with a transform of the innermost items.
  @inlinable
  public mutating func set<Container: MappableContainer, Coding: ValueCoding>(
    _ value: Container, _ key: String, nested: Bool = true, delimiter: String = ".",
    transform: Coding
  ) throws(MappingError)
  where
    Container.Item: MappableContainer, Container.Item.Item: MappableContainer,
    Container.Item.Item.Item == Coding.Value
  {
    try write(value, key, nested, delimiter, Lifted(Lifted(Lifted(transform))))
  }
}
