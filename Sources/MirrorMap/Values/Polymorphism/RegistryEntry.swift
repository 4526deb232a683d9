/// One type of a ``ModelRegistry``: how its values are distinguished, read, and written.
///
/// The closures are made in inlinable code, so that they are specialized for the type in the module that
/// adds it.
@usableFromInline
final class RegistryEntry<Base>: @unchecked Sendable {
  /// Reads a value and makes a `Base` of it.
  @usableFromInline
  typealias Reading = (inout JSONReader) throws(MappingError) -> Base

  let form: TagForm
  /// The type of its values in JSON; nil for values without a payload.
  let payload: (any MappableValue.Type)?
  /// Whether these are values of `Base` as they are, and no payloads.
  let isModel: Bool
  /// Whether a value of the entry's type is a `Base`. Where the compiler knows both types, the runtime isn't asked.
  private let isBaseValue: (Any) -> Bool
  /// nil for values without a payload.
  let read: Reading?
  /// The value for a payload that is not there.
  let absent: () throws(MappingError) -> Base?
  /// Writes a value with its tag; false, having written nothing, for one that is not of the entry's type.
  let write: (Base, inout JSONWriter) throws(MappingError) -> Bool

  @usableFromInline
  init(
    _ form: TagForm, _ payload: (any MappableValue.Type)?, isModel: Bool = false, read: Reading?,
    absent: @escaping () throws(MappingError) -> Base?,
    write: @escaping (Base, inout JSONWriter) throws(MappingError) -> Bool,
    isBaseValue: @escaping (Any) -> Bool = { _ in true }
  ) {
    self.form = form
    self.payload = payload
    self.isModel = isModel
    self.read = read
    self.absent = absent
    self.write = write
    self.isBaseValue = isBaseValue
  }

  /// The entry of a type whose values are values of `Base`.
  ///
  /// - Parameter others: The tags that the values may write themselves instead.
  @inlinable
  convenience init<Model: MappableValue>(
    _ type: Model.Type, _ tag: ModelTag?, _ tagging: Tagging, others: [ModelTag] = []
  ) {
    let form = TagForm(tagging, tag, typeName(of: type), others: others)
    self.init(
      form, type, isModel: true,
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
      isBaseValue: { value in
        guard let value = value as? Model else { return false }
        return value is Base
      })
  }

  /// The entry of a payload.
  @inlinable
  convenience init<Payload: MappableValue>(
    _ tag: ModelTag?, _ tagging: Tagging, _ embed: @escaping (Payload) throws -> Base,
    _ extract: @escaping (Base) -> Payload?
  ) {
    let form = TagForm(tagging, tag, typeName(of: Payload.self))
    self.init(
      form, Payload.self,
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
        do {
          return try Payload.noneValue.map(embed)
        } catch {
          throw MappingError(wrapping: error)
        }
      },
      write: { (value, writer) throws(MappingError) in
        guard let payload = extract(value) else { return false }
        try writer.writeTagged(form) { (writer) throws(MappingError) in try writer.encode(payload) }
        return true
      })
  }

  /// The entry of a value without a payload.
  @inlinable
  convenience init(_ tag: ModelTag, _ tagging: Tagging, _ value: @escaping () -> Base)
  where Base: Equatable {
    let form = TagForm(tagging, tag, "a value without a payload")
    self.init(
      form, nil, read: nil, absent: { () throws(MappingError) in value() },
      write: { (other, writer) throws(MappingError) in
        guard other == value() else { return false }
        try writer.writeTagAlone(form)
        return true
      })
  }
}

extension RegistryEntry {
  var shape: ValueShape? { payload.map { .value($0) } }

  /// Whether values of a dynamic type are values of the entry's type as well.
  func takes(_ type: Any.Type) -> Bool {
    func isSubtype<Model>(of model: Model.Type) -> Bool { type is Model.Type }
    guard isModel, let payload else { return false }
    return isSubtype(of: payload)
  }

  /// Whether it is read by the registry of `Base` again, at the same place.
  var isItself: Bool {
    guard let payload, payload == Base.self, payload is any Polymorphic.Type else { return false }
    switch form.tagging {
    case .internal, .untagged: return true
    case .adjacent, .external: return isModel
    }
  }

  /// Whether the values are values of `Base`, as far as that can be told without one; models can be
  /// made.
  var isBase: Bool? {
    guard isModel, let payload, !(payload is Base.Type) else { return true }
    guard case .one(let model) = payload._access.models, model == payload else { return nil }
    return Recorder.suspended { isBaseValue(model.init()) }
  }

  @usableFromInline
  static func isNoBase(_ model: String) -> MappingError {
    .declaration(
      model, nil,
      "it was added to a registry of \(typeName(of: Base.self)), which its values are not")
  }
}
