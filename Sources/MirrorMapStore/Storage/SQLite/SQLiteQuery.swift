/// A query in SQL: the part after the name of the table, and the values of its parameters.
struct SQLiteQuery {
  /// More values than this in one set are written as literals, because the number of parameters is limited.
  private static let parameterLimit = 500
  /// SQLite's own limit.
  private static let depthLimit = 1000

  private let entity: StoredEntity
  private(set) var sql = ""
  private(set) var values: [ColumnValue] = []

  /// Translates a query.
  ///
  /// - Throws: ``StoreError`` with the code `.query` if it names a column that isn't there, or is too deep.
  init(_ query: RowQuery, of entity: StoredEntity, isOrdered: Bool = true) throws {
    self.entity = entity
    if let condition = query.condition { sql += try " WHERE " + text(of: condition, depth: 0) }
    if isOrdered {
      var order = try query.order.map { try name(of: $0.column) + ($0.isDescending ? " DESC" : "") }
      if !query.order.contains(where: { $0.column == entity.idColumn }) {
        order.append(try name(of: entity.idColumn))
      }
      sql += " ORDER BY " + order.joined(separator: ",")
    }
    if query.limit != nil || query.offset > 0 {
      sql += " LIMIT ? OFFSET ?"
      // SQLite takes a negative limit for none.
      values.append(.integer(query.limit.map { Int64(max($0, 0)) } ?? -1))
      values.append(.integer(Int64(max(query.offset, 0))))
    }
  }

  /// A condition in SQL. It's 0 or 1, but never NULL, so that NOT is its opposite.
  private mutating func text(of condition: RowCondition, depth: Int) throws -> String {
    guard depth < Self.depthLimit else {
      throw StoreError(.query, "The condition is too deep.", model: entity.name)
    }
    switch condition {
    case .compare(let column, let comparison, let value):
      return try text(of: column, comparison, value)
    case .isIn(let column, let set): return try text(of: column, in: set)
    case .and(let left, let right):
      let left = try text(of: left, depth: depth + 1)
      return "(\(left) AND \(try text(of: right, depth: depth + 1)))"
    case .or(let left, let right):
      let left = try text(of: left, depth: depth + 1)
      return "(\(left) OR \(try text(of: right, depth: depth + 1)))"
    case .not(let inner): return "(NOT \(try text(of: inner, depth: depth + 1)))"
    }
  }

  private mutating func text(
    of column: Int, _ comparison: RowCondition.Comparison, _ value: ColumnValue
  ) throws -> String {
    let name = try operand(column, comparedWith: value)
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
    let list = set.filter { Self.canEqual($0, type) }.map { value in
      // Reals may be read back different, and texts with a NUL have no literal.
      switch value {
      case .integer where set.count > Self.parameterLimit,
        .blob where set.count > Self.parameterLimit:
        SQLText.literal(value)
      case .text(let text) where set.count > Self.parameterLimit && !text.utf8.contains(0):
        SQLText.literal(value)
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

  /// The column as an operand. A plus takes SQLite's wish away to convert a value of another kind, as the text "5"
  /// for an integer column.
  private func operand(_ column: Int, comparedWith value: ColumnValue) throws -> String {
    let name = try name(of: column)
    return value.isNull || Self.canEqual(value, entity.columns[column].type) ? name : "+" + name
  }

  private func name(of column: Int) throws -> String {
    guard entity.columns.indices.contains(column) else {
      throw StoreError(.query, "There is no column \(column).", model: entity.name)
    }
    return SQLText.name(entity.columns[column].name)
  }

  /// Whether a column can hold a value that is equal to another one.
  static func canEqual(_ value: ColumnValue, _ type: StoredColumn.ValueType) -> Bool {
    switch (value, type) {
    case (.null, _): false
    case (_, .any), (.integer, .integer), (.integer, .real), (.real, .integer), (.real, .real),
      (.text, .text), (.blob, .blob):
      true
    default: false
    }
  }
}
