/// The table of an entity, and the statements for it, each of which is prepared when it's first needed.
final class SQLiteTable {
  private typealias Update = (columns: [Int], statement: SQLiteStatement)

  let entity: StoredEntity
  /// The name of the table, in quotes, and the qualified names of all columns.
  let name, columnNames: String
  /// Whether the table is known to be there, with all columns.
  var isReady: Bool
  /// An id that no other exceeds, if ids are integers; nil if it isn't known. It's valid during a transaction.
  var greatestID: Int64?

  private let connection: SQLiteConnection
  private let idColumn: StoredColumn
  private let idName: String
  private var select, insert, delete: SQLiteStatement?
  private var updates: [ColumnSet: Update] = [:]

  init(_ entity: StoredEntity, _ connection: SQLiteConnection, isReady: Bool) {
    self.entity = entity
    self.connection = connection
    self.isReady = isReady
    name = entity.name.quoted()
    columnNames = entity.columns.map { $0.qualifiedName(in: entity) }.joined(separator: ",")
    idColumn = entity.columns[entity.idColumn]
    idName = idColumn.qualifiedName(in: entity)
  }

  /// The row with an id.
  func row(_ id: ColumnValue) throws -> StoredRow? {
    // SQLite would convert the text "5" for an integer column.
    guard id.canEqual(idColumn.type) else { return nil }
    return try prepared(&select, "SELECT \(columnNames) FROM \(name) WHERE \(idName) = ?")
      .firstRow([id])
  }

  /// Whether an id is certainly not stored, which needs no search if it's greater than all others. May only be called
  /// during a transaction that writes, when no other connection can add rows.
  func isNew(_ id: ColumnValue) throws -> Bool {
    guard idColumn.type == .integer, case .integer(let id) = id else { return false }
    if let greatestID { return id > greatestID }
    let greatest = try connection.run("SELECT max(\(idName)) FROM \(name)")[0][0].integer ?? .min
    greatestID = greatest
    return id > greatest
  }

  /// Writes a new row.
  func insert(_ row: StoredRow) throws {
    // SQLite would make an id.
    if row[entity.idColumn].isNull {
      throw StoreError(.misuse, "the row has no id", model: entity.name)
    }
    try prepared(
      &insert,
      "INSERT INTO \(name) (\(entity.columns.map(\.name).quoted()))"
        + " VALUES (\(parameters(row.count)))"
    ).rows(row)
    guard let greatestID, case .integer(let id) = row[entity.idColumn] else { return }
    if id > greatestID { self.greatestID = id }
  }

  /// Writes some columns of a stored row.
  func update(_ row: StoredRow, _ changed: ColumnSet) throws {
    let update = try updates[changed] ?? prepareUpdate(changed)
    var values = update.columns.map { row[$0] }
    values.append(row[entity.idColumn])
    try update.statement.rows(values)
  }

  private func prepareUpdate(_ changed: ColumnSet) throws -> Update {
    let columns = changed.columns
    guard columns.allSatisfy(entity.columns.indices.contains) else {
      throw StoreError(.misuse, "a changed column isn't there", model: entity.name)
    }
    let assignments = columns.map { entity.columns[$0].name.quoted() + "=?" }
    let sql = "UPDATE \(name) SET \(assignments.joined(separator: ",")) WHERE \(idName) = ?"
    let update = (columns, try connection.prepare(sql))
    // With many properties there are too many sets of them to keep all.
    if updates.count == 64 { updates = [:] }
    updates[changed] = update
    return update
  }

  /// Deletes the row with an id.
  func delete(_ id: ColumnValue) throws {
    guard id.canEqual(idColumn.type) else { return }
    try prepared(&delete, "DELETE FROM \(name) WHERE \(idName) = ?").rows([id])
  }

  @inline(__always)
  private func prepared(
    _ statement: inout SQLiteStatement?, _ sql: @autoclosure () -> String
  ) throws -> SQLiteStatement {
    if let statement { return statement }
    let new = try connection.prepare(sql())
    statement = new
    return new
  }
}
