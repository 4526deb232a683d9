import MirrorMapStore

/// Keeps the rows of each entity in a dictionary, by their ids.
final class DictionaryStorage: RecordStorage {
  private typealias Rows = [ColumnValue: StoredRow]
  private var entities: [StoredEntity: Rows] = [:]
  /// The rows as of the last commit, while a transaction is under way.
  private var committed: [StoredEntity: Rows] = [:]

  func open(_ entity: StoredEntity) throws {
    if entities[entity] == nil { entities[entity] = [:] }
  }

  func begin() throws { committed = entities }  // Copies nothing until a row is written.

  func commit() throws { committed = [:] }

  func rollback() { entities = committed }

  func row(_ id: ColumnValue, of entity: StoredEntity) throws -> StoredRow? {
    entities[entity]?[id]
  }

  func rows(_ ids: [ColumnValue], of entity: StoredEntity) throws -> [StoredRow] {
    ids.compactMap { entities[entity]?[$0] }
  }

  func rows(of entity: StoredEntity, matching query: RowQuery) throws -> [StoredRow] {
    query.results(of: entities[entity, default: [:]].values, idColumn: entity.idColumn)
  }

  func write(_ row: StoredRow, of entity: StoredEntity, changed: ColumnSet?) throws {
    entities[entity, default: [:]][row[entity.idColumn]] = row
  }

  func delete(_ ids: [ColumnValue], of entity: StoredEntity) throws {
    for id in ids { entities[entity]?[id] = nil }
  }
}
