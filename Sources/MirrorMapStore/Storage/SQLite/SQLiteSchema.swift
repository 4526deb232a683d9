/// The table of an entity as it should be, to be compared with what is in the file.
///
/// An optional column is added to the table. For any other change a new table takes the rows, which are migrated as
/// those of the other storages. Columns that the program doesn't know stay, but may be null from then on, since new
/// rows have no value for them.
struct SQLiteSchema {
  /// A column as SQLite describes it.
  private struct Column: Hashable {
    let name, type: String
    let isRequired, isKey: Bool

    /// The column in SQL, as `CREATE TABLE` and `ADD COLUMN` take it.
    var definition: String {
      "\(name.quoted()) \(type)\(isRequired ? " NOT NULL" : "")\(isKey ? " PRIMARY KEY" : "")"
    }
  }

  private let entity: StoredEntity
  private let connection: SQLiteConnection
  private let migration: RowMigration
  /// The columns of each index, by its name, such as `Employee(enterprise)`.
  private let indexes: [String: [String]]

  /// - Throws: ``StoreError`` with the code `.misuse` if the entity names a column that isn't there.
  init(_ entity: StoredEntity, _ connection: SQLiteConnection) throws {
    guard ([entity.idColumn] + entity.indexes.joined()).allSatisfy(entity.columns.indices.contains)
    else { throw StoreError(.misuse, "an index has no such column", model: entity.name) }
    self.entity = entity
    self.connection = connection
    migration = RowMigration(to: entity)
    let relations = entity.columns.indices.filter {
      entity.columns[$0].target != nil && !entity.columns[$0].isToMany && $0 != entity.idColumn
    }
    let lists = (relations.map { [$0] } + entity.indexes).filter { !$0.isEmpty }
      .map { $0.map { entity.columns[$0].name } }
    indexes = Dictionary(
      lists.map { ("\(entity.name)(\($0.joined(separator: ",")))", $0) }, uniquingKeysWith: { $1 })
  }

  /// Makes the table, or changes it so that it fits the entity. If it does already, nothing is written.
  ///
  /// - Throws: ``StoreError`` with the code `.schema` if the rows that are there don't fit; nothing is changed then.
  func bringUpToDate() throws {
    do {
      if try connection.transaction("DEFERRED", isUpToDate) { return }
      try connection.writing(migrate)
    } catch let error as StoreError where error.code == .failed {
      // What SQLite refuses, such as names that differ only in case, or begin with sqlite_.
      throw StoreError(.schema, error.message, model: entity.name, underlying: error)
    }
  }

  /// Whether there is a table, for those who can't make one.
  ///
  /// - Throws: ``StoreError`` with the code `.schema` if it has to be brought up to date first.
  func isReadable() throws -> Bool {
    try connection.transaction("DEFERRED") {
      if try isUpToDate() { return true }
      if try storedColumns().isEmpty { return false }
      throw StoreError(.schema, "the table has to be brought up to date first", model: entity.name)
    }
  }

  private func isUpToDate() throws -> Bool {
    let stored = try storedColumns()
    return try added(to: stored) == [] && storedIndexes() == Set(indexes.keys)
  }

  private func migrate() throws {
    let stored = try storedColumns()
    if let added = added(to: stored) {
      for column in added {
        try connection.run("ALTER TABLE \(entity.name.quoted()) ADD COLUMN \(column.definition)")
      }
    } else {
      try rebuild(stored)
    }
    let storedIndexes = try storedIndexes()
    for name in storedIndexes where indexes[name] == nil {
      try connection.run("DROP INDEX \(name.quoted())")
    }
    for (name, columns) in indexes where !storedIndexes.contains(name) {
      try connection.run(
        "CREATE INDEX \(name.quoted()) ON \(entity.name.quoted()) (\(columns.quoted()))")
    }
  }

  // MARK: The file

