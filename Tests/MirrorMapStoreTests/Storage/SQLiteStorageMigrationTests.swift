import Foundation
import Testing

@testable import MirrorMapStore

struct SQLiteStorageMigrationTests {
  static let noValue = "has no value, but the property requires one"
  let database: TemporaryDatabase

  init() throws { database = try TemporaryDatabase() }

  static let id = StoredColumn(name: "id", type: .integer, isRequired: true)
  static let name = StoredColumn(name: "name", type: .text, isRequired: false)

  static func entity(
    _ columns: StoredColumn..., idColumn: Int = 0, indexes: [[Int]] = []
  ) -> StoredEntity {
    StoredEntity(name: "Row", columns: columns, idColumn: idColumn, indexes: indexes)
  }

  /// Makes a file with three rows.
  func makeFile(_ entity: StoredEntity = entity(id, name)) throws {
    try database.storage(
      entity,
      [[.integer(1), .text("10")], [.integer(2), .text("-7")], [.integer(3), .null]])
  }

  /// Opens the file with another entity, and gives its rows.
  func rows(_ entity: StoredEntity) throws -> [StoredRow] {
    let rows = try database.storage(entity).all(entity)
    // What is up to date stays as it is, and reads the same.
    let content = try Data(contentsOf: database.url)
    #expect(try database.storage(entity).all(entity) == rows)
    #expect(try Data(contentsOf: database.url) == content)
    return rows
  }

  /// The error of opening the file, which must leave it as it was.
  func failure(_ entity: StoredEntity) throws -> StoreError? {
    let content = try Data(contentsOf: database.url)
    let error = #expect(throws: StoreError.self) { try database.storage(entity) }
    #expect(try Data(contentsOf: database.url) == content)
    return error
  }

  func column(
    _ name: String, _ type: StoredColumn.ValueType = .text, isRequired: Bool = false,
    _ defaultValue: ColumnValue? = nil, formerNames: [String] = []
  ) -> StoredColumn {
    StoredColumn(
      name: name, type: type, isRequired: isRequired, defaultValue: defaultValue,
      formerNames: formerNames)
  }

  @Test func twoColumnsOfTheSameCharacters() throws {
    do {
      let storage = try SQLiteStorage(at: database.url)
      try storage.connection.run(
        "CREATE TABLE Row (id INTEGER PRIMARY KEY, \"\u{E9}\" INTEGER, \"e\u{301}\" INTEGER) STRICT"
      )
      try storage.connection.run("INSERT INTO Row VALUES (1, 2, 3)")
    }
    let required = column("city", isRequired: true, .text("none"))
    let error = try failure(Self.entity(Self.id, required))
    #expect(error?.code == .schema)
    #expect(try rows(Self.entity(Self.id, Self.name)) == [[.integer(1), .null]])
  }

