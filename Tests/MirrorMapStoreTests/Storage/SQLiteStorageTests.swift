import Foundation
import Testing

@testable import MirrorMapStore

/// A database in a folder of its own, which goes with it.
final class TemporaryDatabase {
  let folder: URL
  var url: URL { folder.appendingPathComponent("store.sqlite") }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs statements on a connection of its own.
  @discardableResult
  func run(_ statements: String...) throws -> [StoredRow] {
    let connection = try SQLiteConnection(path: url.path, creates: true, timeout: 5000)
    return try statements.map { try connection.run($0) }.last ?? []
  }

  /// Opens the storage, and adds rows to it.
  @discardableResult
  func storage(_ entity: StoredEntity, _ rows: [StoredRow] = []) throws -> SQLiteStorage {
    let storage = try SQLiteStorage(at: url)
    try storage.open(entity)
    try storage.insert(rows, entity)
    return storage
  }
}

extension SQLiteStorage {
  func insert(_ rows: [StoredRow], _ entity: StoredEntity) throws {
    guard !rows.isEmpty else { return }
    try begin()
    for row in rows { try write(row, of: entity, changed: nil) }
    try commit()
  }

  func all(_ entity: StoredEntity) throws -> [StoredRow] {
    try rows(of: entity, matching: RowQuery())
  }
}

/// The code of the error that is thrown.
func code(_ body: () throws -> Void) -> StoreError.Code? {
  do { try body() } catch { return (error as? StoreError)?.code ?? .init(rawValue: "\(error)") }
  return nil
}

let person = StoredEntity(
  name: "Person",
  columns: [
    StoredColumn(name: "id", type: .integer, isRequired: true),
    StoredColumn(name: "name", type: .text, isRequired: true),
    StoredColumn(name: "age", type: .integer, isRequired: false),
    StoredColumn(name: "boss", type: .integer, isRequired: false, target: "Person"),
    StoredColumn(
      name: "friends", type: .text, isRequired: false, target: "Person", isToMany: true),
  ], idColumn: 0, indexes: [[1, 2]])

func personRow(_ id: Int64, _ name: String, _ age: Int64? = nil) -> StoredRow {
  [.integer(id), .text(name), age.map { .integer($0) } ?? .null, .null, .null]
}

struct SQLiteStorageTests {
  let database: TemporaryDatabase

  init() throws { database = try TemporaryDatabase() }

