/// The rows of one entity in a storage: those of the transaction, and those that were committed last.
final class MemoryTable {
  let entity: StoredEntity
  var rows: RowTable
  private(set) var committed: RowTable
  /// Whether the transaction has changed any row.
  var hasChanged = false

  init(_ rows: RowTable) {
    entity = rows.entity
    self.rows = rows
    committed = rows
  }

  /// The row with an id; nil if there is none.
  func row(_ id: ColumnValue) -> StoredRow? { rows.precedes(id) ? nil : rows[id] }

  func commit() {
    committed = rows
    hasChanged = false
  }

  func rollback() {
    rows = committed
    hasChanged = false
  }
}
