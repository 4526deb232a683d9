import Foundation

/// A storage that keeps all rows in memory and in one JSON file.
///
/// ```json
/// {"format": 1, "entities": {"Employee": [{"id": 1, "firstName": "Ann", "age": null}]}}
/// ```
///
/// Each commit that changes anything writes a new file, which then replaces the old one. So the file always contains a
/// complete commit, whatever happens. Use it for up to a few thousand rows, in a file that people can read; use
/// ``SQLiteStorage`` for more.
///
/// One storage at a time can use a file. Beside the file, there is an empty one with the suffix `.lock`, which isn't
/// deleted. Entities and properties that the program doesn't know stay in the file.
public final class FileStorage: MemoryStorage {
  private let file: StoreFile
  /// What isn't in memory: the rows of the entities that haven't been opened.
  private var document: StoreDocument
  private var tables: [String: FileTable] = [:]
  /// The ids of the rows that the transaction has deleted, by the names of their entities.
  private var deleted: [String: Set<ColumnValue>] = [:]

  /// Opens a file. If there is none, the first commit creates it.
  ///
  /// - Throws: ``StoreError`` with code `.cannotOpen`, `.locked`, `.notAStore`, `.damaged` or `.newerFormat`.
  public init(at url: URL) throws {
    file = try StoreFile(at: url)
    document = try file.read().map(StoreDocument.init) ?? StoreDocument()
    super.init()
    committed.setUnopened(document.entities.map(\.key))
  }

  override public func open(_ entity: StoredEntity) throws {
    guard tables[entity.name] == nil else { return try super.open(entity) }
    var rows: [StoredRow] = []
    let objects = document.entities[entity.name]?.array ?? []
    let table = try FileTable(entity, reading: objects, to: &rows)
    try load(rows, of: entity)
    tables[entity.name] = table
    document.entities[entity.name] = []
  }

  /// Writes the file, unless nothing was written since ``MemoryStorage/begin()``.
  ///
  /// - Throws: ``StoreError`` with code `.cannotWrite` or `.full`; then the file is as it was.
  /// - Complexity: O(*n* log *n*) in the number of all rows.
  override public func commit() throws {
    if hasChanges { try writeFile() }
    try super.commit()
    deleted = [:]
  }

  override public func rollback() {
    super.rollback()
    deleted = [:]
  }

  override public func delete(_ ids: [ColumnValue], of entity: StoredEntity) throws {
    try super.delete(ids, of: entity)
    deleted[entity.name, default: []].formUnion(ids)
  }

  private func writeFile() throws {
    var (tables, document) = (tables, document)
    for (name, ids) in deleted { tables[name]?.delete(ids) }
    // Names in order, so that the same rows give the same file.
    for (name, table) in tables.sorted(by: { $0.key < $1.key }) {
      let rows = try rows(of: table.entity, matching: RowQuery())
      document.entities[name] = .array(rows.map(table.object))
    }
    let data: Data
    do {
      data = try document.encode()
    } catch {
      throw StoreError(.cannotWrite, "the rows can't be written as JSON", underlying: error)
    }
    try file.replace(with: data)
    self.tables = tables
  }
}
