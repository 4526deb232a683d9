import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

@Suite(.temporaryFolder) struct IDImportTests {
  @Test(arguments: StorageKind.allCases)
  func theIDCanHaveAnyKey(kind: StorageKind) throws {
    let context = try kind.context()
    let result = try context.import(
      Document.self,
      from: """
        [{"meta": {"id": 1, "title": "a"}, "link": {"meta": {"id": 2, "title": "b"}}},
         {"meta": {"id": 2}, "link": {"meta": {"id": 1}}}, {"uid": 3, "meta": {"title": "c"}, "link": 4}]
        """)
    #expect(result.value == .references(1, 2, 3))
    #expect(result.changes.description == "3 inserted")
    let all = try context.fetch(Document.self)
    #expect(all.map(\.title) == ["a", "b", "c"])
    #expect(all.map(\.link) == [Reference(2), Reference(1), Reference(4)])
    // Nothing but the id, in both spellings.
    try context.import(
      Document.self, from: #"{"uid": 1, "link": {"uid": 9, "meta": {"other": 1}}}"#)
    #expect(try context.fetch(Document.self, id: 1)?.link == Reference(9))
    #expect(try context.unresolved(Document.self) == [4, 9])
  }

  @Test(arguments: StorageKind.allCases)
  func theIDCanHaveATransform(kind: StorageKind) throws {
    let context = try kind.context()
    let json =
      #"[{"id": "ff", "name": "a", "peers": ["10", {"id": "11", "name": "b"}]}, {"id": "ff"}]"#
    let result = try context.import(Device.self, from: json)
    #expect(result.value == .references(255, 255))
    #expect(try context.fetch(Device.self, id: 255)?.peers == .references(16, 17))
    #expect(try context.fetch(Device.self).map(\.name) == ["b", "a"])
    #expect(
      errorText { try context.import(Device.self, from: #"{"id": "xyz", "name": "a"}"#) }
        == "$.id: expected a hex number (line 1, column 8, Device.id)")
    let exported = try context.export(Device.self, ids: [255])
    #expect(
      String(decoding: exported, as: UTF8.self)
        == #"[{"id":"ff","name":"a","peers":["10",{"id":"11","name":"b","peers":[]}]}]"#)
  }

  @Test(arguments: StorageKind.allCases)
  func aKeyStrategyIsForIDsToo(kind: StorageKind) throws {
    let context = try kind.context()
    var mapper = Mapper()
    mapper.keyStrategy = .snakeCase
    let json = #"{"first_name": "x", "best_friend": {"id": 2, "first_name": "y"}, "id": 1}"#
    try context.import(Friend.self, from: json, using: mapper)
    #expect(try context.fetch(Friend.self).map(\.firstName) == ["x", "y"])
    #expect(try context.fetch(Friend.self, id: 1)?.bestFriend == Reference(2))
    let again = try context.import(Friend.self, from: json, using: mapper)
    #expect(again.changes.description == "2 unchanged")
    try context.import(
      Friend.self, from: #"{"id": 1, "best_friend": {"id": 3}}"#, using: mapper)
    #expect(try context.unresolved(Friend.self) == [3])
  }

  /// An import finds the id under the key under which the model is decoded.
  @Test(arguments: [Mapper.DuplicateKeys.reject, .first, .last])
  func aModelsOwnKeyStrategyIsForItsID(policy: Mapper.DuplicateKeys) throws {
    for strategy in [StandardKeys.unchanged, .caseInsensitive, .snakeCase] {
      var mapper = Mapper()
      mapper.duplicateKeys = policy
      mapper.keyStrategy = strategy
      try checkKeys(of: Caseless.self, mapper)
      try checkKeys(of: Snaky.self, mapper)
      try checkKeys(of: Keyless.self, mapper)
      try checkKeys(of: FlattenedUpper.self, mapper)
      try checkKeys(of: UpperFlattening.self, mapper)
    }
  }

  private func checkKeys<Model: StoredModel>(of type: Model.Type, _ mapper: Mapper) throws
  where Model.ID == UUID {
    let ids = [UUID(), UUID()]
    let documents = [
      #"{"ID": "\#(ids[0])", "text": "a", "TEXT": "a"}"#,
      #"{"id": "\#(ids[0])", "text": "a", "TEXT": "a"}"#,
      #"{"ID": "\#(ids[0])", "id": "\#(ids[1])"}"#,
      #"{"id": "\#(ids[0])", "ID": "\#(ids[1])"}"#,
    ]
    for json in documents {
      let context = try StoreContext(.memory)
      let comment = Comment("\(type), \(mapper.keyStrategy as Any), \(json)")
      guard let decoded = try? Model.decode(from: json, using: mapper) else {
        #expect(errorText { try context.import(type, from: json, using: mapper) } != "no error")
        continue
      }
      let first = try context.import(type, from: json, using: mapper)
      #expect(first.changes.description == "1 inserted", comment)
      let second = try context.import(type, from: json, using: mapper)
      if ids.contains(decoded.id) {
        #expect(first.value == [Reference(decoded.id)], comment)
        #expect(second.changes.description == "1 unchanged", comment)
      } else {
        #expect(second.changes.description == "1 inserted", comment)
      }
    }
  }

  @Test(arguments: StorageKind.allCases)
  func anIDUnderTheKeyStrategyOfAFlattenedModel(kind: StorageKind) throws {
    let context = try kind.context()
    let ids = [UUID(), UUID()]
    let json = """
      {"ID": "\(ids[0])", "text": "a",
       "peer": {"ID": "\(ids[1])", "text": "b", "peer": {"ID": "\(ids[0])"}}}
      """
    let result = try context.import(FlattenedUpper.self, from: json)
    #expect(result.changes.description == "2 inserted")
    #expect(try context.fetch(FlattenedUpper.self, id: ids[1])?.peer == Reference(ids[0]))
    let exported = try context.export(FlattenedUpper.self)
    let again = try context.import(FlattenedUpper.self, from: exported)
    #expect(again.changes.description == "2 unchanged")
    // Another key of the flattened model makes it more than a reference.
    let other = try context.import(
      FlattenedUpper.self,
      from: #"{"ID": "\#(ids[0])", "peer": {"ID": "\#(UUID())", "OTHER": 1}}"#)
    #expect(other.changes.description == "1 inserted, 1 updated")
  }

  @Test(arguments: StorageKind.allCases)
  func idsOfEveryKind(kind: StorageKind) throws {
    let context = try kind.context()
    try checkIDs(["[1]", "{", "true", "7", ""], in: context)
    try checkIDs([UInt64.max, 1, UInt64(Int64.max) + 1], in: context)
    try checkIDs([Int128.min, 0, Int128.max], in: context)
    try checkIDs([1, 2.5, -0.1], in: context)
    try checkIDs(
      [UUID(uuidString: "00000000-0000-0000-0000-00000000000A")!, UUID()], in: context)
    try checkIDs([Suit.hearts, .brackets], in: context)
    try checkIDs([Decimal(1), Decimal(string: "0.1")!], in: context)
    try checkIDs([URL(string: "https://example.com/[1]")!], in: context)
    try checkIDs([Data([1, 2, 3]), Data()], in: context)
  }

  private func checkIDs<ID>(_ ids: [ID], in context: StoreContext) throws
  where ID: MappableValue & Hashable & Sendable {
    var models = ids.map { id in
      var model = Keyed<ID>()
      model.id = id
      return model
    }
    models[0].all = ids.map { Reference($0) }
    models[0].one = Reference(ids[ids.count - 1])
    try context.save(models)
    let first = try #require(try context.fetch(Keyed<ID>.self, id: ids[0]))
    #expect(first.all.map(\.id) == ids)
    #expect(first.one?.id == ids.last)
    #expect(try context.fetch(first.all).map(\.id) == ids)
    #expect(try context.unresolved(Keyed<ID>.self) == [])
    let json = try context.export(Keyed<ID>.self)
    let again = try context.import(Keyed<ID>.self, from: json)
    #expect(again.changes.description == "\(ids.count) unchanged")
    try context.delete(Keyed<ID>.self, ids: ids.dropFirst())
    #expect(try Set(context.unresolved(Keyed<ID>.self)) == Set(ids.dropFirst()))
  }

  /// An id that is there twice counts as it does where the object is decoded.
  @Test(arguments: [Mapper.DuplicateKeys.reject, .first, .last])
  func anIDThatIsThereTwice(policy: Mapper.DuplicateKeys) throws {
    var mapper = Mapper()
    mapper.duplicateKeys = policy
    let wanted = policy == .first ? "r" : "q"
    let objects = [
      #"{"id": "r", "name": "n", "id": "q"}"#, #"{"id": "r", "id": "q", "name": "n"}"#,
      #"{"name": "n", "id": "r", "id": "q"}"#, #"{"id": "r", "id": "q"}"#,
    ]
    for object in objects {
      // Once by the columns, once by the model.
      for json in [#"{"id": "a", "plain": [\#(object)]}"#, #"{"id": "a", "hooked": [\#(object)]}"#]
      {
        let context = try StoreContext(.memory)
        let text = errorText { try context.import(Twice.self, from: json, using: mapper) }
        if policy == .reject {
          #expect(text.contains("[0].id: key appears a second time"), "\(json): \(text)")
          continue
        }
        #expect(text == "no error", "\(json)")
        let twice = try #require(try context.fetch(Twice.self, id: "a"))
        #expect(
          twice.plain.map(\.id) + twice.hooked.map(\.id) == [wanted], "\(json), \(policy)")
        let isObject = object.contains("name")
        #expect(
          try context.fetch(twice.plain).map(\.id) + context.fetch(twice.hooked).map(\.id)
            == (isObject ? [wanted] : []), "\(json), \(policy)")
      }
      let context = try StoreContext(.memory)
      guard policy != .reject, object.contains("name") else { continue }
      let result = try context.import(Twice.Plain.self, from: object, using: mapper)
      #expect(result.value == [Reference(wanted)])
      #expect(try Twice.Plain.decode(from: object, using: mapper).id == wanted)
    }
  }

  @Test(arguments: StorageKind.allCases)
  func numbersOfOneValueAreOneID(kind: StorageKind) throws {
    let context = try kind.context()
    let ids = [
      ["1", "1.0", "10e-1"], ["0", "-0", "0.00"], ["1.5", "1.50", "15e-1"],
      ["9007199254740993", "9007199254740993.0"],
      ["-9223372036854775808", "-9223372036854775808.0"],
      ["18446744073709551616", "18446744073709551616.0"], ["1e400", "10e399"],
      ["0.10000000000000000000000001", "0.100000000000000000000000010"], ["1e300", "10e299"],
      [#"{"a": [1, 2.0], "b": 0.50}"#, #"{"b": 0.5, "a": [1.0, 2]}"#], ["[1.0]", "[1]"],
      [#""1.0""#], [#""1""#],
    ]
    for (number, spellings) in ids.enumerated() {
      for id in spellings {
        // An object in the place of an id is a model.
        let all = id.hasPrefix("{") ? "[]" : "[\(spellings.joined(separator: ", "))]"
        let one = id.hasPrefix("{") ? "null" : id
        try context.import(
          Keyed<JSONValue>.self, from: #"{"id": \#(id), "all": \#(all), "one": \#(one)}"#)
        #expect(try context.count(Keyed<JSONValue>.self) == number + 1, "\(id)")
        let value = try JSONValue.decode(from: id)
        let keyed = try #require(try context.fetch(Keyed<JSONValue>.self, id: value), "\(id)")
        #expect(keyed.id == value, "\(id)")
        guard one != "null" else { continue }
        #expect(keyed.all.map(\.id) == [value] && keyed.one?.id == value, "\(id)")
        #expect(try context.fetch(keyed.one) != nil, "\(id)")
      }
    }
    let other = try kind.context("other")
    let json = try context.export(Keyed<JSONValue>.self)
    let result = try other.import(Keyed<JSONValue>.self, from: json)
    #expect(result.changes.description == "\(ids.count) inserted")
    #expect(try other.export(Keyed<JSONValue>.self) == json)
    #expect(try other.unresolved(Keyed<JSONValue>.self) == [])
    try other.import(
      Keyed<JSONNumber>.self, from: #"[{"id": 1}, {"id": 1.0}, {"id": 2.50, "one": 1.00}]"#)
    #expect(try other.count(Keyed<JSONNumber>.self) == 2)
    #expect(try other.fetch(Keyed<JSONNumber>.self, id: 2.5)?.one?.id == 1)
  }

  @Test(arguments: StorageKind.allCases)
  func numbersOfOneValueAreOneIDInTypesOfTheUsers(kind: StorageKind) throws {
    let context = try kind.context()
    for (id, changes) in [("1", "1 inserted"), ("1.0", "1 unchanged"), ("10e-1", "1 unchanged")] {
      let other = #"[{"id": \#(id), "one": \#(id)}]"#
      let wrapped = try context.import(Keyed<WrappedTree>.self, from: other)
      #expect(wrapped.changes.description == changes)
      let object = #"{"id": {"tree": [\#(id)], "number": \#(id)}}"#
      #expect(
        try context.import(Keyed<ObjectID>.self, from: object).changes.description == changes)
    }
    let keyed = try #require(try context.fetch(Keyed<WrappedTree>.self, id: WrappedTree(tree: 1.0)))
    #expect(keyed.one?.id == WrappedTree(tree: 1))
    #expect(try context.unresolved(Keyed<WrappedTree>.self) == [])
  }

  @Test(arguments: StorageKind.allCases)
  func idsThatAreSetsAndDictionaries(kind: StorageKind) throws {
    let context = try kind.context()
    let ids = ["[1, 2, 3, 4, 5, 6]", "[6, 5, 4, 3, 2, 1]", "[3, 4, 1, 6, 2, 5]"]
    for (id, changes) in zip(ids, ["1 inserted", "1 unchanged", "1 unchanged"]) {
      let result = try context.import(Keyed<Set<Int>>.self, from: #"{"id": \#(id), "one": \#(id)}"#)
      #expect(result.changes.description == changes)
    }
    #expect(try context.fetch(Keyed<Set<Int>>.self, id: [2, 1, 4, 3, 6, 5]) != nil)
    #expect(try context.unresolved(Keyed<Set<Int>>.self) == [])
    for id in [#"{"a": 1, "b": 2, "c": 3, "d": 4}"#, #"{"d": 4, "c": 3, "b": 2, "a": 1}"#] {
      try context.import(
        Keyed<[String: Int]>.self, from: #"{"id": \#(id), "all": [{"id": \#(id)}]}"#)
    }
    #expect(try context.count(Keyed<[String: Int]>.self) == 1)
  }

  @Test(arguments: StorageKind.allCases)
  func idsAndReferencesFollowTheCoercionOfTheID(kind: StorageKind) throws {
    let context = try kind.context()
    let loose = try context.import(Loose.self, from: #"{"id": 5, "other": "6"}"#)
    #expect(loose.value == [Reference("5")])
    #expect(try context.fetch(Loose.self, id: "5")?.other == Reference(6))
    let json = #"{"id": "5", "next": "6", "all": ["7", 8, {"id": "9"}], "previous": ["6"]}"#
    #expect(try context.import(LooseNumber.self, from: json).value == .references(5))
    let five = try #require(try context.fetch(LooseNumber.self, id: 5))
    #expect(five.next == Reference(6))
    #expect(five.all == .references(7, 8, 9))
    #expect(five.previous == .references(6))
    #expect(try context.import(LooseNumber.self, from: json).changes.description == "1 unchanged")
    let named = #"[{"id": "5", "name": "a"}, {"id": 6, "next": {"id": "5", "name": "b"}}]"#
    #expect(
      try context.import(LooseNumber.self, from: named).changes.description
        == "1 inserted, 1 updated")
    // Outside of an import, too.
    #expect(try Loose.decode(from: #"{"id": 5, "other": "6"}"#).other == Reference(6))
    #expect(
      errorText { try context.import(LooseNumber.self, from: #"{"id": "x"}"#) }
        == errorText { try LooseNumber.decode(from: #"{"id": "x"}"#) })
  }

  @Test(arguments: StorageKind.allCases)
  func coercionOfTheMapperAndOfAPropertyAroundAnID(kind: StorageKind) throws {
    let context = try kind.context()
    var mapper = Mapper()
    mapper.coercion = .lossless
    #expect(
      errorText { try context.import(StrictID.self, from: #"{"id": "5"}"#, using: mapper) }
        == "$.id: expected Int, found a string (line 1, column 8, StrictID.id)")
    let object = #"{"id": "7", "first_name": "A"}"#
    // The options of a property are for what it refers by, and those of the mapper for an object's id.
    let text = #"{"strict": \#(object)}"#
    #expect(
      try context.import(Badge.self, from: text, using: mapper).value.strict == Reference(7))
    #expect(
      errorText { try context.import(Badge.self, from: #"{"loose": \#(object)}"#) }
        == "$.loose.id: expected Int, found a string (line 1, column 18, Employee.id)")
    #expect(
      try context.import(Badge.self, from: #"{"loose": "8"}"#).value.loose == Reference(8))
    #expect(
      errorText { try context.import(Badge.self, from: #"{"strict": "8"}"#, using: mapper) }
        == "$.strict: expected Int or an object of Employee, found a string (line 1, column 12, Badge.strict)"
    )
  }

  @Test(arguments: StorageKind.allCases)
  func theErrorOfAValueThatIsNoID(kind: StorageKind) throws {
    let context = try kind.context()
    func check<ID: MappableValue & Hashable & Sendable>(_ type: ID.Type, _ values: String...) throws
    {
      for value in values {
        for json in [#"{"one": \#(value)}"#, #"{"all": [\#(value)]}"#] {
          let text = errorText {
            try context.import(Referring<ID>.self, from: json)
          }
          #expect(text.contains(" or an object of Keyed<\(ID.self)>, found a"), "\(json): \(text)")
          #expect(!errorText { try Referring<ID>.decode(from: json) }.contains("object of"))
        }
        // A policy that drops it drops it alone.
        var mapper = Mapper()
        mapper.failurePolicy = .lossy
        let result = try context.import(
          Referring<ID>.self, from: #"{"one": \#(value), "all": [\#(value)], "other": 5}"#,
          using: mapper)
        #expect(result.value.one == nil && result.value.all == [] && result.value.other == 5)
      }
    }
    try check(Int.self, "true", #""x""#)
    try check(UInt64.self, "true", #""x""#)
    try check(Int128.self, "true", #""x""#)
    try check(Double.self, "true", #""x""#)
    try check(Decimal.self, "true", #""x""#)
    try check(Bool.self, "1", #""x""#)
    try check(String.self, "true", "1")
    try check(UUID.self, "true", "1")
    try check(URL.self, "true", "1")
    try check(Data.self, "true", "1")
    try check(Date.self, "true", "1")
    try check(Suit.self, "true", "1")
  }

  private struct Versioned: StoredModel {
    @Mapped("key.id", "key") var id: String = "none"
    @Mapped("key.version") var version: Int?
    @Mapped var name: String?
  }

  /// An object in the place of the id isn't the id if another property is in it.
  @Test(arguments: StorageKind.allCases)
  func anIDBesideAGroup(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Versioned.self,
      from: #"[{"key":{"version":2},"name":"a"},{"key":"k"},{"key":{"id":"l","version":3}}]"#)
    let items = try context.fetch(Versioned.self)
    #expect(items.map(\.id) == ["k", "l", "none"] && items.map(\.version) == [nil, 3, 2])
  }
}

private enum Suit: String, MappableValue, Sendable {
  case hearts
  case brackets = "[x"
}

private struct Keyed<ID: MappableValue & Hashable & Sendable>: StoredModel {
  @Mapped var id: ID
  @Related var all: [Reference<Keyed<ID>>]
  @Related var one: Reference<Keyed<ID>>?

  static var entityName: String { "Keyed\(ID.self)" }
}

private struct Referring<ID: MappableValue & Hashable & Sendable>: Mappable {
  @Related var one: Reference<Keyed<ID>>?
  @Related var all: [Reference<Keyed<ID>>]
  @Mapped var other: Int?
}

private struct WrappedTree: MappableValue, Hashable {
  var tree: JSONValue

  static func decode(from reader: inout JSONReader) throws -> WrappedTree {
    WrappedTree(tree: try reader.decode(JSONValue.self))
  }

  func encode(to writer: inout JSONWriter) throws { try writer.encode(tree) }
}

private struct ObjectID: Mappable, Hashable {
  @Mapped var tree: JSONValue
  @Mapped var number: JSONNumber
}

private struct Document: StoredModel {
  @Mapped("meta.id", "uid") var id: Int
  @Mapped("meta.title") var title: String
  @Related var link: Reference<Document>?
}

private struct HexTransform: Transform {
  func decode(_ json: String) throws -> Int {
    guard let value = Int(json, radix: 16) else { throw MappingError(expected: "a hex number") }
    return value
  }

  func encode(_ object: Int) -> String { String(object, radix: 16) }
}

private struct Device: StoredModel {
  @Mapped(transform: HexTransform()) var id: Int
  @Mapped var name: String
  @Related var peers: [Reference<Device>]
}

private struct Loose: StoredModel {
  @Mapped(coercion: .lossless) var id: String
  @Related var other: Reference<LooseNumber>?
}

private struct LooseNumber: StoredModel {
  @Mapped(coercion: .lossless) var id: Int
  @Mapped var name: String?
  @Related var next: Reference<LooseNumber>?
  @Related var all: [Reference<LooseNumber>]
  @Related(inverse: \LooseNumber.next) var previous: [Reference<LooseNumber>]
}

private struct StrictID: StoredModel {
  @Mapped(coercion: Coercion.none) var id: Int
}

private struct Badge: Mappable {
  @Mapped(coercion: .lossless) var loose: Reference<Employee>?
  @Mapped(coercion: Coercion.none) var strict: Reference<Employee>?
}

private struct Friend: StoredModel {
  @Mapped var id: Int
  @Mapped var firstName: String
  @Related var bestFriend: Reference<Friend>?
}

private struct Twice: StoredModel {
  struct Plain: StoredModel {
    @Mapped var id: String
    @Mapped var name: String
  }

  struct Hooked: StoredModel, DecodeCompleting {
    @Mapped var id: String
    @Mapped var name: String

    mutating func didDecode(in context: MappingContext) throws { name += "!" }
  }

  @Mapped var id: String
  @Related var plain: [Reference<Plain>]
  @Related var hooked: [Reference<Hooked>]
}

private struct UpperKeys: KeyStrategy {
  func key(for name: String) -> String { name.uppercased() }
}

private struct Caseless: StoredModel, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { .caseInsensitive }

  @Mapped var id = UUID()
  @Mapped var text: String?
}

private struct Snaky: StoredModel, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { .snakeCase }

  @Mapped var id = UUID()
  @Mapped var text: String?
}

private struct Keyless: StoredModel {
  @Mapped var id = UUID()
  @Mapped var text: String?
}

private struct UpperPart: Mappable, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { UpperKeys() }

  @Mapped var id = UUID()
  @Mapped var other: Int?
}

private struct FlattenedUpper: StoredModel {
  @Flattened var part: UpperPart
  @Mapped var text: String?
  @Related var peer: Reference<FlattenedUpper>?

  var id: UUID { part.id }
}

private struct KeylessPart: Mappable {
  @Mapped var id = UUID()
  @Mapped var other: Int?
}

private struct UpperFlattening: StoredModel, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { UpperKeys() }

  @Flattened var part: KeylessPart
  @Mapped var text: String?

  var id: UUID { part.id }
}
