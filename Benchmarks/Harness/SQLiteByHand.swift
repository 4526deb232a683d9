import Foundation

#if canImport(SQLite3)
  import SQLite3
#else
  import CSQLite
#endif

/// What a careful program does with SQLite's C interface: prepared statements, one transaction, and the settings and
/// the table that the store has.
final class SQLiteByHand {
  typealias Row = StoredEmployees.Row

  private var connection: OpaquePointer?

  init(at url: URL) throws {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    try check(sqlite3_open_v2(url.path, &connection, flags, nil))
    for sql in ["PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA cache_size=-32000"] {
      try run(sql)
    }
  }

  deinit { sqlite3_close_v2(connection) }

  func insert(_ rows: some Sequence<Row>) throws {
    try run(
      """
      CREATE TABLE Employee (id INTEGER PRIMARY KEY NOT NULL, firstName TEXT NOT NULL, lastName TEXT NOT NULL,
        email TEXT NOT NULL, age INTEGER, salary REAL NOT NULL, isActive INTEGER NOT NULL, company INTEGER) STRICT
      """)
    try run("CREATE INDEX byCompany ON Employee (company)")
    try run("BEGIN IMMEDIATE")
    let statement = try prepare("INSERT INTO Employee VALUES (?,?,?,?,?,?,?,?)")
    defer { sqlite3_finalize(statement) }
    for var row in rows {
      try check(sqlite3_bind_int64(statement, 1, Int64(row.id)))
      // The texts stay where they are until the statement has run, so SQLite needs no copies.
      try row.firstName.withUTF8 { first in
        try row.lastName.withUTF8 { last in
          try row.email.withUTF8 { email in
            try bind(first, statement, 2)
            try bind(last, statement, 3)
            try bind(email, statement, 4)
            if let age = row.age {
              try check(sqlite3_bind_int64(statement, 5, Int64(age)))
            } else {
              try check(sqlite3_bind_null(statement, 5))
            }
            try check(sqlite3_bind_double(statement, 6, row.salary))
            try check(sqlite3_bind_int64(statement, 7, row.isActive ? 1 : 0))
            if let company = row.company {
              try check(sqlite3_bind_int64(statement, 8, Int64(company)))
            } else {
              try check(sqlite3_bind_null(statement, 8))
            }
            try check(sqlite3_step(statement), SQLITE_DONE)
          }
        }
      }
      sqlite3_reset(statement)
    }
    try run("COMMIT")
  }

  func fetchAll() throws -> [Row] {
    let statement = try prepare("SELECT * FROM Employee")
    defer { sqlite3_finalize(statement) }
    var rows: [Row] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        Row(
          id: Int(sqlite3_column_int64(statement, 0)), firstName: text(statement, 1),
          lastName: text(statement, 2), email: text(statement, 3),
          age: integer(statement, 4), salary: sqlite3_column_double(statement, 5),
          isActive: sqlite3_column_int64(statement, 6) != 0, company: integer(statement, 7)))
    }
    return rows
  }

  private func integer(_ statement: OpaquePointer?, _ column: Int32) -> Int? {
    guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
    return Int(sqlite3_column_int64(statement, column))
  }

  private func text(_ statement: OpaquePointer?, _ column: Int32) -> String {
    let address = sqlite3_column_text(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: address, count: count), as: UTF8.self)
  }

  private func bind(
    _ text: UnsafeBufferPointer<UInt8>, _ statement: OpaquePointer?, _ number: Int32
  ) throws {
    try text.withMemoryRebound(to: CChar.self) {
      try check(
        sqlite3_bind_text64(
          statement, number, $0.baseAddress, UInt64($0.count), nil, UInt8(SQLITE_UTF8)))
    }
  }

  private func run(_ sql: String) throws {
    let statement = try prepare(sql)
    defer { sqlite3_finalize(statement) }
    let code = sqlite3_step(statement)
    guard code == SQLITE_DONE || code == SQLITE_ROW else { throw failure(code) }
  }

  private func prepare(_ sql: String) throws -> OpaquePointer? {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(connection, sql, -1, &statement, nil))
    return statement
  }

  private func check(_ code: Int32, _ expected: Int32 = SQLITE_OK) throws {
    if code != expected { throw failure(code) }
  }

  private func failure(_ code: Int32) -> BenchmarkFailure {
    BenchmarkFailure("SQLite: \(String(cString: sqlite3_errmsg(connection))) (\(code))")
  }
}
