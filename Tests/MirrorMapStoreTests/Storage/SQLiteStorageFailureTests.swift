import Foundation
import Testing

@testable import MirrorMapStore
@testable import TestSupport

struct SQLiteStorageFailureTests {
  let database: TemporaryDatabase

  init() throws { database = try TemporaryDatabase() }

  @Test func anOldSQLiteIsRefused() throws {
    try SQLiteStorage.checkVersion(3_037_000)
    let error = #expect(throws: StoreError.self) { try SQLiteStorage.checkVersion(3_036_002) }
    #expect(error?.code == .unsupportedSQLite)
    #expect(error?.message == "SQLite 3.36.2 is installed, but 3.37.0 or later is needed")
  }

  @Test func otherFilesStayAsTheyAre() throws {
    var random = SeededGenerator(seed: 1)
    let noise = Data((0..<5000).map { _ in UInt8.random(in: 1...255, using: &random) })
    for content in [Data("{}".utf8), Data(String(repeating: "text ", count: 900).utf8), noise] {
      try content.write(to: database.url)
      #expect(storeErrorCode { _ = try SQLiteStorage(at: database.url) } == .notAStore)
      #expect(try Data(contentsOf: database.url) == content)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: database.folder.path).count == 1)
  }

  @Test func pathsThatCannotBeOpened() throws {
    try Data().write(to: database.folder.appendingPathComponent("file"))
    for path in ["file/store", "missing/store", ""] {
      let url = database.folder.appendingPathComponent(path)
      #expect(storeErrorCode { _ = try SQLiteStorage(at: url) } == .cannotOpen)
    }
    #expect(
      storeErrorCode { _ = try SQLiteStorage(at: URL(string: "https://example.com/a")!) }
        == .cannotOpen)
  }

  @Test func newerFormatsAreRefused() throws {
    try database.run("PRAGMA user_version = 2")
    #expect(storeErrorCode { _ = try SQLiteStorage(at: database.url) } == .newerFormat)
  }

  @Test func somebodyElsesTablesStay() throws {
    try database.run("CREATE TABLE Other (a)", "CREATE TABLE Person (id, name)")
    let storage = try SQLiteStorage(at: database.url)
    #expect(storeErrorCode { try storage.open(person) } == .schema)
    let other = StoredEntity(name: "Mine", columns: person.columns, idColumn: 0)
    try storage.open(other)
    let names = try database.run("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1")
    #expect(names == [[.text("Mine")], [.text("Other")], [.text("Person")]])
  }

