import Foundation

#if canImport(SQLite3)
  import SQLite3
#else
  import CSQLite
#endif

/// A prepared statement: values go in, rows come out.
///
/// Precondition: All unsafe code in this file relies on three things. `handle` is a statement of `connection`, which
/// lives as long, and is finalized nowhere else. `buffer` belongs to this statement alone; SQLite holds addresses in
/// it, but looks at them only in ``step()``, before which all parameters have been bound anew. Addresses that
/// SQLite returns are read before the next call to it.
@safe
final class SQLiteStatement {
  private let handle: OpaquePointer
  private let connection: SQLiteConnection
  private let parameterCount: Int
  private let columnCount: Int32
  /// The texts and bytes of the row that is bound. SQLite would copy each into memory of its own, which is slower.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16384, alignment: 1)
  /// How many bytes of the buffer are in use.
  private var used = 0

  /// Takes over what `sqlite3_prepare_v2` has made.
  @unsafe
  init(_ handle: OpaquePointer, of connection: SQLiteConnection) {
    unsafe self.handle = handle
    self.connection = connection
    parameterCount = unsafe Int(sqlite3_bind_parameter_count(handle))
    columnCount = unsafe sqlite3_column_count(handle)
  }

  deinit {
    unsafe sqlite3_finalize(handle)
    unsafe buffer.deallocate()
  }

  /// Runs the statement, and gives its rows.
  @discardableResult
  func rows(_ values: [ColumnValue] = []) throws -> [StoredRow] {
    var rows: [StoredRow] = []
    try forEachRow(values) { rows.append($0) }
    return rows
  }

  /// Runs the statement, and gives its first row.
  func firstRow(_ values: [ColumnValue] = []) throws -> StoredRow? {
    try bind(values)
    defer { reset() }
    return try step() ? row : nil
  }

  /// Runs the statement, and calls a function with each of its rows.
  func forEachRow(_ values: [ColumnValue] = [], _ body: (StoredRow) throws -> Void) throws {
    try bind(values)
    defer { reset() }
    while try step() { try body(row) }
  }

  /// Runs the statement up to its next row, and says whether there is one.
  private func step() throws -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw connection.failure(code)
    }
  }

  private func reset() { unsafe sqlite3_reset(handle) }

  // MARK: Parameters

  /// Binds all parameters.
  private func bind(_ values: [ColumnValue]) throws {
    guard values.count == parameterCount else {
      throw StoreError(.misuse, "\(values.count) values for \(parameterCount) parameters")
    }
    used = 0
    var number: Int32 = 0
    for value in values {
      number += 1
      let code =
        switch value {
        case .null: unsafe sqlite3_bind_null(handle, number)
        case .integer(let integer): unsafe sqlite3_bind_int64(handle, number, integer)
        case .real(let real): unsafe sqlite3_bind_double(handle, number, real)
        case .text(let text): bind(text, number)
        case .blob(let data):
          unsafe data.withUnsafeBytes { bytes in
            let (address, destructor) = unsafe keep(bytes)
            return unsafe sqlite3_bind_blob64(
              handle, number, address, UInt64(bytes.count), destructor)
          }
        }
      if code != SQLITE_OK { throw connection.failure(code) }
    }
  }

  @inline(__always)
  private func bind(_ text: String, _ number: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { utf8 in
      let (address, destructor) = unsafe keep(UnsafeRawBufferPointer(utf8))
      return unsafe sqlite3_bind_text64(
        handle, number, address.assumingMemoryBound(to: CChar.self), UInt64(utf8.count),
        destructor, UInt8(SQLITE_UTF8))
    }
  }

  /// Copies bytes to the buffer. Gives their address, which is never null, as SQLite would treat that as no value, and
  /// SQLite's word for whether it must copy them because they didn't fit.
  @inline(__always)
  private func keep(
    _ bytes: UnsafeRawBufferPointer
  ) -> (UnsafeRawPointer, sqlite3_destructor_type?) {
    guard let source = bytes.baseAddress, unsafe used + bytes.count <= buffer.count else {
      // -1 is SQLITE_TRANSIENT, a macro that Swift doesn't see.
      let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      return unsafe (bytes.baseAddress ?? UnsafeRawPointer(buffer.baseAddress!), transient)
    }
    let target = unsafe buffer.baseAddress! + used
    unsafe target.copyMemory(from: source, byteCount: bytes.count)
    used += bytes.count
    return (UnsafeRawPointer(target), nil)
  }

  // MARK: Columns

  /// The current row.
  private var row: StoredRow {
    var row = StoredRow()
    row.reserveCapacity(Int(columnCount))
    for column in 0..<columnCount { row.append(value(at: column)) }
    return row
  }

  @inline(__always)
  private func value(at column: Int32) -> ColumnValue {
    switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return unsafe .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return unsafe .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      // The count must be asked for after the address: only then it's that of the UTF-8.
      guard let address = unsafe sqlite3_column_text(handle, column) else { return .text("") }
      let count = unsafe Int(sqlite3_column_bytes(handle, column))
      return unsafe .text(
        String(decoding: UnsafeBufferPointer(start: address, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let address = unsafe sqlite3_column_blob(handle, column)
      let count = unsafe Int(sqlite3_column_bytes(handle, column))
      return unsafe .blob(Data(UnsafeRawBufferPointer(start: address, count: count)))
    default: return .null
    }
  }
}