  @Test func tablesAreReadable() throws {
    try database.storage(person)
    let schema = try database.run("SELECT sql FROM sqlite_schema WHERE sql <> '' ORDER BY name")
    #expect(
      schema
        == [
          """
          CREATE TABLE "Person" ("id" INTEGER PRIMARY KEY,"name" TEXT NOT NULL,"age" INTEGER,\
          "boss" INTEGER,"friends" TEXT) STRICT
          """,
          #"CREATE INDEX "Person(boss)" ON "Person" ("boss")"#,
          #"CREATE INDEX "Person(name,age)" ON "Person" ("name","age")"#,
        ].map { [.text($0)] })
    #expect(try database.run("PRAGMA user_version") == [[.integer(1)]])
    #expect(try database.run("PRAGMA journal_mode") == [[.text("wal")]])
  }

  @Test func valuesOfAllKindsComeBack() throws {
    let entity = StoredEntity(
      name: "Val\"ue",
      columns: [
        StoredColumn(name: "id", type: .text, isRequired: true),
        StoredColumn(name: "any \"thing\"", type: .any, isRequired: false),
      ], idColumn: 0)
    let long = String(repeating: "läßt 😀", count: 20_000)
    let values: [ColumnValue] = [
      .null, .integer(.min), .integer(.max), .real(1), .real(-.infinity),
      .real(.leastNonzeroMagnitude),
      .real(0.1 + 0.2), .text(""), .text("a\0b"), .text("👩‍👩‍👧 e\u{301}"), .text(long),
      .blob(Data()), .blob(Data([0, 255])), .blob(Data(count: 100_000)),
    ]
    let storage = try database.storage(entity)
    for round in 0..<2 {
      try storage.insert(
        values.enumerated().map { [.text("\(round) \0 \($0)"), $1] }, entity)
    }
    for (number, value) in values.enumerated() {
      let row = try storage.row(.text("1 \0 \(number)"), of: entity)
      #expect(row?.last == value, "\(number)")
    }
    #expect(try storage.row(.text("1 "), of: entity) == nil)
  }

  @Test(arguments: [StoredColumn.ValueType.integer, .real, .text, .blob, .any])
  func idsCanBeOfAnyType(type: StoredColumn.ValueType) throws {
    let entity = StoredEntity(
      name: "E", columns: [StoredColumn(name: "id", type: type, isRequired: true)], idColumn: 0)
    let all: [ColumnValue] = [.integer(5), .real(5.5), .text("5"), .blob(Data([5]))]
    let ids = all.filter { id in
      switch (id, type) {
      case (_, .any), (.integer, .integer), (.real, .real), (.text, .text), (.blob, .blob): true
      default: false
      }
    }
    let storage = try database.storage(entity, ids.map { [$0] })
    for id in all {
      #expect(try storage.row(id, of: entity) == (ids.contains(id) ? [id] : nil))
    }
    #expect(try Set(storage.rows(all + all, of: entity)) == Set(ids.map { [$0] }))
    try storage.begin()
    #expect(throws: StoreError.self) { try storage.write([.null], of: entity, changed: nil) }
    storage.rollback()
    try storage.begin()
    try storage.delete(all, of: entity)
    try storage.commit()
    #expect(try storage.all(entity) == [])
  }

  @Test func onlyChangedColumnsAreWritten() throws {
    let storage = try database.storage(person, [personRow(1, "Ada", 36)])
    var changed = ColumnSet()
    changed.insert(2)
    try storage.begin()
    try storage.write(personRow(1, "not looked at", 37), of: person, changed: changed)
    try storage.write(personRow(1, "not looked at", 40), of: person, changed: ColumnSet())
    try storage.commit()
    #expect(try storage.all(person) == [personRow(1, "Ada", 37)])
  }

  @Test func idsAboveTheGreatestAreFoundAfterAnything() throws {
    let storage = try database.storage(person, [personRow(5, "a")])
    try storage.begin()
    #expect(try storage.row(.integer(6), of: person) == nil)
    try storage.write(personRow(9, "b"), of: person, changed: nil)
    try storage.write(personRow(7, "c"), of: person, changed: nil)
    for id: Int64 in [5, 7, 9] { #expect(try storage.row(.integer(id), of: person) != nil) }
    #expect(try storage.row(.integer(8), of: person) == nil)
    try storage.delete([.integer(9)], of: person)
    #expect(try storage.row(.integer(9), of: person) == nil)
    try storage.write(personRow(9, "d"), of: person, changed: nil)
    #expect(try storage.row(.integer(9), of: person)?[1] == .text("d"))
    storage.rollback()
    #expect(try storage.row(.integer(9), of: person) == nil)
    // Another writer may add rows in between.
    try database.run("INSERT INTO Person (id, name) VALUES (100, 'other')")
    #expect(try storage.row(.integer(100), of: person) != nil)
    try storage.begin()
    #expect(try storage.row(.integer(100), of: person) != nil)
    #expect(try storage.row(.integer(101), of: person) == nil)
    try storage.commit()
    try database.run("INSERT INTO Person (id, name) VALUES (101, 'other')")
    try storage.begin()
    #expect(try storage.row(.integer(101), of: person) != nil)
    try storage.write(personRow(.min, "least"), of: person, changed: nil)
    try storage.write(personRow(.max, "greatest"), of: person, changed: nil)
    try storage.commit()
    #expect(try storage.row(.integer(.max), of: person) != nil)
    #expect(try storage.row(.integer(.min), of: person) != nil)
  }

  @Test func aReaderSeesWhatIsCommitted() throws {
    let writer = try SQLiteStorage(at: database.url)
    let reader = try #require(try writer.makeReader())
    try reader.open(person)
    #expect(try reader.row(.integer(1), of: person) == nil)
    #expect(try reader.rows([.integer(1)], of: person) == [])
    #expect(try reader.rows(of: person, matching: RowQuery()) == [])
    #expect(try reader.count(of: person, matching: RowQuery()) == 0)
    try writer.open(person)
    #expect(try reader.row(.integer(1), of: person) == nil)
    try writer.begin()
    try writer.write(personRow(1, "Ada"), of: person, changed: nil)
    #expect(try reader.count(of: person, matching: RowQuery()) == 0)
    #expect(try writer.count(of: person, matching: RowQuery()) == 1)
    try writer.commit()
    #expect(try reader.row(.integer(1), of: person) == personRow(1, "Ada"))
    #expect(storeErrorCode { try reader.begin() } == .misuse)
    // The table gets a column, and another one takes its place.
    let columns = person.columns + [StoredColumn(name: "city", type: .text, isRequired: false)]
    try writer.open(StoredEntity(name: "Person", columns: columns, idColumn: 0))
    #expect(try reader.row(.integer(1), of: person) == personRow(1, "Ada"))
    var changed = person.columns
    changed[1] = StoredColumn(name: "name", type: .text, isRequired: false)
    try writer.open(StoredEntity(name: "Person", columns: changed, idColumn: 0))
    #expect(try reader.row(.integer(1), of: person) == personRow(1, "Ada"))
    #expect(try reader.rows(of: person, matching: RowQuery()) == [personRow(1, "Ada")])
  }

  @Test func aReaderOnAnotherThreadSeesWholeTransactions() async throws {
    let writer = try database.storage(person)
    let reader = try #require(try writer.makeReader())
    let reading = Task.detached {
      try reader.open(person)
      var counts: [Int] = []
      while counts.last != 2000 {
        counts.append(try reader.count(of: person, matching: RowQuery()))
      }
      return counts
    }
    for start in 0..<20 {
      try writer.insert((0..<100).map { personRow(Int64(start * 100 + $0), "name") }, person)
    }
    let counts = try await reading.value
    #expect(counts.allSatisfy { $0 % 100 == 0 } && counts == counts.sorted())
  }

  @Test func nothingIsWrittenWhenNothingChanges() throws {
    try database.storage(person, [personRow(1, "Ada")])
    let before = try Data(contentsOf: database.url)
    let storage = try database.storage(person)
    _ = try storage.all(person)
    let log = try? Data(contentsOf: URL(fileURLWithPath: database.url.path + "-wal"))
    #expect(log?.isEmpty != false)
    #expect(try Data(contentsOf: database.url) == before)
  }
}
