/// The table of an entity as it should be, and as it is in the file.
struct SQLiteSchema {
  /// A column in the file.
  struct Column {
    let name, type: String
    let isRequired, isKey: Bool
    /// The default value in SQL.
    let defaultText: String?
  }

  let entity: StoredEntity
  let connection: SQLiteConnection
  /// The name of the table in quotes.
  let table: String
  /// The columns of each index, by its name.
  let indexes: [String: [String]]

  /// - Throws: ``StoreError`` with the code `.misuse` if the entity names a column that isn't there.
  init(_ entity: StoredEntity, _ connection: SQLiteConnection) throws {
    guard ([entity.idColumn] + entity.indexes.joined()).allSatisfy(entity.columns.indices.contains)
    else { throw StoreError(.misuse, "There is no such column.", model: entity.name) }
    self.entity = entity
    self.connection = connection
    table = SQLText.name(entity.name)
    let relations = entity.columns.indices.filter {
      entity.columns[$0].target != nil && !entity.columns[$0].isToMany && $0 != entity.idColumn
    }
    var indexes: [String: [String]] = [:]
    for positions in relations.map({ [$0] }) + entity.indexes where !positions.isEmpty {
      let columns = positions.map { entity.columns[$0].name }
      indexes[Self.indexName([entity.name] + columns)] = columns
    }
    self.indexes = indexes
  }

  /// The name of an index, such as `Employee.enterprise.index`. Dots in names are escaped: no two indexes may have
  /// the same.
  private static func indexName(_ names: [String]) -> String {
    names.map { $0.replacing("%", with: "%25").replacing(".", with: "%2E") + "." }.joined()
      + "index"
  }

  /// The columns in the file; none if there is no table.
  func storedColumns() throws -> [Column] {
    try connection.run(
      "SELECT name, type, \"notnull\", pk, dflt_value FROM pragma_table_info(?)",
      [.text(entity.name)]
    ).map { row in
      Column(
        name: row[0].string ?? "", type: row[1].string ?? "", isRequired: row[2] != .integer(0),
        isKey: row[3] != .integer(0), defaultText: row[4].string)
    }
  }

  /// Our indexes in the file, by name: those of the table whose name is like that of an index of ours.
  func storedIndexes() throws -> Set<String> {
    let start = Self.indexName([entity.name]).dropLast("index".count)
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?"
    let names = try connection.run(sql, [.text(entity.name)]).compactMap { $0[0].string }
    return Set(names.filter { $0.hasPrefix(start) && $0.hasSuffix(".index") })
  }

  /// Whether the table is there, with all columns.
  func isReadable() throws -> Bool {
    Set(entity.columns.map(\.name)).isSubset(of: try storedColumns().map(\.name))
  }

  /// Checks that what has the table's name in the file can be the table.
  ///
  /// - Returns: Whether there is something.
  func checkTable() throws -> Bool {
    let sql = """
      SELECT name, (
        SELECT strict AND NOT wr FROM pragma_table_list(present.name) WHERE schema = 'main')
      FROM sqlite_schema AS present WHERE name = ? COLLATE NOCASE AND type <> 'trigger'
      """
    guard let row = try connection.run(sql, [.text(entity.name)]).first else { return false }
    let name = row[0].string ?? ""
    guard name == entity.name else {
      throw failure("In the file there is \(name), which differs from \(entity.name) only in case.")
    }
    guard row[1] == .integer(1) else {
      throw failure("The file has something else of this name, which is no STRICT table.")
    }
    return true
  }

  /// Checks that no two columns have names that are one to SQLite.
  func checkNames(_ stored: [Column]) throws {
    var names: [String: String] = [:]
    for name in entity.columns.map(\.name) + stored.map(\.name) {
      let other = names.updateValue(name, forKey: SQLText.folded(name)) ?? name
      if other != name {
        throw failure("\(other) and \(name) differ only in case, which SQLite ignores.", name)
      }
    }
  }

  /// The column in SQL, as `CREATE TABLE` and `ADD COLUMN` take it.
  func definition(of column: StoredColumn) -> String {
    let start = SQLText.name(column.name) + " " + column.type.sqlName
    if isID(column) { return start + (column.type == .integer ? "" : " NOT NULL") + " PRIMARY KEY" }
    let defaultText = column.defaultValue.map { " DEFAULT " + SQLText.literal($0) } ?? ""
    return start + (column.isRequired ? " NOT NULL" : "") + defaultText
  }

  func isID(_ column: StoredColumn) -> Bool { column.name == entity.columns[entity.idColumn].name }

  func failure(
    _ message: String, _ property: String? = nil, underlying: StoreError? = nil
  ) -> StoreError {
    StoreError(.schema, message, model: entity.name, property: property, underlying: underlying)
  }
}

extension StoredColumn.ValueType {
  /// The type's name in SQL.
  var sqlName: String { rawValue.uppercased() }
}

extension ColumnValue {
  /// The text, if it's one.
  var string: String? {
    if case .text(let text) = self { text } else { nil }
  }
}
