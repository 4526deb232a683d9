/// Maps a property that refers to other stored models: a relation.
///
/// ```swift
/// struct Enterprise: StoredModel {
///   @Mapped var id: Int
///   @Related("employees", policy: .merge, inverse: \Employee.enterprise)
///   var employees: [Reference<Employee>]           // objects, ids, or both
///   @Related var parent: Reference<Enterprise>?
/// }
/// ```
///
/// | declared | key absent | `null` | one id or object | an array |
/// |---|---|---|---|---|
/// | `Reference<T>` | error | error | that one | error |
/// | `Reference<T>?` | nil | nil | that one | error |
/// | `[Reference<T>]`, `Set<Reference<T>>` | none | none | only that one | those, each once |
///
/// An import inserts or updates the models whose objects are in the JSON in place of ids. An absent key leaves the
/// relation of a stored model unchanged.
@frozen
@propertyWrapper
public struct Related<Value: RelationValue>: AnnotatedField {
  @usableFromInline package var storage: FieldStorage<Value>

  /// Maps the relation to the key of its own name.
  @inlinable
  public init() {
    storage = FieldStorage(Value(references: []), FieldState())
    if Recorder.mayBeRecording { declare(MappedKey(), .assign, nil) }
  }

  /// Maps the relation to a key, or to the first of several keys that is present.
  ///
  /// - Parameters:
  ///   - key: A key or key path such as `"company.employees"`; nil for the property's name.
  ///   - alternatives: Other keys to use, in this order, if `key` is absent.
  ///   - nested: Whether keys are paths. If false, `"a.b"` is one key with a dot in it.
  ///   - delimiter: The separator of a path's steps.
  ///   - policy: What an import does with the references that a stored model already has.
  @inlinable
  public init(
    _ key: String? = nil, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    policy: RelationPolicy = .assign
  ) {
    storage = FieldStorage(Value(references: []), FieldState())
    if Recorder.mayBeRecording {
      declare(MappedKey(key, alternatives, nested, delimiter), policy, nil)
    }
  }

  /// Maps the relation to a key, and keeps its inverse, a to-one relation, up to date.
  ///
  /// - Parameters:
  ///   - key: A key or key path such as `"company.employees"`; nil for the property's name.
  ///   - alternatives: Other keys to use, in this order, if `key` is absent.
  ///   - nested: Whether keys are paths. If false, `"a.b"` is one key with a dot in it.
  ///   - delimiter: The separator of a path's steps.
  ///   - policy: What an import does with the references that a stored model already has.
  ///   - inverse: The to-one relation of the other model that refers to this one. An import sets it in
  ///     all models that the relation refers to. If it's optional, an import clears it in models that
  ///     leave a relation with the policy `.assign`. With `.replace`, an import deletes models that leave the
  ///     relation, unless they refer to another owner.
  @inlinable
  public init<Back: SingleRelation>(
    _ key: String? = nil, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    policy: RelationPolicy = .assign,
    inverse: @autoclosure () -> any WritableKeyPath<Value.Target, Back> & Sendable
  ) {
    storage = FieldStorage(Value(references: []), FieldState())
    if Recorder.mayBeRecording {
      declare(
        MappedKey(key, alternatives, nested, delimiter), policy, Relation.inverse(inverse()))
    }
  }

  /// The references of the property.
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
      storage.state.markChanged(isReplaced: true)
      storage.value = newValue
    }
  }

  /// Passes the relation's declaration to the plan that is being made.
  @inlinable @inline(never)
  mutating func declare(
    _ key: MappedKey, _ policy: RelationPolicy, _ inverse: (@Sendable () throws -> Int)?
  ) {
    let column = RelationColumn(
      load: { address throws(MappingError) in
        guard let value = FieldSlot<Value>(address).value else { throw ModelField.unset }
        guard let reference = value.single else { return .null }
        guard let id = IDColumn.value(of: reference.id) else { throw ColumnValue.notStorable }
        return id
      },
      store: { column, address in
        var id: Value.Target.ID?
        if !column.isNull {
          id = IDColumn.id(column)
          guard id != nil else { return false }
        }
        guard let value = Value(single: id.map { Reference($0) }) else { return false }
        FieldSlot<Value>(address).value = value
        return true
      })
    let relation = Relation(
      of: Value.self, policy, inverse: inverse, Value.isToMany ? nil : column)
    storage.declare(
      key, RelationCoding<Value>(relation), none: Value.isToMany ? nil : Value(references: []),
      hasDefault: Value.isToMany, of: FieldWrapper(Self.self), attachment: relation,
      omits: { relation.isOmitted(in: $0) })
  }
}

extension Related: Sendable where Value: Sendable {}
extension Related: Equatable where Value: Equatable {}
extension Related: Hashable where Value: Hashable {}

extension Related: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

/// What an import does with the references of a stored model when the JSON contains the relation's key.
public enum RelationPolicy: Hashable, Sendable {
  /// The relation refers to the models in the JSON, and to no others.
  case assign
  /// A to-many relation keeps its references, and new ones are appended. A to-one relation is assigned.
  case merge
  /// The relation is assigned, and models that it no longer refers to are deleted from the store.
  case replace
}
