import MirrorMap

/// How the rows of one entity stand in a document.
struct FileTable {
  /// The entity.
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
    rows.reserveCapacity(objects.count)
    for object in objects {
      guard let members = object.object else {
        throw StoreError(.damaged, "a row isn't an object", model: entity.name)
      }
      let row = try migration.row { name in
        guard let json = members[name] else { return nil }
        guard let value = ColumnValue(json) else {
          throw StoreError(
            .damaged, "a stored value isn't one: \(json)", model: entity.name, property: name)
        }
        return value
      }
      rows.append(row)
      keepUnknown(members, of: row)
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

  /// Keeps those members of a row's object that are in none of its columns.
  private mutating func keepUnknown(_ members: JSONObject, of row: StoredRow) {
    guard
      members.count > entity.columns.count
        || !entity.columns.allSatisfy({ members[$0.name] != nil })
    else { return }
    var others = members
    for column in entity.columns {
      // A renamed property is in the column, so that its former name is gone.
      let name = ([column.name] + column.formerNames).first { others[$0] != nil }
      if let name { others[name] = nil }
    }
    if !others.isEmpty { unknown[row[entity.idColumn]] = others }
  }
}