  /// The columns in the file; none if there is no table.
  private func storedColumns() throws -> [Column] {
    let tables = try connection.run(
      """
      SELECT name, strict FROM pragma_table_list
      WHERE schema = 'main' AND name = ? COLLATE NOCASE
      """, [.text(entity.name)])
    guard let table = tables.first else { return [] }
    guard table == [.text(entity.name), .integer(1)] else {
      let message = "the file has \(table[0].text ?? ""), which isn't a STRICT table \(entity.name)"
      throw StoreError(.schema, message, model: entity.name)
    }
    return try connection.run(
      "SELECT name, type, \"notnull\", pk FROM pragma_table_info(?)", [.text(entity.name)]
    ).map { row in
      Column(
        name: row[0].text ?? "", type: row[1].text ?? "", isRequired: row[2] != .integer(0),
        isKey: row[3] != .integer(0))
    }
  }

  /// The indexes in the file that have names like ours.
  private func storedIndexes() throws -> Set<String> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?"
    let names = try connection.run(sql, [.text(entity.name)]).compactMap(\.[0].text)
    return Set(names.filter { $0.hasPrefix(entity.name + "(") })
  }

  // MARK: Changes

  /// The columns of the table.
  private var columns: [Column] {
    entity.columns.enumerated().map { position, column in
      let (isKey, type) = (position == entity.idColumn, column.type.rawValue.uppercased())
      // SQLite doesn't say this of an INTEGER PRIMARY KEY, which is never null.
      let isRequired = isKey ? column.type != .integer : column.isRequired
      return Column(name: column.name, type: type, isRequired: isRequired, isKey: isKey)
    }
  }

  /// The columns that have to be added to the table; nil if that isn't enough.
  private func added(to stored: [Column]) -> [Column]? {
    let (present, names) = (Set(stored), Set(stored.map(\.name)))
    let added = zip(columns, entity.columns).filter { !present.contains($0.0) }
    let areOptional = added.allSatisfy { column, property in
      !column.isRequired && !column.isKey && property.defaultValue == nil
        && names.isDisjoint(with: [property.name] + property.formerNames)
    }
    let fit = unknown(stored).allSatisfy { !$0.isRequired && !$0.isKey }
    return !stored.isEmpty && areOptional && fit && !migration.isPending(in: names)
      ? added.map(\.0) : nil
  }

  /// The columns in the file that the entity doesn't have, under any of their names.
  private func unknown(_ stored: [Column]) -> [Column] {
    stored.filter { !migration.names.contains($0.name) }
  }

  /// Moves the rows, if there are any, to a new table, which takes the place of the other one.
  private func rebuild(_ stored: [Column]) throws {
    // To SQLite they are as different as their bytes.
    guard Set(stored.map(\.name)).count == stored.count else {
      throw StoreError(
        .schema, "the file has two columns whose names are the same characters",
        model: entity.name)
    }
    let (table, target) = (entity.name.quoted(), try freeName().quoted())
    let others = unknown(stored).map {
      Column(name: $0.name, type: $0.type, isRequired: false, isKey: false)
    }
    let definitions = (columns + others).map(\.definition).joined(separator: ",")
    try connection.run("CREATE TABLE \(target) (\(definitions)) STRICT")
    if !stored.isEmpty {
      try copyRows(to: target, stored.map(\.name), others.map(\.name))
      try connection.run("DROP TABLE \(table)")
    }
    try connection.run("ALTER TABLE \(target) RENAME TO \(table)")
  }

  /// A name for the new table that isn't in use. An existing table with such a name may belong to another library.
  private func freeName() throws -> String {
    var (name, number) = ("\(entity.name) (new)", 1)
    let sql = "SELECT 1 FROM sqlite_schema WHERE name = ? COLLATE NOCASE"
    while try !connection.run(sql, [.text(name)]).isEmpty {
      number += 1
      name = "\(entity.name) (new \(number))"
    }
    return name
  }

  private func copyRows(to target: String, _ names: [String], _ others: [String]) throws {
    let positions = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    let count = entity.columns.count + others.count
    let insert = try connection.prepare("INSERT INTO \(target) VALUES (\(parameters(count)))")
    let select = try connection.prepare("SELECT \(names.quoted()) FROM \(entity.name.quoted())")
    try select.forEachRow { old in
      let row = try migration.row { name in positions[name].map { old[$0] } }
      do {
        try insert.rows(row + others.map { old[positions[$0]!] })
      } catch let error as StoreError where error.code == .failed {
        // All other values have been converted.
        throw RowMigration.repeatedID(of: row, entity)
      }
    }
  }
}
