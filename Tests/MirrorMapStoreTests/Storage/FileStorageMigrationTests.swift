import Foundation
import MirrorMapStore
import Testing

struct FileStorageMigrationTests {
  private static let id = StoredColumn(name: "id", type: .integer, isRequired: true)
  private static let older = #"""
    {"format":1,"entities":{"Other":[{"x":[1,{"y":1.50}]}],"Thing":[{"id":1,"name":"7","age":30},{"id":2,"name":null,"age":31}]},"note":"kept"}
    """#

  @Test func whatTheProgramDoesNotKnowStays() throws {
    try migrate(columns: [Self.id]) { storage, entity in
      try storage.write([.integer(3)], of: entity, changed: nil)
    } expecting: {
      #"""
      {"format":1,"entities":{"Other":[{"x":[1,{"y":1.50}]}],"Thing":[{"id":1,"name":"7","age":30},{"id":2,"name":null,"age":31},{"id":3}]},"note":"kept"}
      """#
    }
  }

  @Test func whatIsNotKnownOfADeletedRowGoes() throws {
    try migrate(columns: [Self.id]) { storage, entity in
      try storage.delete([.integer(1)], of: entity)
      try storage.write([.integer(1)], of: entity, changed: nil)
    } expecting: {
      #"""
      {"format":1,"entities":{"Other":[{"x":[1,{"y":1.50}]}],"Thing":[{"id":1},{"id":2,"name":null,"age":31}]},"note":"kept"}
      """#
    }
  }

  @Test func propertiesAreAddedRenamedAndRetyped() throws {
    let columns = [
      Self.id,
      StoredColumn(
        name: "title", type: .integer, isRequired: false, formerNames: ["caption", "name"]),
      StoredColumn(name: "role", type: .text, isRequired: true, defaultValue: .text("none")),
      StoredColumn(name: "boss", type: .integer, isRequired: false),
      StoredColumn(name: "age", type: .real, isRequired: true),
    ]
    try migrate(columns: columns) { storage, entity in
      #expect(
        try storage.rows(of: entity, matching: RowQuery()) == [
          [.integer(1), .integer(7), .text("none"), .null, .real(30)],
          [.integer(2), .null, .text("none"), .null, .real(31)],
        ])
      try storage.delete([.integer(2)], of: entity)
    } expecting: {
      #"""
      {"format":1,"entities":{"Other":[{"x":[1,{"y":1.50}]}],"Thing":[{"id":1,"title":7,"role":"none","boss":null,"age":30.0}]},"note":"kept"}
      """#
    }
  }

  @Test func theNameOfARenamedPropertyCanBeUsedAgain() throws {
    let columns = [
      Self.id, StoredColumn(name: "age", type: .text, isRequired: false),
      StoredColumn(name: "years", type: .integer, isRequired: true, formerNames: ["age"]),
    ]
    try migrate(columns: columns) { storage, entity in
      #expect(
        try storage.rows(of: entity, matching: RowQuery()) == [
          [.integer(1), .null, .integer(30)], [.integer(2), .null, .integer(31)],
        ])
      try storage.delete([.integer(2)], of: entity)
    } expecting: {
      #"""
      {"format":1,"entities":{"Other":[{"x":[1,{"y":1.50}]}],"Thing":[{"id":1,"age":null,"years":30,"name":"7"}]},"note":"kept"}
      """#
    }
  }

  @Test(arguments: [
    (StoredColumn(name: "role", type: .text, isRequired: true), "1"),
    (StoredColumn(name: "name", type: .text, isRequired: true), "2"),
    (StoredColumn(name: "name", type: .blob, isRequired: false), "1"),
  ])
  func rowsThatDoNotFitAreErrors(_ column: StoredColumn, _ id: String) throws {
    try withFolder { folder in
      try Data(Self.older.utf8).write(to: file(folder))
      let storage = try FileStorage(at: file(folder))
      let entity = StoredEntity(name: "Thing", columns: [Self.id, column], idColumn: 0)
      let error = #expect(throws: StoreError.self) { try storage.open(entity) }
      #expect(error?.code == .schema && error?.model == "Thing" && error?.property == column.name)
      #expect(error?.message.contains("id \(id) ") == true, "\(String(describing: error))")

      // Another commit leaves those rows as they are.
      let other = StoredEntity(name: "Another", columns: [Self.id], idColumn: 0)
      try storage.open(other)
      try storage.begin()
      try storage.write([.integer(1)], of: other, changed: nil)
      try storage.commit()
      #expect(
        try text(of: folder)
          == Self.older.replacing(#"]},"note""#, with: #"],"Another":[{"id":1}]},"note""#))
    }
  }

  /// Opens the older file with other columns, changes it, and compares the new file.
  private func migrate(
    columns: [StoredColumn], change: (FileStorage, StoredEntity) throws -> Void,
    expecting expected: () -> String
  ) throws {
    try withFolder { folder in
      try Data(Self.older.utf8).write(to: file(folder))
      let storage = try FileStorage(at: file(folder))
      let entity = StoredEntity(name: "Thing", columns: columns, idColumn: 0)
      try storage.open(entity)
      try storage.begin()
      try change(storage, entity)
      try storage.commit()
      #expect(try text(of: folder) == expected())
    }
  }
}
