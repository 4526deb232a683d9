/// The rows of one entity in a storage: those of the transaction, and those that were committed last.
final class MemoryTable {
  var rows: RowTable
  private(set) var committed: RowTable
  /// Whether the transaction has changed any row.
  var hasChanged = false

  init(_ rows: RowTable) {
    self.rows = rows
    committed = rows
  }

  func commit() {
    committed = rows
    hasChanged = false
  }

  func rollback() {
    rows = committed
    hasChanged = false
  }
}