  @Test func aNewPropertyIsNil() throws {
    try makeFile()
    #expect(
      try rows(Self.entity(Self.id, column("city"), Self.name)) == [
        [.integer(1), .null, .text("10")], [.integer(2), .null, .text("-7")],
        [.integer(3), .null, .null],
      ])
  }

  @Test(arguments: [
    ColumnValue.text("it's \"q\"\u{301}"), .text("a\0b"), .text(""), .integer(.min),
    .real(1.1926432557956024e-296), .real(-0.1), .real(.infinity), .blob(Data([0, 255])),
    .blob(Data()),
  ])
  func aNewPropertyHasItsDefault(value: ColumnValue) throws {
    let type: StoredColumn.ValueType =
      switch value {
      case .null: .any
      case .integer: .integer
      case .real: .real
      case .text: .text
      case .blob: .blob
      }
    for isRequired in [true, false] {
      try? FileManager.default.removeItem(at: database.url)
      try makeFile()
      let entity = Self.entity(
        Self.id, Self.name, column("typed", type, isRequired: isRequired, value),
        column("any", .any, isRequired: isRequired, value))
      #expect(
        try rows(entity).map { [$0[2], $0[3]] } == Array(repeating: [value, value], count: 3))
    }
  }

  @Test func aNewRequiredPropertyNeedsADefault() throws {
    try makeFile()
    let entity = Self.entity(Self.id, Self.name, column("city", isRequired: true))
    let error = try failure(entity)
    #expect(error?.code == .schema)
    #expect(error?.model == "Row" && error?.property == "city")
    #expect(error?.message == "the stored row with the id 1 \(Self.noValue)")
    try database.run("DELETE FROM Row")
    #expect(try rows(entity) == [])
  }

  @Test func aRemovedPropertyStays() throws {
    try makeFile()
    #expect(try rows(Self.entity(Self.id)).count == 3)
    let after = Self.entity(Self.id, Self.name)
    #expect(try rows(after)[0] == [.integer(1), .text("10")])
  }

  @Test func rowsCanBeAddedAfterARequiredPropertyIsRemoved() throws {
    let old = Self.entity(Self.id, column("name", isRequired: true))
    try database.storage(old, [[.integer(1), .text("10")]])
    let new = Self.entity(Self.id)
    try database.storage(new, [[.integer(2)]])
    #expect(try rows(new) == [[.integer(1)], [.integer(2)]])
    #expect(try database.run("SELECT name FROM Row") == [[.text("10")], [.null]])
    let error = try failure(old)
    #expect(error?.message == "the stored row with the id 2 \(Self.noValue)")
    // A default is for the rows of the new program, too.
    let filled = Self.entity(Self.id, column("name", isRequired: true, .text("it's")))
    #expect(try rows(filled).map { $0[1] } == [.text("10"), .text("it's")])
    try database.storage(new, [[.integer(3)]])
    #expect(try rows(filled).map { $0[1] } == [.text("10"), .text("it's"), .text("it's")])
  }

  @Test func aRenamedPropertyKeepsItsValues() throws {
    try makeFile(Self.entity(Self.id, Self.name, indexes: [[1]]))
    let entity = Self.entity(
      Self.id, column("title", formerNames: ["label", "name"]), indexes: [[1]])
    #expect(try rows(entity)[0] == [.integer(1), .text("10")])
    let indexes = try database.run("SELECT name FROM sqlite_schema WHERE type = 'index'")
    #expect(indexes == [[.text("Row(title)")]])
    // The id, and a name that differs only in case.
    let again = Self.entity(
      column("ID", .integer, isRequired: true, formerNames: ["id"]),
      column("Title", formerNames: ["title"]))
    #expect(try rows(again)[0] == [.integer(1), .text("10")])
  }

  @Test func theNameOfARenamedPropertyCanBeUsedAgain() throws {
    try makeFile()
    let entity = Self.entity(Self.id, Self.name, column("title", formerNames: ["name"]))
    #expect(try rows(entity)[0] == [.integer(1), .null, .text("10")])
  }

  @Test func retypedValuesAreConverted() throws {
    try makeFile()
    #expect(
      try rows(Self.entity(column("id", .text, isRequired: true), column("name", .integer))) == [
        [.text("1"), .integer(10)], [.text("2"), .integer(-7)], [.text("3"), .null],
      ])
    #expect(
      try rows(Self.entity(column("id", .any, isRequired: true), column("name", .real))) == [
        [.text("1"), .real(10)], [.text("2"), .real(-7)], [.text("3"), .null],
      ])
    #expect(
      try rows(Self.entity(column("id", .integer, isRequired: true), column("name", .any))) == [
        [.integer(1), .real(10)], [.integer(2), .real(-7)], [.integer(3), .null],
      ])
  }

  @Test(arguments: [("7.5", StoredColumn.ValueType.integer), ("07", .integer), ("7", .blob)])
  func whatCannotBeConvertedIsAnError(text: String, type: StoredColumn.ValueType) throws {
    let old = Self.entity(Self.id, Self.name)
    try database.storage(old, [[.integer(3), .null], [.integer(5), .text(text)]])
    let error = try failure(Self.entity(Self.id, column("name", type)))
    #expect(error?.code == .schema && error?.property == "name")
    #expect(error?.message.contains("id 5 ") == true)
    #expect(try rows(old).count == 2)
  }

  @Test func idsThatBecomeTheSameAreAnError() throws {
    let old = Self.entity(column("id", .any, isRequired: true))
    try database.storage(old, [[.integer(1)], [.text("1")]])
    let error = try failure(Self.entity(Self.id))
    #expect(error?.code == .schema && error?.property == "id")
    #expect(error?.message == "two rows have the id 1")
  }

  @Test func anotherPropertyBecomesTheID() throws {
    try makeFile()
    let entity = Self.entity(Self.id, column("name", .any, isRequired: true), idColumn: 1)
    let error = try failure(entity)
    #expect(error?.code == .schema && error?.property == "name")
    try database.run("DELETE FROM Row WHERE id = 3")
    #expect(try rows(entity).count == 2)
  }

  @Test func whatRowsMustHaveCanChange() throws {
    try makeFile()
    let required = Self.entity(Self.id, column("name", isRequired: true))
    let error = try failure(required)
    #expect(error?.code == .schema && error?.property == "name")
    #expect(error?.message == "the stored row with the id 3 \(Self.noValue)")
    try database.run("UPDATE Row SET name = 'x' WHERE id = 3")
    #expect(try rows(required).count == 3)
    let optional = Self.entity(Self.id, Self.name)
    try database.storage(optional, [[.integer(4), .null]])
    #expect(try rows(optional).count == 4)
  }

  @Test func namesThatDifferInCaseAreRefused() throws {
    try makeFile()
    let column = try failure(Self.entity(Self.id, column("NAME")))
    #expect(column?.code == .schema)
    #expect(column?.message.contains("name") == true && column?.message.contains("NAME") == true)
    let table = try failure(StoredEntity(name: "row", columns: [Self.id], idColumn: 0))
    #expect(table?.code == .schema)
    #expect(table?.message.contains("Row") == true && table?.message.contains("row") == true)
    let both = StoredEntity(
      name: "Both", columns: [Self.id, Self.name, self.column("Name")], idColumn: 0)
    #expect(try failure(both)?.code == .schema)
    let reserved = StoredEntity(name: "sqlite_x", columns: [Self.id], idColumn: 0)
    #expect(try failure(reserved)?.code == .schema)
  }

  @Test func viewsOfOthersStay() throws {
    try makeFile()
    try database.run("CREATE VIEW ids AS SELECT id FROM Row")
    let entity = Self.entity(Self.id, column("title", .any, formerNames: ["name"]))
    #expect(try rows(entity).count == 3)
    #expect(try database.run("SELECT count(*) FROM ids") == [[.integer(3)]])
  }

  @Test func aFailedMigrationInATransaction() throws {
    let old = Self.entity(Self.id, Self.name)
    let new = Self.entity(Self.id, column("name", .integer))
    do {
      let storage = try database.storage(
        old, [[.integer(1), .text("10")], [.integer(2), .text("abc")]])
      try storage.begin()
      #expect(throws: StoreError.self) { try storage.open(new) }
      // A caller that catches the error may continue the transaction.
      try storage.write([.integer(3), .text("30")], of: old, changed: nil)
      try storage.commit()
    }
    #expect(
      try failure(new)?.description
        == "Row.name: the stored row with the id 2 has a text, which doesn't fit")
    do {
      let storage = try database.storage(old)
      try storage.begin()
      try storage.delete([.integer(2)], of: old)
      try storage.commit()
    }
    #expect(try rows(new) == [[.integer(1), .integer(10)], [.integer(3), .integer(30)]])
  }

  /// Earlier versions of the library could leave the table of a migration that had failed. It isn't in the way.
  @Test func aTableThatAMigrationHasLeft() throws {
    try makeFile()
    try database.storage(Self.entity(Self.id, Self.name)).connection
      .run(#"CREATE TABLE "Row (new)" (id INTEGER PRIMARY KEY)"#)
    #expect(
      try rows(Self.entity(Self.id, column("name", .integer))) == [
        [.integer(1), .integer(10)], [.integer(2), .integer(-7)], [.integer(3), .null],
      ])
  }

  @Test func tablesOfOthersStay() throws {
    try makeFile()
    for name in ["ROW (NEW)", "Row (new 2)"] {
      try database.run("CREATE TABLE \"\(name)\" (id INTEGER PRIMARY KEY)")
      try database.run("INSERT INTO \"\(name)\" VALUES (5)")
    }
    #expect(try rows(Self.entity(Self.id, column("name", .integer))).count == 3)
    for name in ["ROW (NEW)", "Row (new 2)"] {
      #expect(try database.run("SELECT id FROM \"\(name)\"") == [[.integer(5)]])
    }
  }

  @Test func aRenamingOnlyInCaseIsDeclared() throws {
    try makeFile()
    #expect(
      try rows(Self.entity(Self.id, column("NAME", formerNames: ["name"]))).map { [$0[1]] }
        == [[.text("10")], [.text("-7")], [.null]])
  }
}
