/// A reference to a stored model, by the model's id.
///
/// ```swift
/// @Related var enterprise: Reference<Enterprise>?
/// employee.enterprise = Reference(7)
/// let enterprise = try await store.fetch(employee.enterprise)
/// ```
///
/// A reference is decoded from an id or, in an import, from an object, which the import inserts or updates. It's
/// encoded as the id. The model that it refers to doesn't have to be stored.
@frozen
public struct Reference<Model: StoredModel>: Hashable, Sendable {
  /// The id of the model.
  public let id: Model.ID

  /// Makes a reference to the model with an id.
  @inlinable
  public init(_ id: Model.ID) { self.id = id }

  /// Makes a reference to a model.
  public init(to model: Model) { id = model.id }

  /// Returns whether two references have the same id. Strings are compared by their UTF-8 bytes, as in a store: "é" and
  /// "e" followed by a combining accent are two ids.
  public static func == (left: Reference, right: Reference) -> Bool {
    guard let text = left.text, let other = right.text else { return left.id == right.id }
    return text == other
  }

  public func hash(into hasher: inout Hasher) {
    if let text { hasher.combine(text) } else { hasher.combine(id) }
  }

  /// The id in its column, if it's a text. Its hash as a `String` would take quadratic time for many accents in a row.
  private var text: ColumnValue? {
    Model.ID.self == String.self ? (id as? String).map { .text($0) } : nil
  }
}

extension Reference: MappableValue {
  public static func decode(from reader: inout JSONReader) throws -> Reference {
    try ModelTable<Model>.shared.readReference(from: &reader)
  }

  public func encode(to writer: inout JSONWriter) throws {
    guard let session = StoreSession.current(in: writer.context) else {
      return try ModelTable<Model>.shared.writeID(id, to: &writer)
    }
    try session.write(self, in: nil, to: &writer)
  }

  public static var shape: ValueShape {
    .anyOf([.value(Model.ID.self), .model(Model.self)])
  }
}

extension Reference: OrderedElement {
  /// References in the order of their ids, as a store orders them.
  package static func ordered(_ elements: [Reference]) -> [Reference] {
    elements.map { (id: IDColumn.value(of: $0.id) ?? .null, reference: $0) }
      .sorted { $0.id.compare($1.id) == .orderedAscending }
      .map(\.reference)
  }
}

extension Reference: CustomStringConvertible {
  /// The name of the model, and the id.
  public var description: String { "\(Model.self)(\(id))" }
}
