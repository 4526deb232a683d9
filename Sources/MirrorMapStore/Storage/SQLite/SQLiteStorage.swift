import Foundation

/// Rows in an SQLite database, which every other SQLite library can read.
///
/// Each entity has a table that is named after the model, with a column per property. See <doc:Storages>.
public final class SQLiteStorage: RecordStorage {
  private let url: URL
  let connection: SQLiteConnection
  private let isReader: Bool
  private var tables: [String: SQLiteTable] = [:]
  /// The table that was used last, mostly the one that is used next.
  private var lastTable: SQLiteTable?
  private var isWriting = false
  private var queries: [String: SQLiteStatement] = [:]

  /// Opens a database, or makes one.
  ///
  /// - Parameter url: The file. SQLite keeps two more beside it while the storage is in use.
  /// - Throws: ``StoreError`` if the file can't be opened, or isn't a database; then it's left as it is.
  public convenience init(at url: URL) throws {
    try self.init(at: url, isReader: false, timeout: 5000)
  }

  init(at url: URL, isReader: Bool, timeout: Int32) throws {
    self.url = url
    self.isReader = isReader
    connection = try Self.connect(to: url, isReader: isReader, timeout: timeout)
  }

  public func makeReader() throws -> sending (any RecordStorage)? {
    try SQLiteStorage(at: url, isReader: true, timeout: 5000)
  }

  public func open(_ entity: StoredEntity) throws {
    let schema = try SQLiteSchema(entity, connection)
    if isReader { try schema.checkReadable() } else { try schema.bringUpToDate() }
    tables[entity.name] = SQLiteTable(entity, connection, isReady: !isReader)
    lastTable = nil
  }

  // MARK: Transactions

  public func begin() throws {
    guard !isReader, !isWriting else {
      throw StoreError(.misuse, isReader ? "This storage only reads." : "It has begun already.")
    }
    try connection.run("BEGIN IMMEDIATE")
    setWriting(true)
  }

  public func commit() throws {
    try checkWriting()
    do { try connection.run("COMMIT") } catch {
      rollback()
      throw error
    }
    setWriting(false)
  }

  public func rollback() {
    connection.rollBack()
    setWriting(false)
  }

  private func setWriting(_ isWriting: Bool) {
    self.isWriting = isWriting
    for table in tables.values { table.greatestID = nil }
  }

  /// Throws unless a transaction is under way. SQLite may have ended it by itself; what is written afterwards would
  /// be kept at once.
  private func checkWriting() throws {
    guard isWriting else { throw StoreError(.misuse, "No transaction has begun.") }
    guard connection.isInTransaction else {
      throw StoreError(.failed, "SQLite has rolled the transaction back after a failure.")
    }
  }

  // MARK: Reading

  public func row(_ id: ColumnValue, of entity: StoredEntity) throws -> StoredRow? {
    guard let table = try readyTable(of: entity) else { return nil }
    if isWriting, try table.isNew(id) { return nil }
    return try table.row(id)
  }

  public func rows(_ ids: [ColumnValue], of entity: StoredEntity) throws -> [StoredRow] {
    guard let table = try readyTable(of: entity) else { return [] }
    // In one transaction all rows are of the same state, and the file is locked once.
    let rows = { try Set(ids).compactMap(table.row) }
    return try connection.transaction("DEFERRED", rows)
  }

  public func rows(of entity: StoredEntity, matching query: RowQuery) throws -> [StoredRow] {
    guard let table = try readyTable(of: entity) else { return [] }
    let query = try SQLiteQuery(query, of: entity)
    return try prepareQuery("SELECT \(table.columnNames) FROM \(table.name)\(query.sql)", table)
      .rows(query.values)
  }

  public func count(of entity: StoredEntity, matching query: RowQuery) throws -> Int {
    guard let table = try readyTable(of: entity) else { return 0 }
    let query = try SQLiteQuery(query, of: entity, isOrdered: false)
    let sql = "SELECT count(*) FROM (SELECT 1 FROM \(table.name)\(query.sql))"
    let row = try prepareQuery(sql, table).firstRow(query.values)
    return if case .integer(let count)? = row?.first { Int(count) } else { 0 }
  }

  /// The statement for a query; kept, because the same query comes again with other values.
  private func prepareQuery(_ sql: String, _ table: SQLiteTable) throws -> SQLiteStatement {
    if let statement = queries[sql] { return statement }
    do {
      let statement = try connection.prepare(sql)
      if queries.count == 32 { queries = [:] }
      // Longer ones have literals in them, and don't come again.
      if sql.utf8.count < 4096 { queries[sql] = statement }
      return statement
    } catch let error as StoreError where error.code == .failed {
      throw StoreError(.query, error.message, model: table.entity.name, underlying: error)
    }
  }

  // MARK: Writing

  public func write(_ row: StoredRow, of entity: StoredEntity, changed: ColumnSet?) throws {
    try checkWriting()
    let table = try table(of: entity)
    guard row.count == table.entity.columns.count else {
      throw StoreError(.misuse, "The row has \(row.count) values.", model: entity.name)
    }
    guard let changed else { return try table.insert(row) }
    if !changed.isEmpty { try table.update(row, changed) }
  }

  public func delete(_ ids: [ColumnValue], of entity: StoredEntity) throws {
    try checkWriting()
    let table = try table(of: entity)
    for id in ids { try table.delete(id) }
  }

  // MARK: Tables

  private func table(of entity: StoredEntity) throws -> SQLiteTable {
    if let lastTable, lastTable.entity == entity { return lastTable }
    guard let table = tables[entity.name] else {
      throw StoreError(.misuse, "It hasn't been opened in this storage.", model: entity.name)
    }
    lastTable = table
    return table
  }

  /// The table of an entity; nil if this is a reader, and the writer hasn't made it yet.
  private func readyTable(of entity: StoredEntity) throws -> SQLiteTable? {
    let table = try table(of: entity)
    if !table.isReady { table.isReady = try SQLiteSchema(table.entity, connection).isReadable() }
    return table.isReady ? table : nil
  }
}
