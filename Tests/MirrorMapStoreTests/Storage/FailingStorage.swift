@testable import MirrorMapStore

/// A storage that fails at a chosen call, and otherwise does what another one does.
final class FailingStorage: RecordStorage {
  struct Failure: Error {}

  /// When and how it fails.
  enum Mode: CaseIterable {
    /// Instead of doing what was asked.
    case before
    /// After having done it; a commit fails instead of being done.
    case after
    /// From the chosen call on, until it's mended.
    case forGood
  }

  private let storage: any RecordStorage
  private let mode: Mode
  /// How many more calls succeed; nil for all.
  private var remaining: Int?
  private(set) var hasFailed = false

  init(_ storage: any RecordStorage, _ mode: Mode = .before) {
    self.storage = storage
    self.mode = mode
  }

  /// Lets a call fail.
  ///
  /// - Parameter count: How many calls succeed first.
  func fail(after count: Int) { (remaining, hasFailed) = (count, false) }

  func mend() { remaining = nil }

  private func call<R>(isCommit: Bool = false, _ body: () throws -> R) throws -> R {
    guard let count = remaining else { return try body() }
    guard count == 0 else {
      remaining = count - 1
      return try body()
    }
    hasFailed = true
    if mode != .forGood { remaining = nil }
    if mode == .after, !isCommit { _ = try body() }
    throw Failure()
  }

  func open(_ entity: StoredEntity) throws { try call { try storage.open(entity) } }

  func begin() throws {
    // What fails to begin isn't rolled back.
    try call(isCommit: true) { try storage.begin() }
  }

  func commit() throws { try call(isCommit: true) { try storage.commit() } }

  func rollback() { storage.rollback() }

  func row(_ id: ColumnValue, of entity: StoredEntity) throws -> StoredRow? {
    try call { try storage.row(id, of: entity) }
  }

  func rows(_ ids: [ColumnValue], of entity: StoredEntity) throws -> [StoredRow] {
    try call { try storage.rows(ids, of: entity) }
  }

  func rows(of entity: StoredEntity, matching query: RowQuery) throws -> [StoredRow] {
    try call { try storage.rows(of: entity, matching: query) }
  }

  func count(of entity: StoredEntity, matching query: RowQuery) throws -> Int {
    try call { try storage.count(of: entity, matching: query) }
  }

  func write(_ row: StoredRow, of entity: StoredEntity, changed: ColumnSet?) throws {
    try call { try storage.write(row, of: entity, changed: changed) }
  }

  func delete(_ ids: [ColumnValue], of entity: StoredEntity) throws {
    try call { try storage.delete(ids, of: entity) }
  }
}
