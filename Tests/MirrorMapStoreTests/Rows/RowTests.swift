import Foundation
import Testing

@testable import MirrorMapStore

/// How properties are in columns, and that they come back as they were.
@Suite(.temporaryFolder) struct RowTests {
  @Test func kindsOfColumns() throws {
    let entity = try ModelTable<Everything>.shared.entity
    let types = Dictionary(uniqueKeysWithValues: entity.columns.map { ($0.name, $0.type) })
    #expect(
      types == [
        "id": .integer, "bool": .integer, "int8": .integer, "uint32": .integer, "int": .integer,
        "uint": .any, "uint64": .any, "int128": .any, "uint128": .any, "double": .real,
        "float": .real, "string": .text, "date": .real, "millis": .real, "uuid": .text,
        "url": .text,
        "data": .blob, "one": .integer, "many": .text, "set": .text, "role": .any, "level": .any,
        "decimal": .any, "decimals": .any, "home": .any, "ints": .any, "words": .any,
        "counts": .any, "json": .any, "hex": .integer, "bools": .any, "nested": .any, "point": .any,
        "page": .integer, "extras": .any,
      ])
    #expect(entity.columns.filter(\.isRequired).map(\.name) == ["id", "many", "set", "extras"])
    #expect(entity.columns.filter { $0.target != nil }.map(\.name) == ["one", "many", "set"])
    #expect(entity.columns.filter(\.isToMany).map(\.name) == ["many", "set"])
    #expect(entity.columns[entity.idColumn].name == "id")
  }

  @Test(arguments: StorageKind.allCases)
  func everythingComesBack(kind: StorageKind) throws {
    let context = try kind.context()
    for (number, model) in try Everything.samples.enumerated() {
      try context.save(model)
      let fetched = try #require(try context.fetch(Everything.self, id: model.id))
      #expect(try fetched.comparable == model.comparable, "sample \(number)")
      #expect(fetched.words == model.words && fetched.set == model.set, "sample \(number)")
      let table = try ModelTable<Everything>.shared
      let rows = (try table.row(of: fetched), try table.row(of: model))
      let differences = table.differences(rows.0, rows.1).columns.map {
        (table.entity.columns[$0].name, rows.0[$0], rows.1[$0])
      }
      #expect(differences.isEmpty, "sample \(number), \(differences)")
      #expect(try context.save(fetched).description == "1 unchanged")
    }
    let exported = try context.export(Everything.self)
    let count = try Everything.samples.count
    let changes = try context.import(Everything.self, from: exported).changes
    // ISO 8601 has fewer digits than this date.
    #expect(changes.updated(Everything.self) == [.max: ["date"]])
    #expect(changes.unchangedCount == count - 1)
  }

  @Test func valuesInColumns() throws {
    func columns(_ set: (inout Everything) throws -> Void) throws -> [String: ColumnValue] {
      var model = Everything(id: 1)
      try set(&model)
      let table = try ModelTable<Everything>.shared
      let row = try table.row(of: model)
      var values: [String: ColumnValue] = [:]
      for (column, value) in zip(table.entity.columns, row) where !value.isNull {
        values[column.name] = value
      }
      values["id"] = nil
      return values
    }
    #expect(
      try columns { _ in } == ["many": .text("[]"), "set": .text("[]"), "extras": .text("{}")])
    func value(_ name: String, _ set: (inout Everything) throws -> Void) throws -> ColumnValue? {
      try columns(set)[name]
    }
    #expect(try value("bool") { $0.bool = true } == .integer(1))
    #expect(try value("uint64") { $0.uint64 = 5 } == .integer(5))
    #expect(try value("uint64") { $0.uint64 = .max } == .text("18446744073709551615"))
    #expect(
      try value("int128") { $0.int128 = .min } == .text("-170141183460469231731687303715884105728"))
    #expect(try value("double") { $0.double = 3 } == .real(3))
    #expect(
      try value("date") { $0.date = Date(timeIntervalSinceReferenceDate: 0.1) } == .real(0.1))
    #expect(
      try value("millis") { $0.millis = Date(timeIntervalSinceReferenceDate: 7) } == .real(7))
    #expect(try value("hex") { $0.hex = 255 } == .integer(255))
    #expect(try value("data") { $0.data = Data([1]) } == .blob(Data([1])))
    #expect(try value("one") { $0.one = Reference(9) } == .integer(9))
    #expect(try value("many") { $0.many = .references(3, 1) } == .text("[3,1]"))
    #expect(try value("set") { $0.set = .references(30, 4, 1) } == .text("[1,4,30]"))
    #expect(try value("role") { $0.role = .plain } == .text("plain"))
    #expect(try value("role") { $0.role = .bracket } == .blob(Data(#""[odd""#.utf8)))
    #expect(try value("role") { $0.role = .brace } == .blob(Data(#""{""#.utf8)))
    #expect(try value("level") { $0.level = .high } == .integer(3))
    #expect(try value("decimal") { $0.decimal = 42 } == .integer(42))
    #expect(try value("decimal") { $0.decimal = Decimal(string: "1.5") } == .real(1.5))
    #expect(
      try value("decimal") { $0.decimal = Decimal(string: "0.12345678901234567890123") }
        == .blob(Data("0.12345678901234567890123".utf8)))
    #expect(
      try value("home") { $0.home = Home(street: "s") } == .text(#"{"street":"s"}"#))
    #expect(try value("ints") { $0.ints = [2, 1] } == .text("[2,1]"))
    #expect(try value("words") { $0.words = ["b", "a", "c"] } == .text(#"["a","b","c"]"#))
    #expect(try value("counts") { $0.counts = ["b": 1, "a": 2] } == .text(#"{"a":2,"b":1}"#))
    #expect(try value("json") { $0.json = true } == .blob(Data("true".utf8)))
    #expect(try value("json") { $0.json = .null } == nil)
    #expect(try value("json") { $0.json = "text" } == .text("text"))
    #expect(try value("json") { $0.json = "[1" } == .blob(Data(#""[1""#.utf8)))
    #expect(try value("json") { $0.json = ["a": [1, nil]] } == .text(#"{"a":[1,null]}"#))
    #expect(try value("json") { $0.json = try .decode(from: "1e999") } == .blob(Data("1e999".utf8)))
    #expect(try value("page") { $0.paging = Paging(page: 4) } == .integer(4))
    #expect(try value("extras") { $0.extras = ["x": false] } == .text(#"{"x":false}"#))
  }
}

extension Everything {
  /// The model in a form in which equal ones are the same, without sets.
  fileprivate var comparable: String {
    get throws {
      var copy = self
      (copy.words, copy.set) = (nil, [])
      return try copy.encodeString(options: [.sortedKeys, .nullsIncluded])
    }
  }
}
