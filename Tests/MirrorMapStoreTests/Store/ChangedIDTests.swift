import MirrorMapStore
import Testing

@testable import TestSupport

@Suite(.temporaryFolder) struct ChangedIDTests {
  @Test(arguments: StorageKind.allCases)
  func anObjectIsTheLiveOneOfItsNewIDAlone(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Person.self, from: #"{"id": 1, "name": "a"}"#)
    let person = try #require(try context.fetch(Person.self, id: 1))
    person.id = 2
    // Nothing has been saved yet.
    #expect(try context.fetch(Person.self, id: 1) === person)
    person.name = "b"
    #expect(try context.save(person).description == "1 inserted")
    #expect(try context.fetch(Person.self, id: 2) === person)
    let earlier = try #require(try context.fetch(Person.self, id: 1))
    #expect(earlier !== person && earlier.id == 1 && earlier.name == "a")
    try context.import(Person.self, from: #"{"id": 1, "name": "c"}"#)
    #expect(earlier.name == "c" && person.id == 2 && person.name == "b")
    // And back again, once the id is free.
    person.id = 1
    #expect(
      errorText { try context.save(person) } == "Person: another object with the id 1 is in use")
    try context.delete(Person.self, ids: [1])
    #expect(try context.save(person).inserted(Person.self) == [1])
    #expect(try context.fetch(Person.self, id: 1) === person)
    #expect(try context.fetch(Person.self, id: 2)?.name == "b")
  }

  @Test(arguments: StorageKind.allCases)
  func severalObjectsInTurn(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Person.self, from: #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}, {"id": 3}]"#)
    let people = try context.fetch(Person.self)
    for person in people.reversed() { person.id += 1 }
    try context.save(people.reversed())
    #expect(try context.fetch(Person.self).map(\.name) == ["a", "a", "b", nil])
    #expect(try context.fetch(Person.self, ids: [2, 3, 4]).elementsEqual(people, by: ===))
  }

  @Test(arguments: StorageKind.allCases)
  func aSaveThatIsRolledBack(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Person.self, from: #"{"id": 1, "name": "a"}"#)
    let person = try #require(try context.fetch(Person.self, id: 1))
    person.id = 2
    _ = errorText {
      try context.transaction {
        try context.save(person)
        #expect(try context.fetch(Person.self, id: 2) === person)
        #expect(try context.fetch(Person.self, id: 1) !== person)
        throw StoreError(.failed, "on purpose")
      }
    }
    #expect(person.id == 2 && person.$id.isChanged)
    #expect(try context.fetch(Person.self, id: 1) === person)
    #expect(try context.fetch(Person.self, id: 2) == nil)
    try context.save(person)
    #expect(try context.fetch(Person.self, id: 1) !== person)
    #expect(try context.fetch(Person.self, id: 2) === person)
  }

  @Test(arguments: StorageKind.allCases)
  func allPropertiesAreThoseOfTheOtherModel(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Person.self, from: #"[{"id": 1, "name": "a", "boss": 5}, {"id": 2, "name": "b"}]"#)
    let person = try #require(try context.fetch(Person.self, id: 1))
    person.id = 2
    #expect(try context.save(person).updated(Person.self) == [2: ["name", "boss"]])
    #expect(person.name == "a" && person.boss == Reference(5))
    try context.import(Item.self, from: #"[{"id": 1, "text": "a"}, {"id": 2, "text": "b"}]"#)
    var item = try #require(try context.fetch(Item.self, id: 1))
    item.id = 2
    try context.save(item)
    #expect(try context.fetch(Item.self).map(\.text) == ["a", "a"])
  }

  @Test func manyObjects() throws {
    let context = try StoreContext(.memory)
    let json = (0..<20_000).map { #"{"id": \#($0)}"# }.joined(separator: ",")
    try context.import(Person.self, from: "[\(json)]")
    let people = try context.fetch(Person.self)
    try context.transaction {
      for person in people {
        person.id += 100_000
        try context.save(person)
      }
    }
    #expect(try context.fetch(Person.self, id: 100_007) === people[7])
    #expect(try context.count(Person.self) == 40_000)
  }

  @Test(arguments: StorageKind.allCases)
  func aHookThatChangesTheID(kind: StorageKind) throws {
    let context = try kind.context()
    for changes in ["1 inserted", "1 unchanged"] {
      #expect(
        try context.import(Account.self, from: #"{"id": "A"}"#).changes.description == changes)
      let account = try #require(try context.fetch(Account.self, id: "A"))
      #expect(account.id == "A")
      #expect(try context.fetch(Account.self, id: "a") == nil)
      try context.import(Account.self, from: #"{"id": "A"}"#)
      #expect(account.id == "A")
      #expect(try context.fetch(Account.self, id: "A") === account)
    }
  }
}

private final class Account: StoredModel, DecodeCompleting {
  @Mapped var id: String

  required init() {}

  func didDecode(in context: MappingContext) throws { id = id.lowercased() }
}
