/// Maps a property to a key of its model's JSON.
///
/// ```swift
/// struct User: Mappable {
///   @Mapped("id") var id: Int                                 // required
///   @Mapped("profile.name") var name: String                  // nested key path
///   @Mapped("addresses.0.zip") var zip: String?               // index into an array
///   @Mapped("mail", "e-mail") var email: String?              // the first that is present
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
/// Two properties can read the same key, but it's a declaration error if they both write it.
///
/// A value that `init()` assigns to a property is also a default when a model is decoded. In a
/// model made in code, it counts as a change, like any other assignment.
///
/// The wrapper stores only the value and two bytes of state; keys and transforms are stored once
/// per type. Copying a model copies its values.
///
/// Reading a required property that was never set traps, because there is no value to return.
/// Comparing, hashing, and printing don't trap then. Property observers don't run while a model is
/// being decoded.
@frozen
@propertyWrapper
public struct Mapped<Value>: AnnotatedField {
  @usableFromInline package var storage: FieldStorage<Value>

  init(storage: FieldStorage<Value>) { self.storage = storage }

  /// Maps the property to the key of its own name.
  // It isn't in an extension, because the compiler uses it for `@Mapped var x` in a synthesized
  // `init()` of another module only if it's declared here.
  @inlinable
  public init() where Value: MappableValue {
    storage = FieldStorage(Value.noneValue, FieldState())
    if Recorder.mayBeRecording { declare() }
  }

  /// The property's value.
  public var wrappedValue: Value {
    @inlinable @inline(__always)
    get {
      guard let value = storage.value else { return FieldStorage<Value>.unset() }
      return value
    }
    // In place, because appending to an array would copy it otherwise.
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

  /// The state of the property in addition to its value: `$email.presence`, `$email.isChanged`.
  @inlinable public var projectedValue: PropertyState { PropertyState.of(storage) }
}

extension Mapped: Sendable where Value: Sendable {}

// MARK: - Values

extension Mapped where Value: MappableValue {
  /// Maps the property to a key, or to the first of several keys that is present.
  ///
  /// - Parameters:
  ///   - key: A key or key path such as `"user.addresses.0.zip"`, or `"items.*.id"` for the values
  ///     in all elements or members; nil for the property's name.
  ///   - alternatives: Other keys to use, in this order, if `key` is absent. Encoding always writes
  ///     `key`.
  ///   - nested: Whether keys are paths. If false, `"a.b"` is one key with a dot in it.
  ///   - delimiter: The separator of a path's steps.
  ///   - coercion: Which values of other types are accepted; nil for the mapper's option.
  ///   - onFailure: What happens when the value can't be decoded; nil to use the mapper's policy.
  ///   - direction: Whether the property is only decoded, or only encoded.
  @inlinable
  public init(
    _ key: String? = nil, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    coercion: Coercion? = nil, onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  ) {
    storage = FieldStorage(Value.noneValue, FieldState())
    if Recorder.mayBeRecording {
      declare(
        key, alternatives, nested, delimiter, coercion, onFailure, direction, hasDefault: false)
    }
  }

  /// Maps a property with a default value, which it keeps if its key is absent or `null`.
  ///
  /// `null` makes an optional with a default nil.
  @inlinable
  public init(
    wrappedValue: Value, _ key: String? = nil, _ alternatives: String..., nested: Bool = true,
    delimiter: String = ".", coercion: Coercion? = nil, onFailure: FailurePolicy? = nil,
    direction: MappingDirection = .both
  ) {
    storage = FieldStorage(wrappedValue, FieldState())
    if Recorder.mayBeRecording {
      declare(
        key, alternatives, nested, delimiter, coercion, onFailure, direction, hasDefault: true)
    }
  }
}

// MARK: - Declaring

extension Mapped where Value: MappableValue {
  /// Passes the declaration of a wrapper without arguments to this thread's recorder, if there is one.
  @inlinable
  @inline(never)
  mutating func declare() { declare(nil, [], false, "", nil, nil, .both, hasDefault: false) }

  /// Passes the wrapper's declaration to this thread's recorder, if there is one.
  ///
  /// It's out of line, so an initializer is only a few instructions, and inlinable, so its readers
  /// are specialized in the user's module.
  @inlinable
  @inline(never)
  mutating func declare(
    _ key: String?, _ alternatives: [String], _ nested: Bool, _ delimiter: String,
    _ coercion: Coercion?, _ onFailure: FailurePolicy?, _ direction: MappingDirection,
    hasDefault: Bool
  ) {
    guard let recorder = Recorder.current else { return }
    storage.state = recorder.record(
      PropertyDeclaration(
        MappedKey(key, alternatives, nested, delimiter), Value.self, kind: FieldKind(Value.self),
        access: Value._access, hasDefault: hasDefault,
        options: PropertyOptions(coercion, onFailure, direction)),
      of: FieldWrapper(Self.self))
  }
}

extension Mapped {
  /// Makes a property with a coding of its own.
  @inlinable @inline(__always)
  init<Coding: ValueCoding<Value>>(
    _ initial: Value?, none: @autoclosure () -> Value?, hasDefault: Bool,
    _ key: @autoclosure () -> MappedKey, _ coding: @autoclosure () -> Coding,
    _ options: @autoclosure () -> PropertyOptions
  ) {
    storage = FieldStorage(initial, FieldState())
    if Recorder.mayBeRecording {
      declare(key(), coding(), none: none(), hasDefault: hasDefault, options())
    }
  }

  /// Passes the declaration of a property with a coding of its own to this thread's recorder.
  @inlinable
  @inline(never)
  mutating func declare<Coding: ValueCoding<Value>>(
    _ key: @autoclosure () -> MappedKey, _ coding: @autoclosure () -> Coding,
    none: @autoclosure () -> Value?, hasDefault: Bool,
    _ options: @autoclosure () -> PropertyOptions
  ) {
    guard let recorder = Recorder.current else { return }
    storage.state = recorder.record(
      PropertyDeclaration(
        key(), coding(), none: none(), hasDefault: hasDefault, options: options()),
      of: FieldWrapper(Self.self))
  }
}

// MARK: - Values only

extension Mapped: Equatable where Value: Equatable {}
extension Mapped: Hashable where Value: Hashable {}

extension Mapped: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}
