extension SQLiteSchema {
  /// Makes the table, or changes it so that it fits the entity. If it does already, nothing is written.
  ///
  /// - Throws: ``StoreError`` with the code `.schema` if the rows that are there don't fit; nothing is changed then.
  func bringUpToDate() throws {
    do {
      if try connection.transaction("DEFERRED", isUpToDate) { return }
      try connection.transaction("IMMEDIATE", migrate)
    } catch let error as StoreError where error.code == .failed {
      // What SQLite refuses, as a table whose name begins with sqlite_.
      throw failure(error.message, underlying: error)
    }
  }

  /// Checks that there is no table yet, or one that needs no changes.
  func checkReadable() throws {
    let isReadable = try connection.transaction("DEFERRED") {
      try storedColumns().isEmpty || isUpToDate()
    }
    if !isReadable { throw failure("The table has to be brought up to date first.") }
  }

  private func isUpToDate() throws -> Bool {
    guard try checkTable() else { return false }
    let stored = try storedColumns()
    if !renames(stored).isEmpty { return false }
    try checkNames(stored)
    return try missing(stored).isEmpty && !needsRebuilding(stored)
      && storedIndexes() == Set(indexes.keys)
  }

  private func migrate() throws {
    if try checkTable() {
      for (former, name) in renames(try storedColumns()) {
        try connection.run(
          "ALTER TABLE \(table) RENAME COLUMN \(SQLText.name(former)) TO \(SQLText.name(name))")
      }
      let stored = try storedColumns()
      try checkNames(stored)
      if try needsRebuilding(stored) {
        try rebuild(stored)
      } else {
        for column in missing(stored) { try add(column) }
      }
    } else {
      try checkNames([])
      try create(table)
    }
    let storedIndexes = try storedIndexes()
    for name in storedIndexes where indexes[name] == nil {
      try connection.run("DROP INDEX \(SQLText.name(name))")
    }
    for (name, columns) in indexes where !storedIndexes.contains(name) {
      try connection.run(
        "CREATE INDEX \(SQLText.name(name)) ON \(table) (\(SQLText.names(columns)))")
    }
  }

  private func create(_ table: String, _ others: [String] = []) throws {
    let definitions = entity.columns.map(definition) + others
    try connection.run("CREATE TABLE \(table) (\(definitions.joined(separator: ","))) STRICT")
  }

  // MARK: What is to be done

  /// The former names of columns in the file, and their present ones.
  private func renames(_ stored: [Column]) -> [(String, String)] {
    var unused = Set(stored.map(\.name)).subtracting(entity.columns.map(\.name))
    return missing(stored).compactMap { column in
      guard let former = column.formerNames.first(where: unused.contains) else { return nil }
      unused.remove(former)
      return (former, column.name)
    }
  }

  private func missing(_ stored: [Column]) -> [StoredColumn] {
    entity.columns.filter { column in !stored.contains { $0.name == column.name } }
  }

  /// Whether there are changes for which SQLite has no statement, so that another table must take the rows.
  private func needsRebuilding(_ stored: [Column]) throws -> Bool {
    let isChanged = stored.contains { column in
      guard let position = entity.position(of: column.name) else {
        // Rows without a value here couldn't be added any more.
        return column.isKey || column.isRequired && column.defaultText == nil
      }
      let wanted = entity.columns[position]
      return column.type != wanted.type.sqlName || column.isKey != isID(wanted)
        || !column.isKey && column.isRequired != wanted.isRequired
    }
    return try isChanged || missing(stored).contains { try isID($0) || !hasExactLiteral($0) }
  }

  /// Whether SQLite reads the default value as it is from its literal.
  private func hasExactLiteral(_ column: StoredColumn) throws -> Bool {
    guard let value = column.defaultValue else { return true }
    let literal = SQLText.literal(value)
    return try !literal.hasPrefix("(") && connection.run("SELECT \(literal)") == [[value]]
  }

  // MARK: Changes

  private func add(_ column: StoredColumn) throws {
    if column.isRequired && (column.defaultValue ?? .null).isNull {
      let idName = SQLText.name(entity.columns[entity.idColumn].name)
      let sql = "SELECT \(idName) FROM \(table) ORDER BY 1 LIMIT 1"
      if let id = try connection.run(sql).first?.first { throw missingValue(column, id) }
    }
    try connection.run("ALTER TABLE \(table) ADD COLUMN \(definition(of: column))")
  }

  /// Moves the rows to another table, which takes the place of the first.
  private func rebuild(_ stored: [Column]) throws {
    let others = stored.filter { entity.position(of: $0.name) == nil }
    let target = SQLText.name(entity.name + " (new)")
    try create(
      target,
      others.map { column in
        let rest = column.defaultText.map {
          (column.isRequired ? " NOT NULL" : "") + " DEFAULT (\($0))"
        }
        return SQLText.name(column.name) + " " + column.type + (rest ?? "")
      })
    // Indexes and triggers, which would be gone with the table.
    let sql = "SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND type <> 'table' AND sql <> ''"
    let dependents = try connection.run(sql, [.text(entity.name)]).compactMap { $0[0].string }
    try copyRows(to: target, stored, others)
    try connection.run("DROP TABLE \(table)")
    try connection.run("ALTER TABLE \(target) RENAME TO \(table)")
    for sql in dependents { try connection.run(sql) }
  }

  private func copyRows(to target: String, _ stored: [Column], _ others: [Column]) throws {
    let names = stored.map(\.name)
    let positions = entity.columns.map { column in names.firstIndex(of: column.name) }
    let otherPositions = names.indices.filter { entity.position(of: names[$0]) == nil }
    let newNames = entity.columns.map(\.name) + others.map(\.name)
    let insert = try connection.prepare(
      "INSERT INTO \(target) (\(SQLText.names(newNames))) "
        + "VALUES (\(newNames.map { _ in "?" }.joined(separator: ",")))")
    // In messages a row is known by the id that it has had so far.
    let idPosition = stored.firstIndex(where: \.isKey) ?? 0
    let sql = "SELECT \(SQLText.names(names)) FROM \(table) ORDER BY \(idPosition + 1)"
    try connection.prepare(sql).forEachRow([]) { old in
      var row = try zip(entity.columns, positions).map { column, position in
        try value(position.map { old[$0] }, for: column, rowID: old[idPosition])
      }
      for position in otherPositions { row.append(old[position]) }
      do { try insert.run(row) } catch let error as StoreError where error.code == .failed {
        throw failure(
          "Row \(SQLText.literal(old[idPosition])): \(error.message)", underlying: error)
      }
    }
  }

  /// What becomes of a value.
  private func value(
    _ old: ColumnValue?, for column: StoredColumn, rowID: ColumnValue
  ) throws -> ColumnValue {
    let isWithout = old == nil || column.isRequired && old == .null
    guard let value = isWithout ? column.defaultValue : old, !value.isNull else {
      if column.isRequired || isID(column) { throw missingValue(column, rowID) }
      return .null
    }
    guard let converted = value.converted(to: column.type) else {
      throw failure(
        "The value of row \(SQLText.literal(rowID)) can't become one of type \(column.type.sqlName).",
        column.name)
    }
    return converted
  }

  private func missingValue(_ column: StoredColumn, _ id: ColumnValue) -> StoreError {
    failure("Row \(SQLText.literal(id)) has no value, but each must have one.", column.name)
  }
}
