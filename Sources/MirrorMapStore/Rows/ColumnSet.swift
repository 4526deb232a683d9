/// A set of columns of an entity, by their positions.
public struct ColumnSet: Hashable, Sendable {
  /// The first 64 columns, one bit each.
  private var low: UInt64 = 0
  /// The other columns; few entities have any.
  private var high: Set<Int> = []

  /// Makes an empty set.
  public init() {}

  /// Whether there is no column in the set.
  public var isEmpty: Bool { low == 0 && high.isEmpty }

  /// Whether a column is in the set.
  public func contains(_ column: Int) -> Bool {
    column < 64 ? low & 1 << UInt64(column) != 0 : high.contains(column)
  }

  /// Adds a column.
  public mutating func insert(_ column: Int) {
    if column < 64 { low |= 1 << UInt64(column) } else { high.insert(column) }
  }

  /// Removes a column.
  public mutating func remove(_ column: Int) {
    if column < 64 { low &= ~(1 << UInt64(column)) } else { high.remove(column) }
  }

  /// Adds the columns of another set.
  public mutating func formUnion(_ other: ColumnSet) {
    low |= other.low
    if !other.high.isEmpty { high.formUnion(other.high) }
  }

  /// The columns, in ascending order.
  public var columns: [Int] {
    (0..<64).filter { low & 1 << UInt64($0) != 0 } + high.sorted()
  }
}
