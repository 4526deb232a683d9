/// Turns rows that an earlier version of a model has left into rows of this one.
///
/// A property is found by its name or a former one, and its value is converted where nothing is lost. Rows that
/// are older than a property get its default, and so does null where the property requires a value.
struct RowMigration {
  private let entity: StoredEntity
  /// The columns that had other names before.
  private let renamed: [StoredColumn]
  /// All names of properties, the former ones too. What is stored under other names is kept as it is.
  let names: Set<String>

  /// Prepares for the rows of an entity.
  init(to entity: StoredEntity) {
    self.entity = entity
    renamed = entity.columns.filter { !$0.formerNames.isEmpty }
    names = Set(entity.columns.flatMap { [$0.name] + $0.formerNames })
  }

  /// Whether rows that have these names are from before a renaming, which leaves no former name that isn't in use again.
  func isPending(in stored: Set<String>) -> Bool {
    renamed.contains { $0.formerNames.contains { stored.contains($0) && isUnused($0) } }
  }

  /// Whether no property has a name any more.
  private func isUnused(_ name: String) -> Bool { entity.position(of: name) == nil }

  /// Makes a row.
  ///
  /// - Parameter stored: Gives the value that the row has under a name; nil if it has none, not even null.
  /// - Throws: ``StoreError`` with code `.schema` that names the property and the row's id, or what `stored`
  ///   throws.
  func row(_ stored: (String) throws -> ColumnValue?) throws -> StoredRow {
    func failure(_ problem: String, _ column: StoredColumn) throws -> StoreError {
      let id = try find(entity.columns[entity.idColumn], stored)?.value ?? .null
      return StoreError(
        .schema, "the stored row with the id \(id.inWords) \(problem)", model: entity.name,
        property: column.name)
    }
    return try entity.columns.map { column in
      let value = try find(column, stored)?.value
      guard let value, !(value.isNull && column.isRequired) else {
        if let value = column.defaultValue ?? (column.isRequired ? nil : .null) { return value }
        throw try failure("has no value, but the property requires one", column)
      }
      if column.isToMany, value.integer != nil || value.real?.isFinite == true {
        // The id of a relation to a single model, of whatever type.
        return .text("[\(String(decoding: ColumnJSON.json(of: value), as: UTF8.self))]")
      }
      if let converted = value.converted(to: column.type) { return converted }
      throw try failure("has \(value.kindInWords), which doesn't fit", column)
    }
  }

  /// What a row has for a column, and under which name; nil if it has nothing, not even null.
  ///
  /// - Parameter others: The columns that ask whether this one takes the value under their name.
  private func find(
    _ column: StoredColumn, _ stored: (String) throws -> ColumnValue?, for others: [String] = []
  ) rethrows -> (name: String, value: ColumnValue)? {
    // In a row from before a renaming, the value belongs to the property that has another name now.
    let isTaken = try renamed.contains {
      try $0.formerNames.contains(column.name) && !others.contains($0.name)
        && find($0, stored, for: others + [column.name])?.name == column.name
    }
    let own = isTaken ? nil : try stored(column.name)
    if let own, !own.isNull { return (column.name, own) }
    // A removed property may have left null under this name, so the value under a former name that isn't in use counts.
    let unused = column.formerNames.filter(isUnused)
    for name in unused {
      if let value = try stored(name), !value.isNull { return (name, value) }
    }
    if let own { return (column.name, own) }
    for name in column.formerNames.filter({ !isUnused($0) }) + unused {
      if let value = try stored(name) { return (name, value) }
    }
    return nil
  }

  /// The error for another row with the same id.
  static func repeatedID(of row: StoredRow, _ entity: StoredEntity) -> StoreError {
    StoreError(
      .schema, "two rows have the id \(row[entity.idColumn].inWords)", model: entity.name,
      property: entity.columns[entity.idColumn].name)
  }
}

extension ColumnValue {
  /// An id as it's shown in messages, without the contents of long texts and bytes.
  fileprivate var inWords: String {
    switch self {
    case .null: "null"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): "\"\(text.count > 40 ? text.prefix(40) + "…" : text[...])\""
    case .blob(let data): "\(data.count) bytes"
    }
  }
}
