/// Keeps the unmapped members of a model's object, and writes them back.
///
/// ```swift
/// struct Settings: Mappable {
///   @Mapped var theme: String
///   @Extras var others: [String: JSONValue]
/// }
/// // {"theme": "dark", "beta": true} is decoded and encoded with "beta"
/// ```
///
/// Unmapped members of objects that key paths lead through are kept below their own key: with a
/// property at `"user.name"`, `{"user": {"name": "Ann", "age": 7}}` leaves `["user": {"age": 7}]`.
/// (With a case-insensitive key strategy, this key is spelled as it's declared, not as in the document.)
/// Nothing is kept from arrays that key paths lead through. If a key path expects an object where the
/// document has a string, number, Boolean, or `null`, the property keeps that value. It's encoded again until you assign
/// a property inside that path.
///
/// The property is a ``JSONObject`` or a `[String: JSONValue]`. Prefer the former: it keeps the order, and it keeps all
/// members, whereas a dictionary has only the last one of several keys that are canonically equivalent in Unicode, such
/// as `"é"` in NFC and in NFD. A model has at most one such property.
@frozen
@propertyWrapper
public struct Extras<Value: ExtrasContainer>: AnnotatedField {
  @usableFromInline package var storage: FieldStorage<Value>

  init(storage: FieldStorage<Value>) { self.storage = storage }

  /// Keeps the unmapped members.
  @inlinable
  public init() {
    self.init(wrappedValue: Value(extras: JSONObject()))
  }

  /// Keeps the unmapped members. Until the model is decoded, the property contains the members that you pass.
  @inlinable
  public init(wrappedValue: Value) {
    storage = FieldStorage(wrappedValue, FieldState())
    if Recorder.mayBeRecording, let recorder = Recorder.current {
      storage.state = recorder.record(
        PropertyDeclaration(extras: Value.self), of: FieldWrapper(Self.self))
    }
  }

  /// The members.
  public var wrappedValue: Value {
    @inlinable @inline(__always)
    get { storage.value ?? Value(extras: JSONObject()) }
    @inlinable @inline(__always)
    _modify {
      storage.state.markChanged()
      if storage.value == nil { storage.value = Value(extras: JSONObject()) }
      yield &storage.value!
    }
    @inlinable @inline(__always)
    set {
      storage.state.markChanged()
      storage.value = newValue
    }
  }
}

extension Extras: Sendable where Value: Sendable {}
extension Extras: Equatable where Value: Equatable {}
extension Extras: Hashable where Value: Hashable {}

extension Extras: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

/// A container of unmapped members.
public protocol ExtrasContainer {
  /// Makes a container of these members.
  init(extras: JSONObject)

  /// The members.
  var extras: JSONObject { get }
}

extension JSONObject: ExtrasContainer {
  @inlinable
  public init(extras: JSONObject) { self = extras }

  @inlinable
  public var extras: JSONObject { self }
}

extension [String: JSONValue]: ExtrasContainer {
  public init(extras: JSONObject) {
    self.init(extras.lazy.map { ($0.key, $0.value) }) { _, last in last }
  }

  /// The members, in the order of their keys.
  public var extras: JSONObject {
    JSONObject(sorting: map { $0 })
  }
}

/// Reads and writes extras as an object of their own; the model's plan knows which members they
/// are.
private struct ExtrasCoding<Value: ExtrasContainer>: ValueCoding {
  func decode(from reader: inout JSONReader) throws -> Value {
    Value(extras: try reader.decode(JSONObject.self))
  }

  func encode(_ value: Value, to writer: inout JSONWriter) throws {
    try writer.encode(value.extras)
  }
}

extension PropertyDeclaration {
  /// Declares the property that holds a model's extras.
  @usableFromInline
  convenience init<Value: ExtrasContainer>(extras type: Value.Type) {
    self.init(
      MappedKey(), ExtrasCoding<Value>(), none: Self.noneValue(type), hasDefault: true)
    // Not by generic code, which looks up the types each time.
    extras =
      type == JSONObject.self
      ? ExtrasAccess(
        load: { FieldSlot<JSONObject>($0).value ?? JSONObject() },
        store: { FieldSlot<JSONObject>($1).value = $0 }
      )
      : ExtrasAccess(
        load: { FieldSlot<Value>($0).value?.extras ?? JSONObject() },
        store: { FieldSlot<Value>($1).value = Value(extras: $0) }
      )
  }
}
