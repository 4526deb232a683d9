/// A reference to a stored model, by the model's id.
///
/// ```swift
/// @Related var enterprise: Reference<Enterprise>?
/// employee.enterprise = Reference(7)
/// let enterprise = try await store.fetch(employee.enterprise)
/// ```
///
/// A reference is decoded from an id. In an import, it's decoded from an object as well, which the import inserts
/// or updates. It's encoded as the id. What it refers to need not be stored.
@frozen
public struct Reference<Model: StoredModel>: Hashable, Sendable {
  /// The id of the model.
  public let id: Model.ID

  /// Makes a reference to the model with an id.
  @inlinable
  public init(_ id: Model.ID) { self.id = id }

  /// Makes a reference to a model.
  public init(to model: Model) { id = model.id }

  public static func == (left: Reference, right: Reference) -> Bool { left.id == right.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Reference: MappableValue {
  public static func decode(from reader: inout JSONReader) throws -> Reference {
    try ModelTable<Model>.shared.readReference(from: &reader)
  }

  public func encode(to writer: inout JSONWriter) throws {
    if let session = StoreSession.current(in: writer.context),
      try session.write(self, in: nil, to: &writer)
    {
      return
    }
    try ModelTable<Model>.shared.writeID(id, to: &writer)
  }

  public static var shape: ValueShape {
    .anyOf([.value(Model.ID.self), .model(Model.self)])
  }
}

extension Reference: CustomStringConvertible {
  /// The name of the model, and the id.
  public var description: String { "\(Model.self)(\(id))" }
}
