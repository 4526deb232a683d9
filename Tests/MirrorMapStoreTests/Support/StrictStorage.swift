import MirrorMapStore

/// A storage of one's own that refuses what a store must not ask of a storage.
final class StrictStorage: RecordStorage {
  private var rows: [String: [ColumnValue: StoredRow]] = [:]
  private var committed: [String: [ColumnValue: StoredRow]] = [:]

  func open(_ entity: StoredEntity) throws { rows[entity.name] = rows[entity.name] ?? [:] }

  func begin() throws { committed = rows }

  func commit() throws {}

  func rollback() { rows = committed }

  func rows(of entity: StoredEntity, matching query: RowQuery) throws -> [StoredRow] {
    query.results(of: rows[entity.name, default: [:]].values, idColumn: entity.idColumn)
  }

  func write(_ row: StoredRow, of entity: StoredEntity, changed: ColumnSet?) throws {
    let id = row[entity.idColumn]
    guard let changed else {
      guard rows[entity.name]?[id] == nil else { throw StrictStorageError.isThere(entity.name, id) }
      rows[entity.name]?[id] = row
      return
    }
    // A storage may write no more than what has changed.
    guard rows[entity.name]?[id] != nil else { throw StrictStorageError.isMissing(entity.name, id) }
    for column in changed.columns { rows[entity.name]?[id]?[column] = row[column] }
  }

  func delete(_ ids: [ColumnValue], of entity: StoredEntity) throws {
    for id in ids { rows[entity.name]?[id] = nil }
  }
}

/// What a store must not ask of a storage.
enum StrictStorageError: Error {
  case isThere(String, ColumnValue)
  case isMissing(String, ColumnValue)
}
