/// Reading the values of keys.
extension ObjectReader {
  /// Reads the value of a key.
  ///
  /// ```swift
  /// id = try object.value("id")
  /// name = try object.value("profile.name", "name")      // the first that is there
  /// ids = try object.value("items.*.id")                 // let ids: [Int]
  /// ```
  ///
  /// - Parameters:
  ///   - key: a key or key path such as `"user.addresses.0.zip"`, or `"items.*.id"` for what is
  ///     found in all elements or members.
  ///   - alternatives: further keys to look for, in this order, when `key` is absent.
  ///   - nested: whether keys are paths. With false, `"a.b"` is one key with a dot in it.
  ///   - delimiter: what separates the steps of a path.
  ///   - default: the value when the key is absent or `null`, or, where failures are stopped, when
  ///     it cannot be read; nil if the key is required.
  ///   - coercion: whether values of one kind are accepted as another; nil for what the mapper
  ///     says.
  ///   - onFailure: how far a failure reaches; nil for what the mapper says.
  /// - Returns: for an optional type without a default, nil when the key is absent or `null`.
  /// - Throws: ``MappingError`` with the position of whatever is wrong.
  /// - Complexity: O(n) in the bytes from the last value that was read to this one.
  @inlinable
  public mutating func value<Value: MappableValue>(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    default: @autoclosure () -> Value? = nil, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil
  ) throws(MappingError) -> Value {
    try read(
      ObjectKey(key, alternatives, nested, delimiter, coercion, onFailure), ValueItself<Value>(),
      none: Value.noneValue, default: `default`())
  }
}

// MARK: - Transforms

extension ObjectReader {
  /// Reads the value of a key with a transform.
  ///
  /// - Parameters:
  ///   - transform: converts the JSON to the value: a ``Transform``, ``TransformOf``,
  ///     ``ModelRegistry`` or any other ``ValueCoding``.
  ///   - key, alternatives, nested, delimiter, default, coercion, onFailure: as without one.
  /// - Throws: ``MappingError`` with the position of whatever is wrong.
  @inlinable
  public mutating func value<Coding: ValueCoding>(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: Coding, default: @autoclosure () -> Coding.Value? = nil, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil
  ) throws(MappingError) -> Coding.Value {
    try read(
      ObjectKey(key, alternatives, nested, delimiter, coercion, onFailure), transform,
      none: PropertyDeclaration.noneValue(Coding.Value.self), default: `default`())
  }

  /// Reads an optional, array, dictionary or set, its items with a transform.
  @inlinable
  public mutating func value<Container: MappableContainer, Coding: ValueCoding>(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: Coding, default: @autoclosure () -> Container? = nil, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil
  ) throws(MappingError) -> Container where Container.Item == Coding.Value {
    try read(
      ObjectKey(key, alternatives, nested, delimiter, coercion, onFailure),
      Lifted<Container, Coding>(transform), none: Container.noneValue, default: `default`())
  }

  /// Reads a container of containers, the innermost items with a transform.
  @inlinable
  public mutating func value<Container: MappableContainer, Coding: ValueCoding>(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: Coding, default: @autoclosure () -> Container? = nil, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil
  ) throws(MappingError) -> Container
  where Container.Item: MappableContainer, Container.Item.Item == Coding.Value {
    try read(
      ObjectKey(key, alternatives, nested, delimiter, coercion, onFailure),
      Lifted<Container, Lifted<Container.Item, Coding>>(Lifted(transform)),
      none: Container.noneValue, default: `default`())
  }

  /// Reads three levels of containers, the innermost items with a transform.
  @inlinable
  public mutating func value<Container: MappableContainer, Coding: ValueCoding>(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: Coding, default: @autoclosure () -> Container? = nil, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil
  ) throws(MappingError) -> Container
  where
    Container.Item: MappableContainer, Container.Item.Item: MappableContainer,
    Container.Item.Item.Item == Coding.Value
  {
    try read(
      ObjectKey(key, alternatives, nested, delimiter, coercion, onFailure),
      Lifted<Container, Lifted<Container.Item, Lifted<Container.Item.Item, Coding>>>(
        Lifted(Lifted(transform))), none: Container.noneValue, default: `default`())
  }
}

// MARK: - What is known of keys

extension ObjectReader {
  /// Whether a key, or one of its alternatives, is there, and has another value than `null`.
  ///
  /// - Parameters: as for ``value(_:_:nested:delimiter:default:coercion:onFailure:)``.
  /// - Throws: ``MappingError`` for malformed JSON on the way.
  public mutating func presence(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = "."
  ) throws(MappingError) -> PropertyState.Presence {
    try find(ObjectKey(key, alternatives, nested, delimiter), isRead: false)
  }

  /// Whether a key, or one of its alternatives, is there; `null` counts.
  ///
  /// - Parameters: as for ``value(_:_:nested:delimiter:default:coercion:onFailure:)``.
  /// - Throws: ``MappingError`` for malformed JSON on the way.
  public mutating func contains(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = "."
  ) throws(MappingError) -> Bool {
    try find(ObjectKey(key, alternatives, nested, delimiter), isRead: false) != .absent
  }
}
