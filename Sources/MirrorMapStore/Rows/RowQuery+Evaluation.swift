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
  /// - Complexity: O(*n* log *k*) in the number of rows that fulfill the condition, and the sum of limit and offset.
  public func results(of rows: some Sequence<StoredRow>, idColumn: Int) -> [StoredRow] {
    guard limit != 0 else { return [] }
    let found = condition.map { condition in rows.filter { condition.matches($0) } } ?? Array(rows)
    let (offset, limit) = (max(offset, 0), limit.map { max($0, 0) } ?? found.count)
    guard offset < found.count else { return [] }
    let sorted = sorted(found, first: limit < found.count ? offset + limit : found.count, idColumn)
    // Without either there is nothing to copy.
    guard offset > 0 || limit < sorted.count else { return sorted }
    return Array(sorted.dropFirst(offset).prefix(limit))
  }

  /// Sorts rows by the query's order and their ids, at least the first ones.
  private func sorted(_ rows: [StoredRow], first count: Int, _ idColumn: Int) -> [StoredRow] {
    if order.isEmpty, let keys = Self.integers(of: rows, idColumn) {
      return keys.sorted(first: count) { $0.value < $1.value }.map { rows[$0.position] }
    }
    let order = order + [RowOrder(column: idColumn)]
    return rows.sorted(first: count) { left, right in
      for rule in order {
        let result = left[rule.column].compare(right[rule.column])
        if result != .orderedSame { return (result == .orderedDescending) == rule.isDescending }
      }
      return false
    }
  }

  /// The integers in a column, and the positions of their rows; nil if the column has other values.
  ///
  /// To sort integers instead of rows, which are counted references, is several times as fast.
  private static func integers(
    of rows: [StoredRow], _ column: Int
  ) -> [(value: Int64, position: Int)]? {
    var keys: [(value: Int64, position: Int)] = []
    keys.reserveCapacity(rows.count)
    for (position, row) in rows.enumerated() {
      guard case .integer(let value) = row[column] else { return nil }
      keys.append((value, position))
    }
    return keys
  }

  /// How many rows the query asks for.
  ///
  /// - Complexity: O(*n*) in the number of rows.
  func count(of rows: some Sequence<StoredRow>) -> Int {
    let found = rows.count { condition?.matches($0) ?? true }
    return max(min(found - max(offset, 0), limit ?? .max), 0)
  }
}

extension Array {
  /// The first elements in an order, maybe followed by some of the others.
  ///
  /// - Complexity: O(*n* log *k*) in the array's count and that of the first ones.
  fileprivate func sorted(
    first count: Int, by areInIncreasingOrder: (Element, Element) -> Bool
  ) -> [Element] {
    guard count < self.count / 2 else { return sorted(by: areInIncreasingOrder) }
    var first: [Element] = []
    var last: Element?
    for element in self {
      if let last, !areInIncreasingOrder(element, last) { continue }
      first.append(element)
      guard first.count == 2 * count else { continue }
      first.sort(by: areInIncreasingOrder)
      first.removeLast(count)
      last = first.last
    }
    first.sort(by: areInIncreasingOrder)
    return first
  }
}
