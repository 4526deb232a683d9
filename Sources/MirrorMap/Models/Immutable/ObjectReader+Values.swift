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
  ///   - key: A key or key path such as `"user.addresses.0.zip"`, or `"items.*.id"` for the values
  ///     in all elements or members.
  ///   - alternatives: Other keys to use, in this order, if `key` is absent.
  ///   - nested: Whether keys are paths. If false, `"a.b"` is one key with a dot in it.
  ///   - delimiter: The separator of a path's steps.
  ///   - default: The value if the key is absent or `null`, or if the value can't be read and the
  ///     policy allows it; nil if the key is required.
  ///   - coercion: Which values of other types are accepted; nil for the mapper's option.
  ///   - onFailure: What happens when the value can't be decoded; nil to use the mapper's policy.
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
      key, alternatives, nested, delimiter, coercion, onFailure, ValueItself<Value>(),
      none: Value.noneValue, default: `default`())
  }
}

// MARK: - Transforms

extension ObjectReader {
  /// Reads the value of a key with a transform.
  ///
  /// - Parameters:
  ///   - transform: Converts the JSON to the value: a ``Transform``, ``TransformOf``,
  ///     ``ModelRegistry``, or another ``ValueCoding``.
  ///   - key: A key or key path such as `"user.addresses.0.zip"`.
  ///   - alternatives: Other keys to use, in this order, if `key` is absent.
  ///   - nested: Whether keys are paths. If false, `"a.b"` is one key with a dot in it.
  ///   - delimiter: The separator of a path's steps.
  ///   - default: The value if the key is absent or `null`; nil if the key is required.
  ///   - coercion: Which values of other types are accepted; nil for the mapper's option.
  ///   - onFailure: What happens when the value can't be decoded; nil to use the mapper's policy.
  /// - Throws: ``MappingError`` with the position of whatever is wrong.
  @inlinable
  public mutating func value<Coding: ValueCoding>(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: Coding, default: @autoclosure () -> Coding.Value? = nil, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil
  ) throws(MappingError) -> Coding.Value {
    try read(
      key, alternatives, nested, delimiter, coercion, onFailure, transform,
      none: PropertyDeclaration.noneValue(Coding.Value.self), default: `default`())
  }

  /// Reads an optional, array, dictionary, or set with a transform of its items.
  @inlinable
  public mutating func value<Container: MappableContainer, Coding: ValueCoding>(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: Coding, default: @autoclosure () -> Container? = nil, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil
  ) throws(MappingError) -> Container where Container.Item == Coding.Value {
    try read(
      key, alternatives, nested, delimiter, coercion, onFailure,
      Lifted(transform), none: Container.noneValue, default: `default`())
  }

  /// Reads a container of containers with a transform of the innermost items.
  @inlinable
  public mutating func value<Container: MappableContainer, Coding: ValueCoding>(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: Coding, default: @autoclosure () -> Container? = nil, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil
  ) throws(MappingError) -> Container
  where Container.Item: MappableContainer, Container.Item.Item == Coding.Value {
    try read(
      key, alternatives, nested, delimiter, coercion, onFailure,
      Lifted(Lifted(transform)), none: Container.noneValue, default: `default`())
  }

  /// Reads three levels of containers with a transform of the innermost items.
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
      key, alternatives, nested, delimiter, coercion, onFailure,
      Lifted(Lifted(Lifted(transform))), none: Container.noneValue, default: `default`())
  }
}

// MARK: - Presence

extension ObjectReader {
  /// Returns whether a key or one of its alternatives is present, and whether its value is `null`.
  ///
  /// The parameters are those of ``value(_:_:nested:delimiter:default:coercion:onFailure:)``.
  /// - Throws: ``MappingError`` if the JSON is malformed up to the key.
  public mutating func presence(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = "."
  ) throws(MappingError) -> PropertyState.Presence {
    try findPresence(key, alternatives, nested, delimiter)
  }

  /// Returns whether a key or one of its alternatives is present, with `null` or any other value.
  ///
  /// The parameters are those of ``value(_:_:nested:delimiter:default:coercion:onFailure:)``.
  /// - Throws: ``MappingError`` if the JSON is malformed up to the key.
  public mutating func contains(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = "."
  ) throws(MappingError) -> Bool {
    try findPresence(key, alternatives, nested, delimiter) != .absent
  }

  private mutating func findPresence(
    _ key: String, _ alternatives: [String], _ nested: Bool, _ delimiter: String
  ) throws(MappingError) -> PropertyState.Presence {
    var requested = ObjectKey(key, alternatives, nested, delimiter)
    if requested.isGathering {
      // As for a property, what is before the wildcard counts.
      _ = try requested.splitAtWildcard(model, canGather: true)
    } else if nested, let known = try findQuickly(key, alternatives, delimiter, isRead: false) {
      return known
    }
    return try find(requested, isRead: false)
  }
}
