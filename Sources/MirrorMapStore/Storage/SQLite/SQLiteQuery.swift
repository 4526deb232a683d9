/// A query in SQL: the part after the name of the table, and the values of its parameters.
struct SQLiteQuery {
  private let entity: StoredEntity
  private(set) var sql = ""
  private(set) var values: [ColumnValue] = []

  /// Translates a query.
  ///
  /// - Throws: ``StoreError`` with the code `.query` if it names a column that isn't there.
  init(_ query: RowQuery, of entity: StoredEntity, isOrdered: Bool = true) throws {
    self.entity = entity
    if let condition = query.condition { sql += try " WHERE " + text(of: condition) }
    if isOrdered {
      let order = query.order + [RowOrder(column: entity.idColumn)]
      let terms = try order.map { try name(of: $0.column) + ($0.isDescending ? " DESC" : "") }
      sql += " ORDER BY " + terms.joined(separator: ",")
    }
    if query.limit != nil || query.offset > 0 {
      sql += " LIMIT ? OFFSET ?"
      // SQLite takes a negative limit for none.
      values.append(.integer(query.limit.map { Int64(max($0, 0)) } ?? -1))
      values.append(.integer(Int64(max(query.offset, 0))))
    }
  }

  /// A condition in SQL. It's 0 or 1, but never NULL, so that NOT is its opposite.
  private mutating func text(of condition: RowCondition) throws -> String {
    switch condition {
    case .compare(let column, let comparison, let value):
      try text(of: column, comparison, value)
    case .isIn(let column, let set): try text(of: column, in: set)
    case .and(let left, let right): "(\(try text(of: left)) AND \(try text(of: right)))"
    case .or(let left, let right): "(\(try text(of: left)) OR \(try text(of: right)))"
    case .not(let inner): "(NOT \(try text(of: inner)))"
    }
  }

  private mutating func text(
    of column: Int, _ comparison: RowCondition.Comparison, _ value: ColumnValue
  ) throws -> String {
    var name = try name(of: column)
    // A plus keeps SQLite from converting a value of another kind, such as the text "5" for an integer column.
    if !value.isNull, !value.canEqual(entity.columns[column].type) { name = "+" + name }
    let sign: String
    switch comparison {
    case .equal: return "(\(name) IS \(parameter(value)))"
    case .notEqual: return "(\(name) IS NOT \(parameter(value)))"
    case _ where value.isNull: return "0"
    case .less: sign = "<"
    case .lessOrEqual: sign = "<="
    case .greater: sign = ">"
    case .greaterOrEqual: sign = ">="
    }
    // In this form, unlike in that with IS TRUE, an index can be used.
    return "(\(name) \(sign) \(parameter(value)) AND \(name) IS NOT NULL)"
  }

  private mutating func text(of column: Int, in set: Set<ColumnValue>) throws -> String {
    let name = try name(of: column)
    let type = entity.columns[column].type
    // The number of parameters is limited. Reals, bytes and texts with a NUL have no exact literals.
    let list = set.filter { $0.canEqual(type) }.map { value in
      switch value {
      case .integer(let integer): "\(integer)"
      case .text(let text) where !text.utf8.contains(0): text.quoted("'")
      default: parameter(value)
      }
    }
    let isAmong = "(\(name) IN (\(list.joined(separator: ","))) AND \(name) IS NOT NULL)"
    return set.contains(.null) ? "(\(name) IS NULL OR \(isAmong))" : isAmong
  }

  private mutating func parameter(_ value: ColumnValue) -> String {
    values.append(value)
    return "?"
  }

  private func name(of column: Int) throws -> String {
    guard entity.columns.indices.contains(column) else {
      throw StoreError(.query, "there is no column \(column)", model: entity.name)
    }
    return entity.columns[column].qualifiedName(in: entity)
  }
}

extension StoredColumn {
  /// The name with that of the table, both in quotes.
  ///
  /// If the table has no such column any more, because another process has renamed it, SQLite takes the name alone in
  /// quotes for a text.
  func qualifiedName(in entity: StoredEntity) -> String {
    "\(entity.name.quoted()).\(name.quoted())"
  }
}

extension ColumnValue {
  /// Whether a column of a type can hold a value that is equal to this one.
  func canEqual(_ type: StoredColumn.ValueType) -> Bool {
    switch (self, type) {
    case (.null, _): false
    case (_, .any), (.integer, .integer), (.integer, .real), (.real, .integer), (.real, .real),
      (.text, .text), (.blob, .blob):
      true
    default: false
    }
  }
}

extension String {
  /// The text as SQL takes names and literals: in quotes, with those within it doubled.
  func quoted(_ quote: Unicode.Scalar = "\"") -> String {
    let inner = unicodeScalars.flatMap { $0 == quote ? [quote, quote] : [$0] }
    return String(UnicodeScalarView([quote] + inner + [quote]))
  }
}

extension [String] {
  /// Names in quotes, separated by commas.
  func quoted() -> String { map { $0.quoted() }.joined(separator: ",") }
}

/// As many parameters, separated by commas.
func parameters(_ count: Int) -> String {
  Array(repeating: "?", count: count).joined(separator: ",")
}
