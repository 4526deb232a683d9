/// The rows of one entity by their ids: a value, whose copies share what hasn't changed since.
///
/// So a transaction is undone by going back to a copy, and rows that were committed can be read on another thread
/// while others are written. The rows are in 64 dictionaries, because the first change after a copy copies one.
struct RowTable: Sendable {
  /// The entity whose columns the rows have.
  let entity: StoredEntity
  /// The rows whose ids are integers. Hashing an integer is several times as fast as hashing a ``ColumnValue``.
  private var byInteger = [[Int64: StoredRow]](repeating: [:], count: 64)
  /// An id that no integer id exceeds.
  private var greatestID = Int64.min
  /// The other rows.
  private var byValue = [[ColumnValue: StoredRow]](repeating: [:], count: 64)

  /// Makes a table with rows.
  ///
  /// - Throws: ``StoreError`` with code `.schema` if two rows have the same id.
  init(_ entity: StoredEntity, rows: some Sequence<StoredRow> = []) throws {
    self.entity = entity
    for row in rows {
      guard self[row[entity.idColumn]] == nil else {
        throw RowMigration.repeatedID(of: row, entity)
      }
      write(row)
    }
  }

  /// The row with an id; nil if there is none.
  subscript(id: ColumnValue) -> StoredRow? {
    guard case .integer(let integer) = id else { return byValue[id.hashValue & 63][id] }
    // Mostly, new ids are greater than all others, and needn't be hashed.
    return integer > greatestID ? nil : byInteger[Self.part(of: integer)][integer]
  }

  /// The dictionary of an integer id: the same for 256 successive ones, so that the processor has it at hand.
  private static func part(of id: Int64) -> Int {
    Int((UInt64(bitPattern: id) >> 8 &* 0x9E37_79B9_7F4A_7C15) >> 58)
  }

  /// All rows, in no particular order.
  var rows: [StoredRow] { byInteger.flatMap(\.values) + byValue.flatMap(\.values) }

  /// Inserts a row, or replaces the one with the same id.
  mutating func write(_ row: StoredRow) {
    let id = row[entity.idColumn]
    if case .integer(let integer) = id {
      greatestID = max(greatestID, integer)
      byInteger[Self.part(of: integer)][integer] = row
    } else {
      byValue[id.hashValue & 63][id] = row
    }
  }

  /// Deletes the row with an id, if there is one.
  mutating func delete(_ id: ColumnValue) {
    if case .integer(let integer) = id {
      byInteger[Self.part(of: integer)][integer] = nil
    } else {
      byValue[id.hashValue & 63][id] = nil
    }
  }
}
