/// The rows of one entity in memory.
final class MemoryTable {
  /// The entity whose columns the rows have.
  let entity: StoredEntity
  /// The rows whose ids are integers. Hashing an integer is several times as fast as hashing a ``ColumnValue``.
  private var byInteger = RowTable<Int64>()
  /// An id that no integer id exceeds: new ones mostly do, and need no search.
  private var greatestID = Int64.min
  /// The other rows.
  private var byValue = RowTable<ColumnValue>()

  /// Makes a table with rows, which ``rollback()`` keeps.
  ///
  /// - Throws: ``StoreError`` with code `.schema` if two rows have the same id.
  init(_ entity: StoredEntity, rows: some Sequence<StoredRow>) throws {
    self.entity = entity
    for row in rows {
      guard self[row[entity.idColumn]] == nil else {
        throw RowMigration.repeatedID(of: row, entity)
      }
      write(row)
    }
    commit()
  }

  /// The row with an id; nil if there is none.
  subscript(id: ColumnValue) -> StoredRow? {
    guard case .integer(let integer) = id else { return byValue[id] }
    return integer > greatestID ? nil : byInteger[integer]
  }

  /// All rows, in no particular order.
  var rows: some Sequence<StoredRow> {
    [Array(byInteger.rows.values), Array(byValue.rows.values)].joined()
  }

  /// Inserts a row, or replaces the one with the same id.
  func write(_ row: StoredRow) {
    let id = row[entity.idColumn]
    if case .integer(let integer) = id {
      greatestID = max(greatestID, integer)
      byInteger.write(row, id: integer)
    } else {
      byValue.write(row, id: id)
    }
  }

  /// Deletes the row with an id, if there is one.
  func delete(_ id: ColumnValue) {
    if case .integer(let integer) = id { byInteger.delete(integer) } else { byValue.delete(id) }
  }

  /// Keeps what has been written.
  func commit() {
    byInteger.commit()
    byValue.commit()
  }

  /// Forgets what has been written since the last ``commit()``.
  func rollback() {
    byInteger.rollback()
    byValue.rollback()
  }
}
