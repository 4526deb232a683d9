/// One type of a ``ModelRegistry``: how its values are distinguished, read, and written.
///
/// The closures are made in inlinable code, so that they are specialized for the type in the module that
/// adds it.
@usableFromInline
final class RegistryEntry<Base>: @unchecked Sendable {
  /// Reads a value and makes a `Base` of it.
  @usableFromInline
  typealias Reading = (inout JSONReader) throws(MappingError) -> Base

  /// Writes a value with its tag.
  ///
  /// Returns false, having written nothing, for a value that is not of the entry's type.
  @usableFromInline
  typealias Writing = (Base, inout JSONWriter) throws(MappingError) -> Bool

  let tag: ModelTag?
  /// What it is called in errors.
  let name: String
  /// The type whose values it takes as they are; nil for payloads.
  let model: Any.Type?
  /// Whether values of a dynamic type are of the entry's type as well.
  let takes: (Any.Type) -> Bool
  /// Whether `null` can be read. Asked only when the registry is used: the payload of an enum's case may
  /// be the enum itself, whose registry is being made.
  let acceptsNull: () -> Bool
  /// Whether it is read by the registry of `Base`, and so leads to itself.
  let isItself: Bool
  /// nil for values without a payload.
  let read: Reading?
  /// The value for a payload that is not there.
  let absent: () throws(MappingError) -> Base?
  let write: Writing
  let collectModels: (inout ReachableModels) -> Void
  /// The type of its values in JSON; nil for values without a payload.
  let payload: (any MappableValue.Type)?
  /// Whether values of the entry's type are known to be, or not to be, values of `Base`; nil if only
  /// a value shows that.
  let isBase: () -> Bool?

  @usableFromInline
  init(
    tag: ModelTag?, name: String, model: Any.Type?, takes: @escaping (Any.Type) -> Bool,
    acceptsNull: @escaping () -> Bool, isItself: Bool, read: Reading?,
    absent: @escaping () throws(MappingError) -> Base?,
    write: @escaping Writing, collectModels: @escaping (inout ReachableModels) -> Void,
    payload: (any MappableValue.Type)?, isBase: @escaping () -> Bool?
  ) {
    self.tag = tag
    self.name = name
    self.model = model
    self.takes = takes
    self.acceptsNull = acceptsNull
    self.isItself = isItself
    self.read = read
    self.absent = absent
    self.write = write
    self.collectModels = collectModels
    self.payload = payload
    self.isBase = isBase
  }

  /// The entry of a type whose values are values of `Base`.
  @inlinable
  convenience init<Model: MappableValue>(_ type: Model.Type, _ tag: ModelTag?, _ tagging: Tagging) {
    let form = TagForm(tagging, tag, typeName(of: type))
    self.init(
      tag: tag, name: typeName(of: type), model: type, takes: { $0 is Model.Type },
      acceptsNull: { Model.acceptsNull }, isItself: RegistryEntry.isItself(Model.self),
      read: { (reader) throws(MappingError) in
        guard let value = try reader.decode(Model.self) as? Base else {
          throw RegistryEntry.isNoBase(typeName(of: Model.self))
        }
        return value
      },
      absent: { () throws(MappingError) in Model.noneValue.flatMap { $0 as? Base } },
      write: { (value, writer) throws(MappingError) in
        guard let value = value as? Model else { return false }
        try writer.writeTagged(form) { (writer) throws(MappingError) in try writer.encode(value) }
        return true
      },
      collectModels: { Model.collectModels(into: &$0) }, payload: Model.self,
      isBase: { RegistryEntry.isBase(Model.self) })
  }

  /// The entry of a payload.
  @inlinable
  convenience init<Payload: MappableValue>(
    _ tag: ModelTag?, _ tagging: Tagging, _ embed: @escaping (Payload) throws -> Base,
    _ extract: @escaping (Base) -> Payload?
  ) {
    let form = TagForm(tagging, tag, "\(Payload.self)")
    self.init(
      tag: tag, name: "\(Payload.self)", model: nil, takes: { _ in false },
      acceptsNull: { Payload.acceptsNull }, isItself: RegistryEntry.isItself(Payload.self),
      read: { (reader) throws(MappingError) in
        let position = reader.cursor
        let payload = try reader.decode(Payload.self)
        do {
          return try embed(payload)
        } catch {
          throw reader.wrap(error, at: position)
        }
      },
      absent: { () throws(MappingError) in
        guard let none = Payload.noneValue else { return nil }
        do {
          return try embed(none)
        } catch {
          throw RegistryEntry.wrap(error)
        }
      },
      write: { (value, writer) throws(MappingError) in
        guard let payload = extract(value) else { return false }
        try writer.writeTagged(form) { (writer) throws(MappingError) in try writer.encode(payload) }
        return true
      },
      collectModels: { Payload.collectModels(into: &$0) }, payload: Payload.self,
      isBase: { true })
  }

  /// The entry of a value without a payload.
  @inlinable
  convenience init(_ tag: ModelTag, _ tagging: Tagging, _ value: @escaping () -> Base)
  where Base: Equatable {
    let form = TagForm(tagging, tag, "a value without a payload")
    self.init(
      tag: tag, name: "a value without a payload", model: nil, takes: { _ in false },
      acceptsNull: { false }, isItself: false, read: nil,
      absent: { () throws(MappingError) in value() },
      write: { (other, writer) throws(MappingError) in
        guard other == value() else { return false }
        try writer.writeTagAlone(form)
        return true
      },
      collectModels: { _ in }, payload: nil, isBase: { true })
  }
}

extension RegistryEntry {
  var shape: ValueShape? { payload.map { .value($0) } }

  /// Whether the values of a type are values of `Base`, as far as that can be told without one; models
  /// can be made.
  @usableFromInline
  static func isBase<Model: MappableValue>(_ type: Model.Type) -> Bool? {
    if type is Base.Type { return true }
    guard let type = type as? any Mappable.Type else { return nil }
    return Recorder.suspended { type.init() is Base }
  }

  @usableFromInline
  static func isItself(_ type: Any.Type) -> Bool {
    type == Base.self && type is any Polymorphic.Type
  }

  @usableFromInline
  static func isNoBase(_ model: String) -> MappingError {
    .declaration(
      model, nil,
      "it was added to a registry of \(typeName(of: Base.self)), which its values are not")
  }

  /// The error for whatever a user's closure has thrown; it has no place yet.
  @usableFromInline
  static func wrap(_ error: any Error) -> MappingError {
    if let error = error as? MappingError, !error.details.isLocated { return error }
    var wrapped = MappingError(.custom)
    wrapped.details.underlying = error
    return wrapped
  }
}
