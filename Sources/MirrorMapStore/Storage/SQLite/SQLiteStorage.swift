import Foundation

#if canImport(SQLite3)
  import SQLite3
#else
  import CSQLite
#endif

/// A storage that keeps its rows in an SQLite database, which any other SQLite library can read.
///
/// Each entity has a table with the name of the model and a column for each property; <doc:Stores> lists their types.
public final class SQLiteStorage: SnapshotStorage {
  /// The version of the way in which rows are kept, in the file's `user_version`.
  private static let format: Int64 = 1

  private let url: URL
  let connection: SQLiteConnection
  private let isReader: Bool
  private var tables: [String: SQLiteTable] = [:]
  /// The table that was used last, mostly the one that is used next.
  private var lastTable: SQLiteTable?
  private var isWriting = false {
    didSet { for table in tables.values { table.greatestID = nil } }
  }

  /// Opens a database, or creates one.
  ///
  /// - Parameter url: The file. While the storage is in use, SQLite keeps two more files beside it.
  /// - Throws: ``StoreError`` if the file can't be opened, or isn't a database; the file then remains unchanged.
  public convenience init(at url: URL) throws {
    try self.init(at: url, isReader: false, timeout: 5000)
  }

  init(at url: URL, isReader: Bool, timeout: Int32) throws {
    try Self.checkVersion(sqlite3_libversion_number())
    guard url.isFileURL else { throw StoreError(.cannotOpen, "\(url) isn't a file URL") }
    self.url = url
    self.isReader = isReader
    connection = try SQLiteConnection(path: url.path, creates: !isReader, timeout: timeout)
    // Reading comes first: a file of another kind must not be written to.
    let version = try connection.run("PRAGMA user_version").first?.first ?? .integer(0)
    try connection.run("SELECT count(*) FROM sqlite_schema")
    guard version == .integer(0) || version == .integer(Self.format) else {
      throw StoreError(.newerFormat, "the file has a newer format than \(Self.format)")
    }
    // SQLite's own 2 MB make ids in random order half as fast again.
    try connection.run("PRAGMA cache_size = -32000")
    if isReader {
      try connection.run("PRAGMA query_only = 1")
    } else {
      try connection.waiting(timeout) { try connection.run("PRAGMA journal_mode = WAL") }
      try connection.run("PRAGMA synchronous = FULL")
      #if canImport(Darwin)
        // Otherwise fsync leaves what was written in the drive's own cache.
        try connection.run("PRAGMA fullfsync = 1")
        try connection.run("PRAGMA checkpoint_fullfsync = 1")
      #endif
      // Otherwise a table could not take the place of another one that a view refers to.
      try connection.run("PRAGMA legacy_alter_table = 1")
      if version == .integer(0) { try connection.run("PRAGMA user_version = \(Self.format)") }
    }
  }

  /// Checks that SQLite knows `STRICT` tables.
  static func checkVersion(_ installed: Int32) throws {
    let needed: Int32 = 3_037_000
    guard installed < needed else { return }
    func name(_ version: Int32) -> String {
      "\(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000)"
    }
    throw StoreError(
      .unsupportedSQLite,
      "SQLite \(name(installed)) is installed, but \(name(needed)) or later is needed")
  }

  public func makeReader() throws -> sending (any RecordStorage)? {
    try SQLiteStorage(at: url, isReader: true, timeout: 5000)
  }

  public func open(_ entity: StoredEntity) throws {
    let schema = try SQLiteSchema(entity, connection)
    if !isReader { try schema.bringUpToDate() }
    let isReady = try !isReader || schema.isReadable()
    tables[entity.name] = SQLiteTable(entity, connection, isReady: isReady)
    lastTable = nil
  }

  // MARK: Transactions

  public func begin() throws {
    guard !isReader, !isWriting else {
      throw StoreError(
        .misuse, isReader ? "the storage only reads" : "a transaction is under way")
    }
    try connection.run("BEGIN IMMEDIATE")
    isWriting = true
  }

  public func commit() throws {
    try checkWriting()
    try connection.run("COMMIT")
    isWriting = false
  }

  public func rollback() {
    connection.rollBack()
    isWriting = false
  }

  /// Throws unless a transaction is under way. SQLite may have ended it by itself; what is written afterwards would
  /// be kept at once.
  private func checkWriting() throws {
    guard isWriting else { throw StoreError(.misuse, "no transaction has begun") }
    guard connection.isInTransaction else {
      throw StoreError(.failed, "SQLite has rolled the transaction back after a failure")
    }
  }

  // MARK: Reading

  func withSnapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try connection.transaction("DEFERRED", body)
  }

  public func row(_ id: ColumnValue, of entity: StoredEntity) throws -> StoredRow? {
    guard let table = try readyTable(of: entity) else { return nil }
    if isWriting, try table.isNew(id) { return nil }
    return try table.row(id)
  }

  public func rows(_ ids: [ColumnValue], of entity: StoredEntity) throws -> [StoredRow] {
    guard let table = try readyTable(of: entity) else { return [] }
    // In one transaction all rows are of the same state, and the file is locked once.
    return try connection.transaction("DEFERRED") { try Set(ids).compactMap(table.row) }
  }

  public func rows(of entity: StoredEntity, matching query: RowQuery) throws -> [StoredRow] {
    guard let table = try readyTable(of: entity) else { return [] }
    let query = try SQLiteQuery(query, of: entity)
    return try prepare("SELECT \(table.columnNames) FROM \(table.name)\(query.sql)", entity)
      .rows(query.values)
  }

  public func count(of entity: StoredEntity, matching query: RowQuery) throws -> Int {
    guard let table = try readyTable(of: entity) else { return 0 }
    let query = try SQLiteQuery(query, of: entity, isOrdered: false)
    let sql = "SELECT count(*) FROM (SELECT 1 FROM \(table.name)\(query.sql))"
    return Int(try prepare(sql, entity).rows(query.values)[0][0].integer ?? 0)
  }

  /// The statement for a query, which SQLite refuses if it's too deep.
  private func prepare(_ sql: String, _ entity: StoredEntity) throws -> SQLiteStatement {
    do {
      return try connection.prepare(sql)
    } catch let error as StoreError where error.code == .failed {
      throw StoreError(.query, error.message, model: entity.name, underlying: error)
    }
  }

  // MARK: Writing

  public func write(_ row: StoredRow, of entity: StoredEntity, changed: ColumnSet?) throws {
    try checkWriting()
    let table = try table(of: entity)
    guard row.count == table.entity.columns.count else {
      throw StoreError(.misuse, "the row has \(row.count) values", model: entity.name)
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
      throw StoreError(.misuse, "the storage hasn't been opened for it", model: entity.name)
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
