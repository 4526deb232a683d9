/// Where a store keeps its rows.
///
/// A storage knows entities and rows, but no models. To keep rows elsewhere, conform a type of your own; <doc:Storages>
/// has an example of forty lines, which keeps a dictionary for each entity.
///
/// A store calls its storage from one task at a time, so a storage needs no locks. Rows are written and
/// deleted only between ``begin()`` and ``commit()`` or ``rollback()``. They can be read at any time, and then include
/// what has been written.
public protocol RecordStorage: AnyObject {
  /// Prepares for the rows of an entity. It's called before any other call for that entity, possibly between
  /// ``begin()`` and ``commit()``. After a rollback, it's called again for the entities that were opened since
  /// ``begin()``.
  ///
  /// - Throws: ``StoreError`` with code `.schema` if the stored rows don't fit; they remain unchanged.
  func open(_ entity: StoredEntity) throws

  /// Begins a transaction.
  func begin() throws

  /// Keeps everything that has been written since ``begin()``. If it throws, it must have kept nothing, and
  /// ``rollback()`` is called.
  func commit() throws

  /// Discards everything that has been written since ``begin()``.
  func rollback()

  /// The row with an id; nil if there is none.
  func row(_ id: ColumnValue, of entity: StoredEntity) throws -> StoredRow?

  /// The rows with these ids, in any order. Ids that aren't stored are ignored.
  func rows(_ ids: [ColumnValue], of entity: StoredEntity) throws -> [StoredRow]

  /// The rows that match a query, in its order.
  func rows(of entity: StoredEntity, matching query: RowQuery) throws -> [StoredRow]

  /// The number of rows that match a query.
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

  /// Another storage for the same rows, which can be read on another thread while this one writes, and returns
  /// what was committed last. The default implementation returns nil; then reads and writes take turns.
  ///
  /// It's called once, and only ``open(_:)`` and the methods that read are called on the result. If this storage has to
  /// prepare for an entity first, ``open(_:)`` of the result throws, and is called again afterwards.
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
