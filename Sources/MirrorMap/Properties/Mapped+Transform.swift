/// Properties whose values are read and written by a transform: of the whole value, or of what is one,
/// two or three levels of containers inside.
///
/// Whatever is a ``ValueCoding`` can be the transform: a ``Transform``, closures (``TransformOf``), a
/// ``ModelRegistry``.
extension Mapped {
  /// Maps the property through a transform of its whole value.
  ///
  /// - Parameters:
  ///   - transform: converts between the JSON and the property's type;
  ///     evaluated a few times per type.
  ///   - key, alternatives, nested, delimiter, coercion, onFailure, direction: as without one.
  @inlinable
  public init<Coding: ValueCoding<Value>>(
    _ key: String? = nil, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: @autoclosure () -> Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  ) {
    storage = FieldStorage(nil, FieldState())
    if Recorder.mayBeRecording {
      declare(
        MappedKey(key, alternatives, nested, delimiter), transform(),
        hasDefault: false, PropertyOptions(coercion, onFailure, direction))
    }
  }

  /// Maps an optional property through a transform that makes optionals itself.
  @inlinable
  public init<Wrapped, Coding: ValueCoding<Wrapped?>>(
    _ key: String? = nil, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: @autoclosure () -> Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  ) where Value == Wrapped? {
    storage = FieldStorage(Value.noneValue, FieldState())
    if Recorder.mayBeRecording {
      declare(
        MappedKey(key, alternatives, nested, delimiter), transform(),
        hasDefault: false, PropertyOptions(coercion, onFailure, direction))
    }
  }

  /// Maps a property with a default value through a transform.
  @inlinable
  public init<Coding: ValueCoding<Value>>(
    wrappedValue: Value, _ key: String? = nil, _ alternatives: String..., nested: Bool = true,
    delimiter: String = ".",
    transform: @autoclosure () -> Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  ) {
    storage = FieldStorage(wrappedValue, FieldState())
    if Recorder.mayBeRecording {
      declare(
        MappedKey(key, alternatives, nested, delimiter), transform(),
        hasDefault: true, PropertyOptions(coercion, onFailure, direction))
    }
  }

  /// Maps an optional, array, dictionary or set through a transform of its elements.
  @inlinable
  public init<Coding: ValueCoding>(
    _ key: String? = nil, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: @autoclosure () -> Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  ) where Value: MappableContainer, Value.Item == Coding.Value {
    storage = FieldStorage(Value.noneValue, FieldState())
    if Recorder.mayBeRecording {
      declare(
        MappedKey(key, alternatives, nested, delimiter), Lifted<Value, Coding>(transform()),
        hasDefault: false, PropertyOptions(coercion, onFailure, direction))
    }
  }

  /// Maps an optional, array, dictionary or set with a default value through a transform of its
  /// elements.
  @inlinable
  public init<Coding: ValueCoding>(
    wrappedValue: Value, _ key: String? = nil, _ alternatives: String..., nested: Bool = true,
    delimiter: String = ".",
    transform: @autoclosure () -> Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  ) where Value: MappableContainer, Value.Item == Coding.Value {
    storage = FieldStorage(wrappedValue, FieldState())
    if Recorder.mayBeRecording {
      declare(
        MappedKey(key, alternatives, nested, delimiter), Lifted<Value, Coding>(transform()),
        hasDefault: true, PropertyOptions(coercion, onFailure, direction))
    }
  }

  /// Maps a container of containers, such as `[[T]]`, `[T]?` or `[String: [T]]`, through a transform
  /// of the innermost elements.
  @inlinable
  public init<Coding: ValueCoding>(
    _ key: String? = nil, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: @autoclosure () -> Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  )
  where
    Value: MappableContainer, Value.Item: MappableContainer, Value.Item.Item == Coding.Value
  {
    storage = FieldStorage(Value.noneValue, FieldState())
    if Recorder.mayBeRecording {
      declare(
        MappedKey(key, alternatives, nested, delimiter),
        Lifted<Value, Lifted<Value.Item, Coding>>(Lifted(transform())),
        hasDefault: false, PropertyOptions(coercion, onFailure, direction))
    }
  }

  /// Maps a container of containers with a default value through a transform of the innermost
  /// elements.
  @inlinable
  public init<Coding: ValueCoding>(
    wrappedValue: Value, _ key: String? = nil, _ alternatives: String..., nested: Bool = true,
    delimiter: String = ".",
    transform: @autoclosure () -> Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  )
  where
    Value: MappableContainer, Value.Item: MappableContainer, Value.Item.Item == Coding.Value
  {
    storage = FieldStorage(wrappedValue, FieldState())
    if Recorder.mayBeRecording {
      declare(
        MappedKey(key, alternatives, nested, delimiter),
        Lifted<Value, Lifted<Value.Item, Coding>>(Lifted(transform())),
        hasDefault: true, PropertyOptions(coercion, onFailure, direction))
    }
  }

  /// Maps three levels of containers, such as `[[T]]?` or `[String: [T]]?`, through a transform of
  /// the innermost elements.
  @inlinable
  public init<Coding: ValueCoding>(
    _ key: String? = nil, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    transform: @autoclosure () -> Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  )
  where
    Value: MappableContainer, Value.Item: MappableContainer, Value.Item.Item: MappableContainer,
    Value.Item.Item.Item == Coding.Value
  {
    storage = FieldStorage(Value.noneValue, FieldState())
    if Recorder.mayBeRecording {
      declare(
        MappedKey(key, alternatives, nested, delimiter),
        Lifted<Value, Lifted<Value.Item, Lifted<Value.Item.Item, Coding>>>(
          Lifted(Lifted(transform()))),
        hasDefault: false, PropertyOptions(coercion, onFailure, direction))
    }
  }

  /// Maps three levels of containers with a default value through a transform of the innermost
  /// elements.
  @inlinable
  public init<Coding: ValueCoding>(
    wrappedValue: Value, _ key: String? = nil, _ alternatives: String..., nested: Bool = true,
    delimiter: String = ".",
    transform: @autoclosure () -> Coding, coercion: Coercion? = nil,
    onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  )
  where
    Value: MappableContainer, Value.Item: MappableContainer, Value.Item.Item: MappableContainer,
    Value.Item.Item.Item == Coding.Value
  {
    storage = FieldStorage(wrappedValue, FieldState())
    if Recorder.mayBeRecording {
      declare(
        MappedKey(key, alternatives, nested, delimiter),
        Lifted<Value, Lifted<Value.Item, Lifted<Value.Item.Item, Coding>>>(
          Lifted(Lifted(transform()))),
        hasDefault: true, PropertyOptions(coercion, onFailure, direction))
    }
  }
}
