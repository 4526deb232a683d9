/// Maps the properties of a model to keys of the object that contains it.
///
/// ```swift
/// struct Paging: Mappable {
///   @Mapped var page: Int
///   @Mapped var total: Int
/// }
/// struct Results: Mappable {
///   @Mapped var items: [Item]
///   @Flattened var paging: Paging          // {"items": […], "page": 1, "total": 30}
/// }
/// ```
///
/// If none of the model's keys is present, an optional model is nil, and one with a default keeps
/// it. It's a declaration error if one of its keys begins with the same step as a key of another
/// property, or if the model has ``Extras``.
///
/// If the model is a class that adopts ``ModelProviding``, only the keys of the declared class count. Those of its
/// subclasses are decoded, but with ``Extras`` they are kept as unmapped as well, ``Mapper/unknownKeys`` may reject them,
/// and an update with only such keys doesn't change the model.
@frozen
@propertyWrapper
public struct Flattened<Value>: AnnotatedField {
  @usableFromInline package var storage: FieldStorage<Value>

  init(storage: FieldStorage<Value>) { self.storage = storage }

  /// Maps a model's properties to keys on this level.
  @inlinable
  public init() where Value: Mappable {
    storage = FieldStorage(nil, FieldState())
    if Recorder.mayBeRecording { declare(Value.self, hasDefault: false) }
  }

  /// Maps an optional model's properties to keys on this level.
  @inlinable
  public init<Model: Mappable>() where Value == Model? {
    storage = FieldStorage(.some(nil), FieldState())
    if Recorder.mayBeRecording { declare(Model.self, hasDefault: false) }
  }

  /// Maps a model's properties to keys on this level, with a default if none of them is
  /// present.
  @inlinable
  public init(wrappedValue: Value) where Value: Mappable {
    storage = FieldStorage(wrappedValue, FieldState())
    if Recorder.mayBeRecording { declare(Value.self, hasDefault: true) }
  }

  /// Maps an optional model's properties to keys on this level, with a default if none of
  /// them is present.
  @inlinable
  public init<Model: Mappable>(wrappedValue: Value) where Value == Model? {
    storage = FieldStorage(wrappedValue, FieldState())
    if Recorder.mayBeRecording { declare(Model.self, hasDefault: true) }
  }

  /// The model.
  public var wrappedValue: Value {
    @inlinable @inline(__always)
    get { storage.value ?? FieldStorage<Value>.unset() }
    @inlinable @inline(__always)
    _modify {
      if storage.value == nil { storage.value = FieldStorage<Value>.unset() }
      let wasNil = storage.isUnchangedNil
      defer { storage.endAccess(wasNil: wasNil) }
      yield &storage.value!
    }
    @inlinable @inline(__always)
    set {
      storage.value = newValue
      storage.state.markChanged(isReplaced: true)
    }
  }

  @inlinable
  @inline(never)
  mutating func declare(_ model: any Mappable.Type, hasDefault: Bool) where Value: MappableValue {
    guard let recorder = Recorder.current else { return }
    storage.state = recorder.record(
      PropertyDeclaration(
        MappedKey(), Value.self, access: Value._access, hasDefault: hasDefault,
        flattenedModel: model),
      of: FieldWrapper(Self.self))
  }
}

extension Flattened: Sendable where Value: Sendable {}
extension Flattened: Equatable where Value: Equatable {}
extension Flattened: Hashable where Value: Hashable {}

extension Flattened: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}