  @Test func damagedFilesNeverCrash() throws {
    try database.storage(person, (1...300).map { personRow($0, "name \($0)", $0) })
    let whole = try Data(contentsOf: database.url)
    var random = SeededGenerator(seed: 1)
    var codes: Set<StoreError.Code> = []
    for variant in 0..<150 {
      var damaged = whole
      if variant % 3 == 0 {
        damaged = damaged.prefix(Int.random(in: 100..<whole.count, using: &random))
      } else {
        let start = variant % 3 == 1 ? 0 : 100
        for _ in 0..<20 {
          let place = Int.random(in: start..<whole.count, using: &random)
          damaged[place] = .random(in: 0...255, using: &random)
        }
      }
      try damaged.write(to: database.url)
      if let code = storeErrorCode({
        let storage = try database.storage(person)
        _ = try storage.all(person)
        try storage.begin()
        try storage.write(personRow(1000, "new"), of: person, changed: nil)
        try storage.commit()
      }) {
        codes.insert(code)
      }
      for suffix in ["-wal", "-shm", "-journal"] {
        try? FileManager.default.removeItem(atPath: database.url.path + suffix)
      }
    }
    #expect(codes.contains(.damaged))
    #expect(
      codes.isSubset(of: [.damaged, .notAStore, .schema, .newerFormat, .failed, .cannotWrite]),
      "\(codes)")
  }

  @Test func aSecondWriterIsLockedOut() throws {
    let storage = try database.storage(person)
    let other = try SQLiteStorage(at: database.url, isReader: false, timeout: 10)
    try other.open(person)
    try storage.begin()
    #expect(storeErrorCode { try other.begin() } == .locked)
    #expect(try other.all(person) == [])
    try storage.commit()
    try other.begin()
    other.rollback()
  }

  @Test func aFullDatabaseRollsBackAndStaysUsable() throws {
    let storage = try database.storage(person, [personRow(1, "Ada")])
    let size = try storage.connection.run("PRAGMA page_count")[0][0]
    guard case .integer(let pages) = size else { return }
    try storage.connection.run("PRAGMA max_page_count = \(pages + 2)")
    try storage.begin()
    var codes: [StoreError.Code?] = []
    for id: Int64 in 2...20 {
      codes.append(
        storeErrorCode {
          try storage.write(
            personRow(id, String(repeating: "x", count: 5000)), of: person, changed: nil)
        })
    }
    // Whatever comes after the failure isn't kept either.
    #expect(codes.contains(.full))
    #expect(!storage.connection.isInTransaction)
    #expect(codes.last == .failed)
    #expect(storeErrorCode { try storage.commit() } == .failed)
    storage.rollback()
    #expect(try storage.all(person) == [personRow(1, "Ada")])
    try storage.connection.run("PRAGMA max_page_count = 100000")
    try storage.insert([personRow(2, "Bob")], person)
    #expect(try storage.all(person).count == 2)
  }

  @Test func aFailedCommitRollsBack() throws {
    let storage = try database.storage(person, [personRow(1, "Ada")])
    try storage.connection.run("PRAGMA foreign_keys = 1")
    try storage.connection.run(
      "CREATE TABLE child (p REFERENCES Person(id) DEFERRABLE INITIALLY DEFERRED)")
    try storage.begin()
    try storage.write(personRow(2, "Bob"), of: person, changed: nil)
    try storage.connection.run("INSERT INTO child VALUES (77)")
    #expect(throws: StoreError.self) { try storage.commit() }
    storage.rollback()
    #expect(try storage.all(person) == [personRow(1, "Ada")])
    try storage.insert([personRow(2, "Bob")], person)
    #expect(try storage.all(person).count == 2)
  }

  @Test func misuseIsAnError() throws {
    let storage = try SQLiteStorage(at: database.url)
    #expect(storeErrorCode { _ = try storage.row(.integer(1), of: person) } == .misuse)
    try storage.open(person)
    #expect(storeErrorCode { try storage.write([], of: person, changed: nil) } == .misuse)
    #expect(storeErrorCode { try storage.commit() } == .misuse)
    storage.rollback()
    try storage.begin()
    #expect(storeErrorCode { try storage.begin() } == .misuse)
    #expect(storeErrorCode { try storage.write([], of: person, changed: nil) } == .misuse)
    #expect(
      storeErrorCode { try storage.write(personRow(1, "a"), of: person, changed: nil) } == nil)
    #expect(
      storeErrorCode { try storage.write(personRow(1, "a"), of: person, changed: nil) } == .failed)
    #expect(try storage.all(person).count == 1)
    storage.rollback()
    let broken = StoredEntity(name: "Broken", columns: [], idColumn: 0)
    #expect(storeErrorCode { try storage.open(broken) } == .misuse)
  }

  @Test func codesOfSQLite() {
    let ioWrite: Int32 = 10 | 3 << 8
    #expect(SQLiteConnection.errorCode(ioWrite, osCode: ENOSPC) == .full)
    #expect(SQLiteConnection.errorCode(ioWrite, osCode: EFBIG) == .full)
    #expect(SQLiteConnection.errorCode(ioWrite, osCode: EIO) == .cannotWrite)
    #expect(SQLiteConnection.errorCode(10 | 2 << 8, osCode: 0) == .damaged)
    #expect(SQLiteConnection.errorCode(10 | 1 << 8, osCode: EIO) == .failed)
    #expect(SQLiteConnection.errorCode(8 | 1 << 8, osCode: 0) == .cannotWrite)
    #expect(SQLiteConnection.errorCode(5 | 2 << 8, osCode: 0) == .locked)
    #expect(SQLiteConnection.errorCode(6, osCode: 0) == .locked)
    #expect(SQLiteConnection.errorCode(26, osCode: 0) == .notAStore)
  }
}
