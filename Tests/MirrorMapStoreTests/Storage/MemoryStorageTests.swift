import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

struct MemoryStorageTests {
  static let employee = StoredEntity(
    name: "Employee",
    columns: [
      StoredColumn(name: "id", type: .any, isRequired: true),
      StoredColumn(name: "name", type: .text, isRequired: false),
    ], idColumn: 0)

  @Test func rollbackRestoresWhatWasThere() throws {
    var random = SeededGenerator(seed: 1)
    let storage = MemoryStorage()
    try storage.open(Self.employee)
    let ids: [ColumnValue] =
      (0..<10).map { .integer($0) } + ["a", "b"].map(ColumnValue.text) + [.real(0.5)]
    var expected: [ColumnValue: StoredRow] = [:]
    for _ in 0..<300 {
      var changed = expected
      try storage.begin()
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        let id = ids.randomElement(using: &random)!
        if Bool.random(using: &random) {
          try storage.delete([id, .text("unknown")], of: Self.employee)
          changed[id] = nil
        } else {
          let row = [id, .text("\(UInt8.random(in: 0...9, using: &random))")]
          var columns: ColumnSet? = changed[id].map { _ in ColumnSet() }
          columns?.insert(1)
          try storage.write(row, of: Self.employee, changed: columns)
          changed[id] = row
        }
      }
      #expect(try Self.rows(of: storage) == changed)
      if Bool.random(using: &random) {
        try storage.commit()
        expected = changed
      } else {
        storage.rollback()
      }
      #expect(try Self.rows(of: storage) == expected)
    }
  }

  @Test func aReaderSeesWhatIsCommitted() throws {
    let ann: StoredRow = [.integer(1), .text("Ann")]
    let storage = MemoryStorage()
    try storage.open(Self.employee)
    let reader = try #require(try storage.makeReader())
    try reader.open(Self.employee)
    try storage.begin()
    try storage.write(ann, of: Self.employee, changed: nil)
    #expect(try reader.row(.integer(1), of: Self.employee) == nil)
    try storage.commit()
    #expect(try reader.row(.integer(1), of: Self.employee) == ann)
    try storage.begin()
    try storage.delete([.integer(1)], of: Self.employee)
    #expect(try reader.count(of: Self.employee, matching: RowQuery()) == 1)
    storage.rollback()
    #expect(try storage.row(.integer(1), of: Self.employee) == ann)
    #expect(throws: StoreError.self) { try reader.begin() }
  }

  @Test func rowsAreFoundByTheirIds() throws {
    let storage = MemoryStorage()
    try storage.open(Self.employee)
    let rows: [StoredRow] = [
      [.integer(1), .text("Ann")], [.text("1"), .text("Bob")], [.text("é"), .text("Cid")],
      [.text("e\u{301}"), .text("Dan")],
    ]
    try storage.begin()
    for row in rows { try storage.write(row, of: Self.employee, changed: nil) }
    try storage.commit()
    for row in rows { #expect(try storage.row(row[0], of: Self.employee) == row) }
    #expect(try storage.rows([.integer(2), .text("1")], of: Self.employee) == [rows[1]])
    #expect(try storage.row(.null, of: Self.employee) == nil)
    #expect(
      try storage.rows(of: Self.employee, matching: RowQuery()) == [
        rows[0], rows[1], rows[3], rows[2],
      ])
    let query = RowQuery(.compare(column: 1, .greater, .text("Ann")), limit: 2, offset: 1)
    #expect(try storage.rows(of: Self.employee, matching: query) == [rows[3], rows[2]])
    #expect(try storage.count(of: Self.employee, matching: query) == 2)
    #expect(try storage.count(of: Self.employee, matching: RowQuery(offset: 9)) == 0)
  }

  @Test func anEntityThatIsOpenedAgainKeepsItsRows() throws {
    let storage = MemoryStorage()
    try storage.open(Self.employee)
    try storage.begin()
    try storage.write([.integer(1), .text("30")], of: Self.employee, changed: nil)
    try storage.commit()
    try storage.open(Self.employee)
    #expect(try storage.row(.integer(1), of: Self.employee) == [.integer(1), .text("30")])

    let newer = StoredEntity(
      name: "Employee",
      columns: [
        StoredColumn(name: "age", type: .integer, isRequired: true, formerNames: ["name"]),
        StoredColumn(name: "id", type: .any, isRequired: true),
        StoredColumn(name: "role", type: .text, isRequired: true, defaultValue: .text("none")),
      ], idColumn: 1)
    try storage.open(newer)
    #expect(
      try storage.row(.integer(1), of: newer) == [.integer(30), .integer(1), .text("none")])
  }

  @Test func anEntityThatWasNotOpenedIsAnError() {
    let error = #expect(throws: StoreError.self) {
      try MemoryStorage().row(.integer(1), of: Self.employee)
    }
    #expect(error?.code == .misuse)
  }

  static func rows(of storage: some RecordStorage) throws -> [ColumnValue: StoredRow] {
    let rows = try storage.rows(of: employee, matching: RowQuery())
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0) })
  }
}
