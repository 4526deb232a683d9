/// Values that are read by a transform: whole values, or what is one, two or three levels of containers
/// inside, such as `T?`, `[T]`, `[String: T]`, `[[T]]?`.
extension ObjectReader {
  /// Reads the value of a key with a transform.
  ///
  /// - Parameters:
  ///   - transform: converts the JSON to the value: a ``Transform``, ``TransformOf``, ``ModelRegistry``
  ///     or any other ``ValueCoding``.
  ///   - key, alternatives, nested, delimiter, coercion, onFailure: as without one.
  /// - Throws: ``MappingError`` with the place of whatever is wrong.
  @inlinable
  public mutating func value<Coding: ValueCoding>(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil
  ) throws(MappingError) -> Coding.Value {
    try readValue(
      ObjectKey(key, alternatives, nested, delimiter, coercion, onFailure), transform,
      none: PropertyDeclaration.noneValue(Coding.Value.self))
  }

  /// Reads the value of a key with a transform, or takes a default.
  ///
  /// - Parameters:
  ///   - transform: converts between the JSON and the value.
  ///   - default: the value when the key is absent or `null`, or, where failures are stopped, when it
  ///     cannot be read.
  ///   - key, alternatives, nested, delimiter, coercion, onFailure: as without one.
  /// - Throws: ``MappingError`` with the place of whatever is wrong.
  @inlinable
  public mutating func value<Coding: ValueCoding>(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: Coding, default: @autoclosure () -> Coding.Value, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil
  ) throws(MappingError) -> Coding.Value {
    try read(
      ObjectKey(key, alternatives, nested, delimiter, coercion, onFailure), transform,
      none: PropertyDeclaration.noneValue(Coding.Value.self), hasDefault: true) ?? `default`()
  }

  /// Reads an optional, array, dictionary or set, its items with a transform.
  @inlinable
  public mutating func value<Container: MappableContainer, Coding: ValueCoding>(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil
  ) throws(MappingError) -> Container where Container.Item == Coding.Value {
    try readValue(
      ObjectKey(key, alternatives, nested, delimiter, coercion, onFailure),
      Lifted<Container, Coding>(transform), none: Container.noneValue)
  }

  /// Reads an optional, array, dictionary or set, its items with a transform, or takes a default.
  @inlinable
  public mutating func value<Container: MappableContainer, Coding: ValueCoding>(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: Coding, default: @autoclosure () -> Container, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil
  ) throws(MappingError) -> Container where Container.Item == Coding.Value {
    try read(
      ObjectKey(key, alternatives, nested, delimiter, coercion, onFailure),
      Lifted<Container, Coding>(transform), none: Container.noneValue, hasDefault: true)
      ?? `default`()
  }

  /// Reads a container of containers, the innermost items with a transform.
  @inlinable
  public mutating func value<Container: MappableContainer, Coding: ValueCoding>(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil
  ) throws(MappingError) -> Container
  where Container.Item: MappableContainer, Container.Item.Item == Coding.Value {
    try readValue(
      ObjectKey(key, alternatives, nested, delimiter, coercion, onFailure),
      Lifted<Container, Lifted<Container.Item, Coding>>(Lifted(transform)),
      none: Container.noneValue)
  }

  /// Reads a container of containers, the innermost items with a transform, or takes a default.
  @inlinable
  public mutating func value<Container: MappableContainer, Coding: ValueCoding>(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: Coding, default: @autoclosure () -> Container, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil
  ) throws(MappingError) -> Container
  where Container.Item: MappableContainer, Container.Item.Item == Coding.Value {
    try read(
      ObjectKey(key, alternatives, nested, delimiter, coercion, onFailure),
      Lifted<Container, Lifted<Container.Item, Coding>>(Lifted(transform)),
      none: Container.noneValue, hasDefault: true) ?? `default`()
  }

  /// Reads three levels of containers, the innermost items with a transform.
  @inlinable
  public mutating func value<Container: MappableContainer, Coding: ValueCoding>(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil
  ) throws(MappingError) -> Container
  where
    Container.Item: MappableContainer, Container.Item.Item: MappableContainer,
    Container.Item.Item.Item == Coding.Value
  {
    try readValue(
      ObjectKey(key, alternatives, nested, delimiter, coercion, onFailure),
      Lifted<Container, Lifted<Container.Item, Lifted<Container.Item.Item, Coding>>>(
        Lifted(Lifted(transform))), none: Container.noneValue)
  }

  /// Reads three levels of containers, the innermost items with a transform, or takes a default.
  @inlinable
  public mutating func value<Container: MappableContainer, Coding: ValueCoding>(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: Coding, default: @autoclosure () -> Container, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil
  ) throws(MappingError) -> Container
  where
    Container.Item: MappableContainer, Container.Item.Item: MappableContainer,
    Container.Item.Item.Item == Coding.Value
  {
    try read(
      ObjectKey(key, alternatives, nested, delimiter, coercion, onFailure),
      Lifted<Container, Lifted<Container.Item, Lifted<Container.Item.Item, Coding>>>(
        Lifted(Lifted(transform))), none: Container.noneValue, hasDefault: true) ?? `default`()
  }
}
