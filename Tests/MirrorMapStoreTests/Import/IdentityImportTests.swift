import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

@Suite(.temporaryFolder) struct IdentityImportTests {
  @Test(arguments: StorageKind.allCases)
  func anIDThatStandsTwiceIsOneObject(kind: StorageKind) throws {
    let context = try kind.context()
    let result = try context.import(
      Employee.self,
      from:
        #"[{"id": 1, "first_name": "A", "age": 1}, {"id": 2, "first_name": "B"}, {"id": 1, "first_name": "C"}]"#
    )
    #expect(result.value == .references(1, 2, 1))
    #expect(result.changes.description == "2 inserted")
    let first = try #require(try context.fetch(Employee.self, id: 1))
    #expect(first.firstName == "C" && first.age == 1)
  }

  @Test(arguments: StorageKind.allCases)
  func theSameObjectInSeveralRelations(kind: StorageKind) throws {
    let context = try kind.context()
    let result = try context.import(
      Box.self,
      from: """
        [{"id": 1, "owner": {"id": 9, "text": "a"}, "items": [{"id": 9, "text": "b"}]},
         {"id": 2, "owner": {"id": 9, "text": "c"}}]
        """)
    #expect(result.changes.description == "3 inserted")
    #expect(try context.fetch(Item.self).map(\.text) == ["c"])
  }

