import Foundation
final class MemoryStorage: RecordStorage {
  func open(_ entity: StoredEntity) throws {}
  func begin() throws {}
  func commit() throws {}
  func rollback() {}
  func rows(of entity: StoredEntity, matching query: RowQuery) throws -> [StoredRow] { [] }
  func write(_ row: StoredRow, of entity: StoredEntity, changed: ColumnSet?) throws {}
  func delete(_ ids: [ColumnValue], of entity: StoredEntity) throws {}
}
final class FileStorage { init(at url: URL) throws {} }
final class SQLiteStorage  { init(at url: URL) throws {} }
extension ColumnValue { func precedes(_ o: ColumnValue) -> Bool { false } }
