/// The changes of a commit: the ids of the models that it has inserted, updated, and deleted.
///
/// ```swift
/// let result = try await store.import(Employee.self, from: data)
/// print(result.changes)                              // 3 inserted, 1 updated, 96 unchanged
/// result.changes.updated(Employee.self)              // [7: ["firstName"]]
/// ```
public struct StoreChanges: Sendable {
  /// The changes by the names of entities.
  var entities: [String: EntityChanges] = [:]

  /// The number of models that were inserted.
  public var insertedCount: Int { entities.values.reduce(0) { $0 + $1.insertedCount } }

  /// The number of models that were updated.
  public var updatedCount: Int { entities.values.reduce(0) { $0 + $1.updated.count } }

  /// The number of models that were deleted.
  public var deletedCount: Int { entities.values.reduce(0) { $0 + $1.deleted.count } }

  /// The number of models that were imported or saved without a change.
  public var unchangedCount: Int { entities.values.reduce(0) { $0 + $1.unchangedCount } }

  /// Whether nothing was inserted, updated, or deleted.
  public var isEmpty: Bool { entities.values.allSatisfy(\.isEmpty) }

  /// The names, in the store, of the types whose models were inserted, updated, or deleted.
  public var changedEntities: Set<String> {
    Set(entities.filter { !$0.value.isEmpty }.keys)
  }

  /// The ids of the models of a type that were inserted. A model that was deleted and inserted again counts as inserted
  /// only; one that was inserted and deleted again isn't counted.
  public func inserted<Model: StoredModel>(_ type: Model.Type) -> Set<Model.ID> {
    Set((entities[Model.entityName]?.inserted ?? []).compactMap { IDColumn<Model.ID>.id($0) })
  }

  /// The ids of the models of a type that were updated, with the properties that were written.
  ///
  /// A property that changes twice is there even if it has its earlier value again. Ids that are equal as a `String`,
  /// such as "é" and "e" followed by a combining accent, are one id here, with the properties of both.
  public func updated<Model: StoredModel>(_ type: Model.Type) -> [Model.ID: [String]] {
    guard let changes = entities[Model.entityName], let table = try? Model.table else { return [:] }
    var updated: [Model.ID: ColumnSet] = [:]
    for (id, columns) in changes.updated {
      if let id = IDColumn<Model.ID>.id(id) { updated[id, default: ColumnSet()].formUnion(columns) }
    }
    return updated.mapValues { $0.columns.map { table.entity.columns[$0].name } }
  }

  /// The ids of the models of a type that were deleted and not inserted again.
  public func deleted<Model: StoredModel>(_ type: Model.Type) -> Set<Model.ID> {
    Set((entities[Model.entityName]?.deleted ?? []).compactMap { IDColumn<Model.ID>.id($0) })
  }

  /// Adds the changes of a later commit, so that these are the changes of both.
  mutating func merge(_ later: StoreChanges) {
    for (name, changes) in later.entities {
      entities[name, default: EntityChanges()].merge(changes)
    }
  }
}

extension StoreChanges: CustomStringConvertible {
  /// The numbers of models that were inserted, updated, deleted, and unchanged.
  public var description: String {
    let counts = [
      (insertedCount, "inserted"), (updatedCount, "updated"), (deletedCount, "deleted"),
      (unchangedCount, "unchanged"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "no changes" : parts.joined(separator: ", ")
  }
}
