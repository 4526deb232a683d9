/// How the rows of one entity stand in a document.
struct FileTable {
  let entity: StoredEntity
  /// An object with all columns, whose copies share its keys.
  private let template: JSONObject
  /// What the program doesn't know of a row, by its id: properties that the model had or will have.
  private var unknown: [ColumnValue: JSONObject] = [:]

  /// Makes the table of an entity, and the rows that the objects of a document stand for.
  ///
  /// - Throws: ``StoreError`` with code `.damaged` or `.schema`.
  init(_ entity: StoredEntity, reading objects: [JSONValue], to rows: inout [StoredRow]) throws {
    self.entity = entity
    template = JSONObject(entity.columns.map { ($0.name, .null) })
    let migration = RowMigration(to: entity)
    for members in objects.lazy.compactMap(\.object) {
      let row = try migration.row { name in
        guard let json = members[name] else { return nil }
        if let value = ColumnValue(json) { return value }
        throw StoreError(
          .damaged, "a stored value isn't one: \(json)", model: entity.name, property: name)
      }
      rows.append(row)
      let others = members.filter { !migration.names.contains($0.key) }
      if !others.isEmpty { unknown[row[entity.idColumn]] = JSONObject(others) }
    }
  }

  /// Forgets what isn't known of deleted rows.
  mutating func delete(_ ids: Set<ColumnValue>) {
    for id in ids { unknown[id] = nil }
  }

  /// The object of a row.
  func object(of row: StoredRow) -> JSONValue {
    var object = template
    for (column, value) in zip(entity.columns, row) {
      // Nulls are written: a row without a property is older than it, and gets its default.
      if !value.isNull { object.updateValue(value.json, forKey: column.name) }
    }
    if !unknown.isEmpty, let others = unknown[row[entity.idColumn]] { object.merge(others) }
    return .object(object)
  }
}
