/// Properties with a transform of their whole value, or of the items one, two, or three levels of
/// containers deep.
///
/// Every ``ValueCoding`` can be the transform: a ``Transform``, closures (``TransformOf``), or a
/// ``ModelRegistry``.
extension Mapped {
  /// Maps the property through a transform of its whole value.
  ///
  /// - Parameters:
  ///   - transform: Converts between the JSON and the property's type. It's evaluated a few times
  ///     per type.
  ///   - key: A key or key path; nil for the property's name.
  ///   - alternatives: Other keys to use, in this order, if `key` is absent.
  ///   - nested: Whether keys are paths. If false, `"a.b"` is one key with a dot in it.
  ///   - delimiter: The separator of a path's steps.
  ///   - coercion: Which values of other types are accepted; nil for the mapper's option.
  ///   - onFailure: What happens when the value can't be decoded; nil to use the mapper's policy.
  ///   - direction: Whether the property is only decoded, or only encoded.
  @inlinable
  public init<Coding: ValueCoding<Value>>(
    _ key: String? = nil, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: @autoclosure () -> Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  ) {
    self.init(
      nil, none: PropertyDeclaration.noneValue(Value.self), hasDefault: false,
      MappedKey(key, alternatives, nested, delimiter), transform(),
      PropertyOptions(coercion, onFailure, direction))
  }

  /// Maps an optional property through a transform of optionals.
  @inlinable
  public init<Wrapped, Coding: ValueCoding<Wrapped?>>(
    _ key: String? = nil, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: @autoclosure () -> Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  ) where Value == Wrapped? {
    self.init(
      Value.noneValue, none: Value.noneValue, hasDefault: false,
      MappedKey(key, alternatives, nested, delimiter), transform(),
      PropertyOptions(coercion, onFailure, direction))
  }

  /// Maps a property with a default value through a transform.
  @inlinable
  public init<Coding: ValueCoding<Value>>(
    wrappedValue: Value, _ key: String? = nil, _ alternatives: String..., nested: Bool = true,
    delimiter: String = ".",
    transform: @autoclosure () -> Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  ) {
    self.init(
      wrappedValue, none: PropertyDeclaration.noneValue(Value.self), hasDefault: true,
      MappedKey(key, alternatives, nested, delimiter), transform(),
      PropertyOptions(coercion, onFailure, direction))
  }
}

extension Mapped where Value: MappableContainer {
  /// Maps an optional, array, dictionary, or set through a transform of its elements.
  @inlinable
  public init<Coding: ValueCoding>(
    _ key: String? = nil, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: @autoclosure () -> Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  ) where Value.Item == Coding.Value {
    self.init(
      Value.noneValue, none: Value.noneValue, hasDefault: false,
      MappedKey(key, alternatives, nested, delimiter), Lifted(transform()),
      PropertyOptions(coercion, onFailure, direction))
  }

  /// Maps an optional, array, dictionary, or set with a default value through a transform of its
  /// elements.
  @inlinable
  public init<Coding: ValueCoding>(
    wrappedValue: Value, _ key: String? = nil, _ alternatives: String..., nested: Bool = true,
    delimiter: String = ".",
    transform: @autoclosure () -> Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  ) where Value.Item == Coding.Value {
    self.init(
      wrappedValue, none: Value.noneValue, hasDefault: true,
      MappedKey(key, alternatives, nested, delimiter), Lifted(transform()),
      PropertyOptions(coercion, onFailure, direction))
  }
}

extension Mapped where Value: MappableContainer, Value.Item: MappableContainer {
  /// Maps a container of containers, such as `[[T]]`, `[T]?`, or `[String: [T]]`, through a
  /// transform of the innermost elements.
  @inlinable
  public init<Coding: ValueCoding>(
    _ key: String? = nil, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: @autoclosure () -> Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  ) where Value.Item.Item == Coding.Value {
    self.init(
      Value.noneValue, none: Value.noneValue, hasDefault: false,
      MappedKey(key, alternatives, nested, delimiter), Lifted(Lifted(transform())),
      PropertyOptions(coercion, onFailure, direction))
  }

  /// Maps a container of containers with a default value through a transform of the innermost
  /// elements.
  @inlinable
  public init<Coding: ValueCoding>(
    wrappedValue: Value, _ key: String? = nil, _ alternatives: String..., nested: Bool = true,
    delimiter: String = ".",
    transform: @autoclosure () -> Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  ) where Value.Item.Item == Coding.Value {
    self.init(
      wrappedValue, none: Value.noneValue, hasDefault: true,
      MappedKey(key, alternatives, nested, delimiter), Lifted(Lifted(transform())),
      PropertyOptions(coercion, onFailure, direction))
  }
}

extension Mapped
where Value: MappableContainer, Value.Item: MappableContainer, Value.Item.Item: MappableContainer {
  /// Maps three levels of containers, such as `[[T]]?` or `[String: [T]]?`, through a transform of
  /// the innermost elements.
  @inlinable
  public init<Coding: ValueCoding>(
    _ key: String? = nil, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: @autoclosure () -> Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  ) where Value.Item.Item.Item == Coding.Value {
    self.init(
      Value.noneValue, none: Value.noneValue, hasDefault: false,
      MappedKey(key, alternatives, nested, delimiter),
      Lifted(Lifted(Lifted(transform()))), PropertyOptions(coercion, onFailure, direction))
  }

  /// Maps three levels of containers with a default value through a transform of the innermost
  /// elements.
  @inlinable
  public init<Coding: ValueCoding>(
    wrappedValue: Value, _ key: String? = nil, _ alternatives: String..., nested: Bool = true,
    delimiter: String = ".",
    transform: @autoclosure () -> Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  ) where Value.Item.Item.Item == Coding.Value {
    self.init(
      wrappedValue, none: Value.noneValue, hasDefault: true,
      MappedKey(key, alternatives, nested, delimiter),
      Lifted(Lifted(Lifted(transform()))), PropertyOptions(coercion, onFailure, direction))
  }
}
