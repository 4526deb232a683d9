/// Rows by their ids, and what is needed to undo a transaction.
struct RowTable<ID: Hashable> {
  private(set) var rows: [ID: StoredRow] = [:]
  /// The rows that the transaction has replaced, oldest first; nil where there was none. An id comes once per
  /// change: looking whether it's there already would cost more than undoing it twice.
  private var undo: [(id: ID, row: StoredRow?)] = []
  /// Whether the transaction has found no rows, so that undoing it leaves none.
  private var wasEmpty = true

  /// The row with an id; nil if there is none.
  subscript(id: ID) -> StoredRow? { rows[id] }

  /// Inserts a row, or replaces the one with the same id.
  mutating func write(_ row: StoredRow, id: ID) {
    // Growing is most of the work of many insertions, so large tables grow in large steps.
    if rows.count == rows.capacity, rows.count > 1000 { rows.reserveCapacity(rows.count * 4) }
    let old = rows.updateValue(row, forKey: id)
    if !wasEmpty { undo.append((id, old)) }
  }

  /// Deletes the row with an id, if there is one.
  mutating func delete(_ id: ID) {
    if let row = rows.removeValue(forKey: id), !wasEmpty { undo.append((id, row)) }
  }

  /// Keeps what has been written.
  mutating func commit() {
    undo = []
    wasEmpty = rows.isEmpty
  }

  /// Forgets what has been written since the last ``commit()``.
  mutating func rollback() {
    if wasEmpty { rows = [:] }
    for (id, row) in undo.reversed() { rows[id] = row }
    undo = []
  }
}
