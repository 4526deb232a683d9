/// Maps a property to a key of its model's JSON.
///
/// ```swift
/// struct User: Mappable {
///   @Mapped("id") var id: Int                                 // required
///   @Mapped("profile.name") var name: String                  // nested key path
///   @Mapped("addresses.0.zip") var zip: String?               // index into an array
///   @Mapped("mail", "e-mail") var email: String?              // the first that is there
///   @Mapped("joined", transform: .iso8601) var joined: Date   // a transform
///   @Mapped var tags: [String] = []                           // key = property name, default
/// }
/// ```
///
/// | declared | key absent | `null` | wrong type |
/// |---|---|---|---|
/// | `var a: Int` | error | error | error |
/// | `var a: Int = 3` | 3 | 3 | error |
/// | `var a: Int?` | nil | nil | error |
///
/// What `init()` assigns to a property is a default as well when a model is decoded; in a model made
/// in code it counts as a change, as any other assignment.
///
/// The wrapper stores the value and two bytes of state, nothing else; keys and transforms are looked
/// at once per type. Copying a model copies its values.
///
/// Reading a required property that was never set traps, as there is nothing to return; comparing,
/// hashing and printing never do. Property observers do not run while a model is being decoded.
@frozen
@propertyWrapper
public struct Mapped<Value> {
  @usableFromInline var storage: FieldStorage<Value>

  init(storage: FieldStorage<Value>) { self.storage = storage }

  /// Maps the property to the key of its own name.
  // Not in the extension with its siblings: from another module, the compiler makes `@Mapped var x`
  // part of a synthesised `init()` only if it finds this one here.
  @inlinable
  public init() where Value: MappableValue {
    storage = FieldStorage(Value.noneValue, FieldState())
    if Recorder.mayBeRecording { declare(MappedKey(), hasDefault: false) }
  }

  /// The property's value.
  public var wrappedValue: Value {
    @inlinable @inline(__always)
    get {
      guard let value = storage.value else { return storage.unset() }
      return value
    }
    // In place, or appending to an array would copy it each time.
    @inlinable @inline(__always)
    _modify {
      storage.state.markChanged()
      if storage.value == nil { storage.value = storage.unset() }
      yield &storage.value!
    }
    @inlinable @inline(__always)
    set {
      storage.state.markReplaced()
      storage.value = newValue
    }
  }

  /// What is known about the property beside its value: `$email.presence`, `$email.isChanged`.
  public var projectedValue: PropertyState {
    PropertyState(storage.state, isNone: { storage.isNone })
  }
}

extension Mapped: AnnotatedField {}
extension Mapped: Sendable where Value: Sendable {}

// MARK: - Values

extension Mapped where Value: MappableValue {
  /// Maps the property to a key, or to the first of several that is there.
  ///
  /// - Parameters:
  ///   - key: a key or key path such as `"user.addresses.0.zip"`, or `"items.*.id"` for what is found
  ///     in all elements or members; nil for the property's name.
  ///   - alternatives: further keys to look for, in this order, when `key` is absent; encoding
  ///     always writes `key`.
  ///   - nested: whether keys are paths. With false, `"a.b"` is one key with a dot in it.
  ///   - delimiter: what separates the steps of a path.
  ///   - coercion: whether values of one kind are taken for another; nil for what the mapper says.
  ///   - onFailure: how far a failure reaches; nil for what the mapper says.
  ///   - direction: whether the property is read only, or written only.
  @inlinable
  public init(
    _ key: String? = nil, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    coercion: Coercion? = nil, onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  ) {
    storage = FieldStorage(Value.noneValue, FieldState())
    if Recorder.mayBeRecording {
      declare(
        MappedKey(key, alternatives, nested, delimiter), hasDefault: false,
        PropertyOptions(coercion, onFailure, direction))
    }
  }

  /// Maps a property with a default value, which it keeps when its key is absent or `null`. An optional
  /// with a default becomes nil by `null`.
  @inlinable
  public init(
    wrappedValue: Value, _ key: String? = nil, _ alternatives: String..., nested: Bool = true,
    delimiter: String = ".", coercion: Coercion? = nil, onFailure: FailurePolicy? = nil,
    direction: MappingDirection = .both
  ) {
    storage = FieldStorage(wrappedValue, FieldState())
    if Recorder.mayBeRecording {
      declare(
        MappedKey(key, alternatives, nested, delimiter), hasDefault: true,
        PropertyOptions(coercion, onFailure, direction))
    }
  }
}

// MARK: - Declaring

extension Mapped where Value: MappableValue {
  /// Hands what the wrapper was declared with to the recorder of this thread, if there is one.
  ///
  /// Out of line, so that an initialiser stays a few instructions; inlinable, so that the readers it
  /// makes are specialised in the user's module.
  @inlinable
  @inline(never)
  mutating func declare(
    _ key: @autoclosure () -> MappedKey, hasDefault: Bool,
    _ options: @autoclosure () -> PropertyOptions = .none
  ) {
    guard let recorder = Recorder.current else { return }
    storage.state = recorder.record(
      PropertyDeclaration(
        key(), ValueItself<Value>(), none: Value.noneValue,
        rare: PropertyDeclaration.rareAccess(Value.self), kind: FieldKind(Value.self),
        access: Value._access, hasDefault: hasDefault, options: options()),
      of: Self.self)
  }
}

extension Mapped {
  /// The same with a coding.
  @inlinable
  @inline(never)
  mutating func declare<Coding: ValueCoding<Value>>(
    _ key: @autoclosure () -> MappedKey, _ coding: @autoclosure () -> Coding, hasDefault: Bool,
    _ options: @autoclosure () -> PropertyOptions = .none
  ) {
    guard let recorder = Recorder.current else { return }
    storage.state = recorder.record(
      PropertyDeclaration(
        key(), coding(), none: PropertyDeclaration.noneValue(Value.self), hasDefault: hasDefault,
        options: options()),
      of: Self.self)
  }
}

extension Mapped where Value: _NoneRepresentable {
  /// The same where no look at run time is needed to tell what the property reads as before it is set.
  @inlinable
  @inline(never)
  mutating func declare<Coding: ValueCoding<Value>>(
    _ key: @autoclosure () -> MappedKey, _ coding: @autoclosure () -> Coding, hasDefault: Bool,
    _ options: @autoclosure () -> PropertyOptions = .none
  ) {
    guard let recorder = Recorder.current else { return }
    storage.state = recorder.record(
      PropertyDeclaration(
        key(), coding(), none: Value.noneValue, hasDefault: hasDefault, options: options()),
      of: Self.self)
  }
}

// MARK: - Values only

extension Mapped: Equatable where Value: Equatable {}
extension Mapped: Hashable where Value: Hashable {}

extension Mapped: CustomStringConvertible, CustomDebugStringConvertible {
  /// The value's text, or `unset`.
  public var description: String { storage.description }

  /// The value's debugging text, or `unset`.
  public var debugDescription: String { storage.debugDescription }
}
