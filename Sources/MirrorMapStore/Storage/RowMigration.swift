/// Turns rows that an earlier version of a model has left into rows of this one.
///
/// A property is found by its name or a former one, and its value is converted where nothing is lost. Rows that
/// are older than a property get its default.
struct RowMigration {
  /// Gives the value that a row has under a name; nil if it has none, not even null.
  typealias StoredValue = (_ name: String) throws -> ColumnValue?

  private let entity: StoredEntity
  /// The names under which the value of each column may be stored, the newest one first.
  private let names: [[String]]
  /// The columns that had the name of another one before, by that name.
  private let formerOwners: [String: Int]

  /// Prepares for the rows of an entity.
  init(to entity: StoredEntity) {
    self.entity = entity
    names = entity.columns.map { [$0.name] + $0.formerNames }
    var formerOwners: [String: Int] = [:]
    for (position, column) in entity.columns.enumerated() {
      for name in column.formerNames where entity.position(of: name) ?? position != position {
        formerOwners[name] = position
      }
    }
    self.formerOwners = formerOwners
  }

  /// Makes a row.
  ///
  /// - Throws: ``StoreError`` with code `.schema` that names the property and the row's id, or what `stored`
  ///   throws.
  func row(_ stored: StoredValue) throws -> StoredRow {
    var row: StoredRow = []
    row.reserveCapacity(names.count)
    for (position, column) in entity.columns.enumerated() {
      guard let value = try value(at: position, stored) else {
        guard let value = column.defaultValue ?? (column.isRequired ? nil : .null) else {
          throw try failure("has no value, and the property no default", position, stored)
        }
        row.append(value)
        continue
      }
      guard let converted = value.converted(to: column.type) else {
        throw try failure("has \(value.inWords), which doesn't fit", position, stored)
      }
      if column.isRequired, converted.isNull {
        throw try failure("has no value, but the property requires one", position, stored)
      }
      row.append(converted)
    }
    return row
  }

  /// The value of a column under the newest name that the row has.
  private func value(at position: Int, _ stored: StoredValue) throws -> ColumnValue? {
    for name in names[position] {
      // In a row from before the renaming, the value belongs to the property that has another name now.
      if let owner = formerOwners[name], owner != position,
        try stored(entity.columns[owner].name) == nil
      {
        continue
      }
      if let value = try stored(name) { return value }
    }
    return nil
  }

  private func failure(
    _ problem: String, _ position: Int, _ stored: StoredValue
  ) throws -> StoreError {
    let id = try value(at: entity.idColumn, stored) ?? .null
    return StoreError(
      .schema, "the stored row with the id \(id.inWords) \(problem)", model: entity.name,
      property: entity.columns[position].name)
  }
}

extension ColumnValue {
  /// The value as it's shown in messages, without the contents of long texts and bytes.
  var inWords: String {
    switch self {
    case .null: "null"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): "\"\(text.count > 40 ? text.prefix(40) + "…" : text[...])\""
    case .blob(let data): "\(data.count) bytes"
    }
  }
}