  @Test(arguments: StorageKind.allCases)
  func aMissingIDIsAnError(kind: StorageKind) throws {
    let context = try kind.context()
    #expect(
      errorText { try context.import(Employee.self, from: #"[{"first_name": "A"}]"#) }
        == "$[0].id: required key is missing, expected Int (line 1, column 2, Employee.id)")
    #expect(
      errorText { try context.import(Employee.self, from: #"{"id": null, "first_name": "A"}"#) }
        == "$.id: expected Int, found null (line 1, column 8, Employee.id)")
    #expect(
      errorText {
        try context.import(Box.self, from: #"{"id": 1, "owner": {"text": "A"}}"#)
      } == "$.owner.id: required key is missing, expected Int (line 1, column 20, Item.id)")
    #expect(
      errorText { try context.import(Employee.self, from: #"{"id": "x", "first_name": "A"}"#) }
        == "$.id: expected Int, found a string (line 1, column 8, Employee.id)")
    #expect(try context.count(Employee.self) == 0 && context.count(Item.self) == 0)
    // One that may be nil, but not in a store.
    #expect(
      errorText { try context.import(Maybe.self, from: #"[{"id": 1}, {"meta": {"id": null}}]"#) }
        == "$[0].meta.id: required key is missing, expected an id (line 1, column 2, Maybe.id)")
    #expect(
      errorText { try context.import(Maybe.self, from: #"[{"meta": {"id": null}}]"#) }
        == "$[0].meta.id: expected an id, found null (line 1, column 18, Maybe.id)")
    var mapper = Mapper()
    mapper.keyStrategy = Underscored()
    #expect(
      errorText { try context.import(MaybeText.self, from: #"{"_text": "a"}"#, using: mapper) }
        == "$._id: required key is missing, expected an id (line 1, column 1, MaybeText.id)")
    #expect(
      errorText { try context.save(Maybe()) }
        == "$.meta.id: a model can't be stored without an id (Maybe.id)")
  }

  @Test(arguments: StorageKind.allCases)
  func aModelThatMakesItsIDIsNewEachTime(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"[{"text": "a", "replies": [{"text": "b"}]}, {"id": null, "text": "c"}]"#
    let first = try context.import(Note.self, from: json)
    #expect(first.changes.description == "3 inserted")
    #expect(Set(first.value).count == 2)
    let second = try context.import(Note.self, from: json)
    #expect(second.changes.description == "3 inserted")
    #expect(try context.count(Note.self) == 6)
    let note = try #require(try context.fetch(first.value[0]))
    #expect(note.text == "a" && note.id == first.value[0].id)
    let replies = try context.fetch(note.replies)
    #expect(replies.map(\.text) == ["b"])
    #expect(replies.map(\.parent) == [Reference(note.id)])
    let given = #"{"id": "00000000-0000-0000-0000-00000000000A", "text": "d"}"#
    try context.import(Note.self, from: given)
    #expect(try context.import(Note.self, from: given).changes.description == "1 unchanged")
    #expect(
      errorText { try context.import(Note.self, from: #"[{"text": "x"}, {"replies": []}]"#) }
        == "$[1].text: required key is missing, expected String (line 1, column 17, Note.text)")
    #expect(try context.count(Note.self) == 7)
  }

  @Test(arguments: StorageKind.allCases)
  func aModelThatMakesItsIDAndHasAHook(kind: StorageKind) throws {
    let context = try kind.context()
    let result = try context.import(Memo.self, from: #"{"text": "a"}"#)
    let memo = try #require(try context.fetch(result.value[0]))
    #expect(memo.label == "\(memo.id): a")
    #expect(
      errorText { try context.import(Memo.self, from: #"[{"text": "b"}, {}]"#) }
        == "$[1].text: required key is missing, expected String (line 1, column 17, Memo.text)")
    #expect(try context.count(Memo.self) == 1)
  }

  @Test(arguments: StorageKind.allCases)
  func anIDWithADefaultThatIsTheSameEachTime(kind: StorageKind) throws {
    let context = try kind.context()
    #expect(
      try context.import(Settings.self, from: #"{"volume": 3}"#).changes.description
        == "1 inserted")
    let result = try context.import(Settings.self, from: #"{"brightness": 4}"#)
    #expect(result.changes.description == "1 updated")
    let settings = try #require(try context.fetch(Settings.self, id: 0))
    #expect(settings.volume == 3 && settings.brightness == 4)
  }

  // MARK: Objects without ids

  @Test(arguments: StorageKind.allCases)
  func anObjectThatSeveralPropertiesReadIsOneModel(kind: StorageKind) throws {
    let context = try kind.context()
    let result = try context.import(
      Doubled.self,
      from: """
        [{"id": 1, "x": {"text": "a"}, "xs": [{"text": "b"}, {"text": "c"}]},
         {"id": 2, "x": {"text": "d"}}]
        """)
    #expect(result.changes.description == "6 inserted")
    let one = try #require(try context.fetch(Doubled.self, id: 1))
    #expect(one.note != nil && one.note == one.again)
    #expect(one.all?.count == 2 && one.all?.first == one.first)
    #expect(try context.fetch(one.first)?.text == "b")
    // In an update as well.
    let update = try context.import(
      Doubled.self, from: #"{"id": 2, "x": {"text": "e"}, "xs": [{"text": "f"}]}"#)
    #expect(update.changes.description == "2 inserted, 1 updated")
    let two = try #require(try context.fetch(Doubled.self, id: 2))
    #expect(two.note == two.again && two.all == [two.first].compactMap(\.self))
    // What has failed isn't one.
    var mapper = Mapper()
    mapper.failurePolicy = .lossy
    let lossy = try context.import(
      Doubled.self, from: #"{"id": 3, "x": {"text": 5}}"#, using: mapper)
    #expect(lossy.changes.description == "1 inserted")
    #expect(try context.fetch(Doubled.self, id: 3)?.again == nil)
  }

  @Test(arguments: StorageKind.allCases)
  func anObjectOnTheTopLevelThatSeveralPropertiesReadIsOneModel(kind: StorageKind) throws {
    let context = try kind.context()
    let result = try context.import(
      DoublyRead.self,
      from: """
        {"x": {"text": "a"}, "items": [{"id": 1, "x": {"text": "b"}}, {"id": 2}],
         "a": "{\\"text\\": \\"c\\"}", "b": "{\\"text\\": \\"d\\"}"}
        """)
    #expect(result.changes.description == "6 inserted")
    #expect(result.value.note == result.value.again)
    #expect(result.value.first == Reference(1))
    #expect(Set(try context.fetch(Note.self).map(\.text)) == ["a", "b", "c", "d"])
    #expect(try context.fetch(result.value.a)?.text == "c")
    #expect(try context.fetch(result.value.b)?.text == "d")
  }

  @Test(arguments: StorageKind.allCases)
  func anIDThatFailsOrIsNotReadHasItsDefault(kind: StorageKind) throws {
    let context = try kind.context()
    let wrong = #"{"id": "x", "name": "a"}"#
    #expect(try Tolerant.decode(from: wrong).id == 0)
    #expect(try context.import(Tolerant.self, from: wrong).changes.description == "1 inserted")
    let result = try context.import(Tolerant.self, from: #"[{"id": [], "name": "b"}, {"id": 1}]"#)
    #expect(result.value == [Reference(0), Reference(1)])
    #expect(try context.fetch(Tolerant.self, id: 0)?.name == "b")
    // Malformed JSON is an error whatever the policy.
    #expect(throws: MappingError.self) { try context.import(Tolerant.self, from: #"{"id": x}"#) }
    let ignored = #"{"id": 5, "name": "a"}"#
    #expect(try WrittenID.decode(from: ignored).id == 7)
    #expect(try context.import(WrittenID.self, from: ignored).value == [Reference(7)])
  }

  @Test(arguments: StorageKind.allCases)
  func anIDThatFailsHasItsDefaultIfTheMapperIsLenient(kind: StorageKind) throws {
    let context = try kind.context()
    let issues = Locked<[String]>([])
    var mapper = Mapper()
    mapper.failurePolicy = .lenient
    mapper.logger = { issue in issues.withLock { $0.append("\(issue)") } }
    let wrong = #"[{"id": "x", "name": "a"}, {"id": 2, "name": "b"}]"#
    #expect(try [Defaulted].decode(from: wrong, using: mapper).map(\.id) == [0, 2])
    let decoded = issues.withLock { $0 }
    #expect(decoded.count == 1)
    for changes in ["2 inserted", "2 unchanged"] {
      issues.withLock { $0 = [] }
      let result = try context.import(Defaulted.self, from: wrong, using: mapper)
      #expect(result.value == [Reference(0), Reference(2)])
      #expect(result.changes.description == changes)
      #expect(issues.withLock { $0 } == decoded)
    }
    // A property's own policy counts more than the mapper's, and so does the strictness of an attempt.
    #expect(throws: MappingError.self) {
      try context.import(Strict.self, from: #"{"id": "x"}"#, using: mapper)
    }
    // An id without a default fails its model, up to the nearest optional.
    issues.withLock { $0 = [] }
    let badge = try context.import(
      Badge.self, from: #"{"strict": {"id": "x", "first_name": "A"}}"#, using: mapper)
    #expect(badge.value.strict == nil && badge.changes.isEmpty)
    #expect(
      issues.withLock { $0 } == [
        "$.strict.id: expected Int, found a string (line 1, column 19, Employee.id)"
      ])
  }
}

private struct Note: StoredModel {
  @Mapped var id = UUID()
  @Mapped var text: String
  @Related var parent: Reference<Note>?
  @Related(inverse: \Note.parent) var replies: [Reference<Note>]
}

private struct Memo: StoredModel, DecodeCompleting {
  @Mapped var id = UUID()
  @Mapped var text: String
  @Mapped var label: String?

  mutating func didDecode(in context: MappingContext) throws { label = "\(id): \(text)" }
}

private struct Settings: StoredModel {
  @Mapped var id = 0
  @Mapped var volume: Int?
  @Mapped var brightness: Int?
}

private struct Tolerant: StoredModel {
  @Mapped(onFailure: .lenient) var id = 0
  @Mapped var name: String?
}

private struct Defaulted: StoredModel {
  @Mapped var id = 0
  @Mapped var name: String?
}

private struct Strict: StoredModel {
  @Mapped(onFailure: .strict) var id = 0
}

private struct WrittenID: StoredModel {
  @Mapped(direction: .encodeOnly) var id = 7
  @Mapped var name: String?
}

private struct Maybe: StoredModel {
  @Mapped("meta.id") var id: Int?
}

private struct MaybeText: StoredModel {
  @Mapped var id: Int?
  @Mapped var text: String?
}

private struct Underscored: KeyStrategy {
  func key(for name: String) -> String { "_" + name }
}

private struct Badge: Mappable {
  @Mapped(coercion: .lossless) var loose: Reference<Employee>?
  @Mapped(coercion: Coercion.none) var strict: Reference<Employee>?
}

private struct Doubled: StoredModel {
  @Mapped var id: Int
  @Mapped("x") var note: Reference<Note>?
  @Mapped("x", direction: .decodeOnly) var again: Reference<Note>?
  @Mapped("xs") var all: [Reference<Note>]?
  @Mapped("xs.0", direction: .decodeOnly) var first: Reference<Note>?
}

private struct DoublyRead: Mappable {
  @Mapped("x") var note: Reference<Note>
  @Mapped("x", direction: .decodeOnly) var again: Reference<Note>
  @Mapped var items: [Reference<Doubled>]
  @Mapped("items.0", direction: .decodeOnly) var first: Reference<Doubled>
  @Mapped(transform: .stringifiedJSON(Reference<Note>.self)) var a: Reference<Note>
  @Mapped(transform: .stringifiedJSON(Reference<Note>.self)) var b: Reference<Note>
}
