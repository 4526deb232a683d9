import Foundation

extension RowCondition {
  /// Returns whether a row fulfills the condition.
  ///
  /// Use it in storages that keep rows in memory. Every storage has to give the same results.
  ///
  /// - Precondition: The row has all columns of the condition.
  /// - Complexity: O(*n*) in the number of comparisons.
  public func matches(_ row: StoredRow) -> Bool {
    switch self {
    case .compare(let column, let comparison, let value): comparison.holds(row[column], value)
    case .isIn(let column, let values):
      values.contains(row[column])
        || row[column].asOtherKindOfNumber.map(values.contains) ?? false
    case .and(let left, let right): left.matches(row) && right.matches(row)
    case .or(let left, let right): left.matches(row) || right.matches(row)
    case .not(let condition): !condition.matches(row)
    }
  }
}

extension RowCondition.Comparison {
  /// Whether the comparison of a row's value with another one is true.
  fileprivate func holds(_ value: ColumnValue, _ other: ColumnValue) -> Bool {
    let result = value.compare(other)
    return switch self {
    case .equal: result == .orderedSame
    case .notEqual: result != .orderedSame
    case _ where value.isNull || other.isNull: false
    case .less: result == .orderedAscending
    case .lessOrEqual: result != .orderedDescending
    case .greater: result == .orderedDescending
    case .greaterOrEqual: result != .orderedAscending
    }
  }
}

extension RowQuery {
  /// Returns the rows that match the query, in its order.
  ///
  /// Use it in storages that keep rows in memory. Every storage has to give the same results.
  ///
  /// - Parameters:
  ///   - rows: All rows of an entity, in any order.
  ///   - idColumn: The position of the id's column, by which rows are ordered that are equal in the query's order.
  /// - Complexity: O(*n* log *n*) in the number of rows that fulfill the condition.
  public func results(of rows: some Sequence<StoredRow>, idColumn: Int) -> [StoredRow] {
    guard limit != 0 else { return [] }
    var found = condition.map { condition in rows.filter { condition.matches($0) } } ?? Array(rows)
    sort(&found, idColumn)
    // Without either there is nothing to copy.
    guard offset > 0 || limit != nil else { return found }
    return Array(found.dropFirst(max(offset, 0)).prefix(max(limit ?? .max, 0)))
  }

  /// Sorts rows by the query's order and their ids.
  private func sort(_ rows: inout [StoredRow], _ idColumn: Int) {
    if order.isEmpty, let sorted = Self.sortedByInteger(rows, idColumn) {
      rows = sorted
      return
    }
    let order = order + [RowOrder(column: idColumn)]
    rows.sort { left, right in
      for rule in order {
        let result = left[rule.column].compare(right[rule.column])
        if result != .orderedSame { return (result == .orderedDescending) == rule.isDescending }
      }
      return false
    }
  }

  /// The rows in the order of a column; nil unless that has integers only.
  ///
  /// To sort integers instead of rows, which are counted references, is several times as fast.
  private static func sortedByInteger(_ rows: [StoredRow], _ column: Int) -> [StoredRow]? {
    var keys: [(value: Int64, position: Int)] = []
    keys.reserveCapacity(rows.count)
    for (position, row) in rows.enumerated() {
      guard case .integer(let value) = row[column] else { return nil }
      keys.append((value, position))
    }
    keys.sort { $0.value < $1.value }
    return keys.map { rows[$0.position] }
  }

  /// How many rows the query asks for.
  ///
  /// - Complexity: O(*n*) in the number of rows.
  func count(of rows: some Sequence<StoredRow>) -> Int {
    let found = rows.count { condition?.matches($0) ?? true }
    return max(min(found - max(offset, 0), limit ?? .max), 0)
  }
}
