/// A storage that keeps its rows in memory for as long as it exists.
///
/// Use it for tests, previews, and data that can be downloaded again. Finding an id takes constant time; a query with a
/// condition checks all rows of its entity.
public class MemoryStorage: RecordStorage {
  private var tables: [String: MemoryTable] = [:]
  /// The table of the last call: most calls are about the same entity as the one before, and comparing
  /// the two is faster than hashing a name.
  private var recentTable: MemoryTable?
  let committed = CommittedRows()

  /// Makes a storage without rows.
  public init() {}

  public func open(_ entity: StoredEntity) throws {
    guard let table = tables[entity.name] else { return try load([], of: entity) }
    let old = table.entity
    guard old.columns != entity.columns || old.idColumn != entity.idColumn else { return }
    let migration = RowMigration(to: entity)
    try load(
      table.rows.rows.map { row in
        try migration.row { name in old.position(of: name).map { row[$0] } }
      }, of: entity)
  }

  public func begin() throws {}

  public func commit() throws {
    let changed = tables.values.filter(\.hasChanged)
    for table in changed { table.hasChanged = false }
    // All at once, so that no reader sees only some of them.
    committed.update(changed.map(\.rows))
  }

  public func rollback() {
    for table in tables.values where table.hasChanged {
      if let rows = committed[table.entity] { table.rows = rows }
      table.hasChanged = false
    }
  }

  public func row(_ id: ColumnValue, of entity: StoredEntity) throws -> StoredRow? {
    try table(of: entity).rows[id]
  }

  public func rows(_ ids: [ColumnValue], of entity: StoredEntity) throws -> [StoredRow] {
    let table = try table(of: entity)
    return ids.compactMap { table.rows[$0] }
  }

  public func rows(of entity: StoredEntity, matching query: RowQuery) throws -> [StoredRow] {
    query.results(of: try table(of: entity).rows.rows, idColumn: entity.idColumn)
  }

  public func count(of entity: StoredEntity, matching query: RowQuery) throws -> Int {
    query.count(of: try table(of: entity).rows.rows)
  }

  public func write(_ row: StoredRow, of entity: StoredEntity, changed: ColumnSet?) throws {
    let table = try table(of: entity)
    table.rows.write(row)
    table.hasChanged = true
  }

  public func delete(_ ids: [ColumnValue], of entity: StoredEntity) throws {
    let table = try table(of: entity)
    for id in ids { table.rows.delete(id) }
    table.hasChanged = true
  }

  public func makeReader() throws -> sending (any RecordStorage)? {
    MemoryReader(committed)
  }
}

extension MemoryStorage {
  /// Whether the transaction has written or deleted rows.
  var hasChanges: Bool { tables.values.contains(where: \.hasChanged) }

  /// Keeps these rows of an entity, and no others.
  ///
  /// - Throws: ``StoreError`` with code `.schema` if two rows have the same id; then nothing changes.
  func load(_ rows: [StoredRow], of entity: StoredEntity) throws {
    let table = MemoryTable(try RowTable(entity, rows: rows))
    tables[entity.name] = table
    committed.update([table.rows])
    recentTable = nil
  }

  /// The table of an entity.
  ///
  /// - Throws: ``StoreError`` with code `.misuse` if the entity hasn't been opened.
  private func table(of entity: StoredEntity) throws -> MemoryTable {
    if let recentTable, recentTable.entity === entity { return recentTable }
    guard let table = tables[entity.name] else {
      throw StoreError(.misuse, "the storage hasn't been opened for it", model: entity.name)
    }
    recentTable = table
    return table
  }
}
