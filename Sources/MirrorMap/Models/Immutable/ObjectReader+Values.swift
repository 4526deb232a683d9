/// Values that read themselves, and what is known of keys.
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
  ///   - key: a key or key path such as `"user.addresses.0.zip"`, or `"items.*.id"` for what is found
  ///     in all elements or members.
  ///   - alternatives: further keys to look for, in this order, when `key` is absent.
  ///   - nested: whether keys are paths. With false, `"a.b"` is one key with a dot in it.
  ///   - delimiter: what separates the steps of a path.
  ///   - coercion: whether values of one kind are taken for another; nil for what the mapper says.
  ///   - onFailure: how far a failure reaches; nil for what the mapper says.
  /// - Returns: for an optional type, nil when the key is absent or `null`.
  /// - Throws: ``MappingError`` with the place of whatever is wrong.
  /// - Complexity: O(n) in the bytes from the last value that was read to this one.
  @inlinable
  public mutating func value<Value: MappableValue>(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    coercion: Coercion? = nil, onFailure: FailurePolicy? = nil
  ) throws(MappingError) -> Value {
    try readValue(
      ObjectKey(key, alternatives, nested, delimiter, coercion, onFailure), ValueItself<Value>(),
      none: Value.noneValue)
  }

  /// Reads the value of a key, or takes a default.
  ///
  /// - Parameters:
  ///   - default: the value when the key is absent or `null`, or, where failures are stopped, when it
  ///     cannot be read.
  ///   - key, alternatives, nested, delimiter, coercion, onFailure: as without one.
  /// - Throws: ``MappingError`` with the place of whatever is wrong.
  @inlinable
  public mutating func value<Value: MappableValue>(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    default: @autoclosure () -> Value, coercion: Coercion? = nil, onFailure: FailurePolicy? = nil
  ) throws(MappingError) -> Value {
    try read(
      ObjectKey(key, alternatives, nested, delimiter, coercion, onFailure), ValueItself<Value>(),
      none: Value.noneValue, hasDefault: true) ?? `default`()
  }

  /// Whether a key, or one of its alternatives, is there, and has another value than `null`.
  ///
  /// - Parameters: as for ``value(_:_:nested:delimiter:coercion:onFailure:)``.
  /// - Throws: ``MappingError`` for malformed JSON on the way.
  public mutating func presence(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = "."
  ) throws(MappingError) -> PropertyState.Presence {
    try presence(ObjectKey(key, alternatives, nested, delimiter))
  }

  /// Whether a key, or one of its alternatives, is there; `null` counts.
  ///
  /// - Parameters: as for ``value(_:_:nested:delimiter:coercion:onFailure:)``.
  /// - Throws: ``MappingError`` for malformed JSON on the way.
  public mutating func contains(
    _ key: String, _ alternatives: String..., nested: Bool = true, delimiter: String = "."
  ) throws(MappingError) -> Bool {
    try presence(ObjectKey(key, alternatives, nested, delimiter)) != .absent
  }

  private mutating func presence(
    _ key: ObjectKey
  ) throws(MappingError) -> PropertyState.Presence {
    guard let place = try locate(key) else { return .absent }
    reader.pointee.cursor = levels[place.level][place.member].value
    return reader.pointee.nextIsNull ? .null : .value
  }
}
