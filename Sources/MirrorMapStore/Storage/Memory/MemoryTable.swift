/// The rows of one entity in a storage, as the transaction has changed them.
final class MemoryTable {
  let entity: StoredEntity
  var rows: RowTable
  /// Whether the transaction has changed any row.
  var hasChanged = false

  init(_ rows: RowTable) {
    entity = rows.entity
    self.rows = rows
  }
}
