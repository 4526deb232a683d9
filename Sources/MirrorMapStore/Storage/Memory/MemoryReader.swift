/// The rows that a storage in memory has committed last, by the names of their entities.
final class CommittedRows: Sendable {
  private let tables = Locked<[String: RowTable]>([:])
  /// The names of the entities that the storage has rows of, but hasn't opened.
  private let unopened = Locked<Set<String>>([])

  /// All of them.
  var all: [String: RowTable] { tables.withLock { $0 } }

  subscript(entity: StoredEntity) -> RowTable? { tables.withLock { $0[entity.name] } }

  /// Takes the rows of entities that a commit has changed.
  func update(_ changed: [RowTable]) {
    tables.withLock { tables in
      for table in changed { tables[table.entity.name] = table }
    }
    unopened.withLock { $0.subtract(changed.map(\.entity.name)) }
  }

  func setUnopened(_ names: some Sequence<String>) { unopened.withLock { $0 = Set(names) } }

  func isUnopened(_ entity: StoredEntity) -> Bool { unopened.withLock { $0.contains(entity.name) } }
}

/// Reads what a storage in memory has committed, while that one writes on another thread.
final class MemoryReader: SnapshotStorage {
  private let committed: CommittedRows
  /// The rows that are read, if they are to be those of one commit.
  private var snapshot: [String: RowTable]?

  init(_ committed: CommittedRows) { self.committed = committed }

  func open(_ entity: StoredEntity) throws {
    let columns = committed[entity]?.entity.columns ?? entity.columns
    guard columns == entity.columns, !committed.isUnopened(entity) else {
      throw StoreError(.schema, "the rows have to be brought up to date first", model: entity.name)
    }
  }

  func withSnapshot<Result>(_ body: () throws -> Result) throws -> Result {
    let before = snapshot
    defer { snapshot = before }
    snapshot = before ?? committed.all
    return try body()
  }

  /// - Throws: ``StoreError`` if the rows are those of another model with the same name, which has been written
  ///   since this one was opened.
  private func table(of entity: StoredEntity) throws -> RowTable? {
    let table = if let snapshot { snapshot[entity.name] } else { committed[entity] }
    guard let table, table.entity !== entity, table.entity.columns != entity.columns else {
      return table
    }
    throw StoreError(.schema, "another model has the same name", model: entity.name)
  }

  func row(_ id: ColumnValue, of entity: StoredEntity) throws -> StoredRow? {
    try table(of: entity)?[id]
  }

  func rows(_ ids: [ColumnValue], of entity: StoredEntity) throws -> [StoredRow] {
    guard let table = try table(of: entity) else { return [] }
    return ids.compactMap { table[$0] }
  }

  func rows(of entity: StoredEntity, matching query: RowQuery) throws -> [StoredRow] {
    query.results(of: try table(of: entity)?.rows ?? [], idColumn: entity.idColumn)
  }

  func count(of entity: StoredEntity, matching query: RowQuery) throws -> Int {
    query.count(of: try table(of: entity)?.rows ?? [])
  }

  func begin() throws { throw StoreError(.misuse, "this storage only reads") }

  func commit() throws {}

  func rollback() {}

  func write(_ row: StoredRow, of entity: StoredEntity, changed: ColumnSet?) throws {
    throw StoreError(.misuse, "this storage only reads")
  }

  func delete(_ ids: [ColumnValue], of entity: StoredEntity) throws {
    throw StoreError(.misuse, "this storage only reads")
  }
}
