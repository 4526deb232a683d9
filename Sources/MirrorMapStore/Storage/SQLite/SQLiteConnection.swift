import Foundation

#if canImport(SQLite3)
  import SQLite3
#else
  import CSQLite
#endif

/// A connection to a database file.
///
/// Only one thread at a time may use it, and its statements: it was opened without SQLite's mutexes.
///
/// Precondition: All unsafe code in this file relies on `handle` being what `sqlite3_open_v2` made, and on no other
/// code closing it. It's closed when the last statement, which keeps the connection, is gone.
@safe
final class SQLiteConnection {
  /// What SQLite knows the connection by.
  private let handle: OpaquePointer

  /// Opens a file, or makes it. The timeout is how many milliseconds it waits for another writer.
  init(path: String, creates: Bool, timeout: Int32) throws {
    // SQLite would take the part before a NUL for the path.
    guard !path.utf8.contains(0) else {
      throw StoreError(.cannotOpen, "the path of the file has a NUL in it")
    }
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (creates ? SQLITE_OPEN_CREATE : 0)
    let code = unsafe sqlite3_open_v2(path, &handle, flags, nil)
    guard let opened = unsafe handle, code == SQLITE_OK else {
      let reason = unsafe handle.map { unsafe String(cString: sqlite3_errmsg($0)) }
      unsafe sqlite3_close_v2(handle)
      throw StoreError(.cannotOpen, "\(path) can't be opened: \(reason ?? "out of memory")")
    }
    unsafe self.handle = opened
    unsafe sqlite3_extended_result_codes(opened, 1)
    unsafe sqlite3_busy_timeout(opened, timeout)
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// Whether a transaction is under way. SQLite ends it by itself after some failures, as when the disk is full.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Prepares a statement.
  func prepare(_ sql: String) throws -> SQLiteStatement {
    var statement: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard let prepared = unsafe statement, code == SQLITE_OK else { throw failure(code) }
    return unsafe SQLiteStatement(prepared, of: self)
  }

  /// Runs one statement, and gives its rows.
  @discardableResult
  func run(_ sql: String, _ values: [ColumnValue] = []) throws -> [StoredRow] {
    try prepare(sql).rows(values)
  }

  /// Runs statements in one transaction, which is rolled back if they fail, or in the one that is under way.
  func transaction<Result>(_ kind: String, _ body: () throws -> Result) throws -> Result {
    if isInTransaction { return try body() }
    try run("BEGIN \(kind)")
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs statements that write in a transaction. If one is under way already, only these are undone if they fail.
  func writing<Result>(_ body: () throws -> Result) throws -> Result {
    guard isInTransaction else { return try transaction("IMMEDIATE", body) }
    try run("SAVEPOINT step")
    do {
      let result = try body()
      try run("RELEASE step")
      return result
    } catch {
      if isInTransaction {
        try run("ROLLBACK TO step")
        try run("RELEASE step")
      }
      throw error
    }
  }

  /// Repeats a step as long as another process has locked the file, for which SQLite doesn't wait by itself where two
  /// processes change the kind of a new file's journal.
  func waiting(_ timeout: Int32, _ body: () throws -> Void) throws {
    let end = ContinuousClock.now + .milliseconds(timeout)
    while true {
      do {
        return try body()
      } catch let error as StoreError where error.code == .locked && ContinuousClock.now < end {
        Thread.sleep(forTimeInterval: 0.005)
      }
    }
  }

  /// Ends the transaction, if SQLite hasn't done so by itself.
  func rollBack() {
    // Where it fails, SQLite has rolled back already.
    if isInTransaction { _ = try? run("ROLLBACK") }
  }

  /// The error for a code that SQLite has returned.
  func failure(_ code: Int32) -> StoreError {
    let text = unsafe String(cString: sqlite3_errmsg(handle))
    let osCode = unsafe sqlite3_system_errno(handle)
    // There is no code of its own for it. All names are those of the model, and the file has had them before; and all
    // columns that the model has have values if they need one.
    let isChanged =
      code == SQLITE_ERROR
      && ["no such table", "no such column", "has no column"].contains(where: text.contains)
      || code == SQLITE_CONSTRAINT | 5 << 8
    return StoreError(
      isChanged ? .schema : Self.errorCode(code, osCode: osCode),
      isChanged
        ? "another version of the program has changed the file (SQLite: \(text))"
        : "SQLite: \(text) (\(code))",
      underlying: code & 0xff == SQLITE_IOERR && osCode != 0
        ? POSIXErrorCode(rawValue: osCode).map { POSIXError($0) } : nil)
  }

  /// What a code of SQLite means, with that of the operating system beneath it.
  static func errorCode(_ code: Int32, osCode: Int32) -> StoreError.Code {
    switch code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED: .locked
    case SQLITE_READONLY: .cannotWrite
    case SQLITE_CORRUPT: .damaged
    case SQLITE_FULL: .full
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_NOTADB: .notAStore
    case SQLITE_IOERR:
      // The second byte tells the operation: 1 reading, 2 reading beyond the end, 33 a damaged file system.
      switch code >> 8 {
      case 1: .failed
      case 2, 33: .damaged
      default: [ENOSPC, EDQUOT, EFBIG].contains(osCode) ? .full : .cannotWrite
      }
    default: .failed
    }
  }
}
