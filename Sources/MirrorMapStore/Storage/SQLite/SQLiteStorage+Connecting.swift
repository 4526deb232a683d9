import Foundation

#if canImport(SQLite3)
  import SQLite3
#else
  import CSQLite
#endif

extension SQLiteStorage {
  /// The version of the way in which rows are kept, in the file's `user_version`.
  private static let format: Int64 = 1

  /// Opens a connection to a file, and sets it up.
  static func connect(to url: URL, isReader: Bool, timeout: Int32) throws -> SQLiteConnection {
    try checkVersion(sqlite3_libversion_number())
    guard url.isFileURL else {
      throw StoreError(.cannotOpen, "\(url.absoluteString) is no file.")
    }
    let connection = try SQLiteConnection(path: url.path, creates: !isReader, timeout: timeout)
    // Reading comes first: a file of another kind must not be written to.
    let version = try connection.run("PRAGMA user_version").first?.first ?? .integer(0)
    _ = try connection.run("SELECT count(*) FROM sqlite_schema")
    guard version == .integer(0) || version == .integer(format) else {
      throw StoreError(.newerFormat, "The file has a newer format than \(format).")
    }
    // SQLite's own 2 MB make ids in random order half as fast again.
    try connection.run("PRAGMA cache_size = -32000")
    if isReader {
      try connection.run("PRAGMA query_only = 1")
    } else {
      try connection.run("PRAGMA journal_mode = WAL")
      try connection.run("PRAGMA synchronous = FULL")
      // Otherwise a table could not take the place of another one that a view refers to.
      try connection.run("PRAGMA legacy_alter_table = 1")
      if version == .integer(0) { try connection.run("PRAGMA user_version = \(format)") }
    }
    return connection
  }

  /// Checks that SQLite knows `STRICT` tables.
  ///
  /// - Parameter installed: What `sqlite3_libversion_number` says.
  static func checkVersion(_ installed: Int32) throws {
    let needed: Int32 = 3_037_000
    guard installed < needed else { return }
    func name(_ version: Int32) -> String {
      "\(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000)"
    }
    throw StoreError(
      .unsupportedSQLite,
      "SQLite \(name(installed)) is installed, but \(name(needed)) or later is needed.")
  }
}
