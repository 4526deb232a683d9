/// A query to a storage: which rows, in which order, and how many of them.
public struct RowQuery: Hashable, Sendable {
  /// The condition that the rows fulfill; nil for all rows.
  public var condition: RowCondition?
  /// The columns by which the rows are ordered, the most significant one first. Rows that are equal in all of them are
  /// in the order of their ids.
  public var order: [RowOrder]
  /// The maximum number of rows; nil for all.
  public var limit: Int?
  /// The number of rows to skip at the beginning.
  public var offset: Int

  /// Makes a query.
  public init(
    _ condition: RowCondition? = nil, order: [RowOrder] = [], limit: Int? = nil, offset: Int = 0
  ) {
    self.condition = condition
    self.order = order
    self.limit = limit
    self.offset = offset
  }
}

/// A column by which rows are ordered. Values are in SQLite's order: null, numbers, strings by their UTF-8
/// bytes, bytes.
public struct RowOrder: Hashable, Sendable {
  /// The position of the column.
  public let column: Int
  /// Whether the greatest value comes first.
  public let isDescending: Bool

  /// Makes an order.
  public init(column: Int, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }
}

/// A condition on a row.
///
/// Unlike in SQL, a condition is always true or false, never unknown. A comparison with ``ColumnValue/null`` by `==` is
/// true where the column is null, and by `!=` where it isn't; the other comparisons with null are false. Where the
/// column is null, `!=` with any other value is true, and the other comparisons are false.
public indirect enum RowCondition: Hashable, Sendable {
  /// How two values are compared.
  public enum Comparison: Hashable, Sendable {
    /// The values are equal: `==`.
    case equal
    /// The values differ: `!=`.
    case notEqual
    /// The column's value is less: `<`.
    case less
    /// The column's value is less or equal: `<=`.
    case lessOrEqual
    /// The column's value is greater: `>`.
    case greater
    /// The column's value is greater or equal: `>=`.
    case greaterOrEqual
  }

  /// The value of a column, by its position, compared with another one.
  case compare(column: Int, Comparison, ColumnValue)
  /// The value of a column is one of several.
  case isIn(column: Int, Set<ColumnValue>)
  /// Both conditions are true.
  case and(RowCondition, RowCondition)
  /// One of the conditions is true, or both are.
  case or(RowCondition, RowCondition)
  /// The condition is false.
  case not(RowCondition)
}
