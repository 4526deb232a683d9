/// Where a store keeps its rows.
///
/// A storage knows entities and rows, but no models. Conform your own type to keep rows elsewhere; a
/// storage that keeps a dictionary per entity takes forty lines, see <doc:Storages>.
///
/// A store calls its storage from one task at a time, so a storage needs no locks. Rows are written and
/// deleted only between ``begin()`` and ``commit()`` or ``rollback()``; reading is allowed at any time, and
/// sees what has been written.
public protocol RecordStorage: AnyObject {
  /// Prepares for the rows of an entity. It's called before any other call for that entity, possibly between
  /// ``begin()`` and ``commit()``; after a rollback, again for the entities that were opened since ``begin()``.
  ///
  /// - Throws: ``StoreError`` with code `.schema` if the rows that are there don't fit; they stay unchanged.
  func open(_ entity: StoredEntity) throws

  /// Begins a transaction.
  func begin() throws

  /// Keeps what has been written since ``begin()``, all of it. If it throws, nothing has been kept, and
  /// ``rollback()`` follows.
  func commit() throws

  /// Forgets what has been written since ``begin()``, all of it.
  func rollback()

  /// The row with an id; nil if there is none.
  func row(_ id: ColumnValue, of entity: StoredEntity) throws -> StoredRow?

  /// The rows with these ids, in any order, without those that aren't there.
  func rows(_ ids: [ColumnValue], of entity: StoredEntity) throws -> [StoredRow]

  /// The rows that a query asks for, in its order.
  func rows(of entity: StoredEntity, matching query: RowQuery) throws -> [StoredRow]

  /// How many rows a query asks for.
  func count(of entity: StoredEntity, matching query: RowQuery) throws -> Int

  /// Writes a row.
  ///
  /// - Parameters:
  ///   - row: The values of all columns.
  ///   - entity: The entity of the row.
  ///   - changed: The columns in which the row differs from the stored one; nil for a row whose id isn't
  ///     stored. The id is never among them.
  func write(_ row: StoredRow, of entity: StoredEntity, changed: ColumnSet?) throws

  /// Deletes the rows with these ids. Ids that aren't stored are ignored.
  func delete(_ ids: [ColumnValue], of entity: StoredEntity) throws

  /// Another storage for the same rows, which can be read on another thread while this one writes, and sees
  /// what was committed last. Defaults to none: then reads and writes take turns.
  ///
  /// It's called once, and only ``open(_:)`` and the methods that read are called on the result. Its ``open(_:)``
  /// throws if this storage has to prepare for the entity first; then it's called again afterwards.
  func makeReader() throws -> sending (any RecordStorage)?
}

/// A storage whose rows others can change while it is read.
protocol SnapshotStorage: RecordStorage {
  /// Calls a closure that sees the rows of one commit, however often it reads.
  func withSnapshot<Result>(_ body: () throws -> Result) throws -> Result
}

extension RecordStorage {
  public func row(_ id: ColumnValue, of entity: StoredEntity) throws -> StoredRow? {
    try rows([id], of: entity).first
  }

  public func rows(_ ids: [ColumnValue], of entity: StoredEntity) throws -> [StoredRow] {
    try rows(
      of: entity, matching: RowQuery(.isIn(column: entity.idColumn, Set(ids))))
  }

  public func count(of entity: StoredEntity, matching query: RowQuery) throws -> Int {
    try rows(of: entity, matching: query).count
  }

  public func makeReader() throws -> sending (any RecordStorage)? { nil }
}
