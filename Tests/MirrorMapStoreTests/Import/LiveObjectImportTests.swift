import Foundation
import MirrorMapStore
import Testing

/// Imports into objects that the app has in use.
@Suite(.temporaryFolder) struct LiveObjectImportTests {
  @Test(arguments: StorageKind.allCases)
  func onlyWhatDiffersIsSet(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Person.self, from: #"{"id": 1, "name": "a", "boss": 2, "reports": [3]}"#)
    let person = try #require(try context.fetch(Person.self, id: 1))
    let changes = try context.import(
      Person.self, from: #"{"id": 1, "name": "b", "boss": 2}"#
    ).changes
    #expect(changes.updated(Person.self) == [1: ["name"]])
    #expect(person.name == "b" && person.boss == Reference(2) && person.reports == .references(3))
    #expect(try context.save(person).isEmpty)
    #expect(try context.import(Person.self, from: #"{"id": 1, "name": "b"}"#).changes.isEmpty)
  }

  @Test(arguments: StorageKind.allCases)
  func whatWasAssignedIsWritten(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Person.self, from: #"{"id": 1, "name": "a"}"#)
    let person = try #require(try context.fetch(Person.self, id: 1))
    // The same value, assigned, is saved by the import as well.
    for (name, updated) in [("a", ["boss"]), ("b", ["name", "boss"])] {
      person.name = name
      let boss = (person.boss?.id ?? 1) + 1
      let changes = try context.import(
        Person.self, from: #"{"id": 1, "boss": \#(boss)}"#
      ).changes
      #expect(changes.updated(Person.self) == [1: updated])
      #expect(person.name == name && person.boss == Reference(boss) && !person.$name.isChanged)
    }
  }

  @Test(arguments: StorageKind.allCases)
  func aFailureUndoesAllChangesOfAnObject(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Person.self, from: #"{"id": 1, "name": "a", "boss": 2}"#)
    let person = try #require(try context.fetch(Person.self, id: 1))
    for first in [
      // By its own object, in a list, by the list, and all of these.
      #"{"id": 1, "name": "b"}, {"id": 1, "name": "c", "boss": null}"#,
      #"{"id": 3, "reports": [{"id": 1, "name": "b"}]}"#,
      #"{"id": 3, "reports": [{"id": 1, "name": "a"}]}"#,
      #"{"id": 3, "reports": [1]}"#,
      #"{"id": 1, "name": "b", "reports": [{"id": 3, "reports": [{"id": 1, "name": "c"}]}]}"#,
      #"{"id": 3, "reports": [1]}, {"id": 1, "name": "b", "boss": 4}, {"id": 3, "reports": []}"#,
    ] {
      #expect(errorText { try context.import(Person.self, from: "[\(first), 0]") } != nil)
      #expect(person.name == "a" && person.boss == Reference(2) && person.reports == [])
      #expect(!person.$name.isChanged)
      #expect(try context.fetch(Person.self).elementsEqual([person], by: ===))
      #expect(try context.save(person).isEmpty)
    }
  }

  @Test func theObjectOfAModelThatIsDeletedElsewhere() throws {
    let location = try StorageKind.sqlite.location()
    let (one, two) = (try StoreContext(location), try StoreContext(location))
    try one.import(Person.self, from: #"{"id": 1, "name": "a"}"#)
    let person = try #require(try one.fetch(Person.self, id: 1))
    try two.delete(Person.self, ids: [1])
    #expect(errorText { try one.import(Person.self, from: #"[{"id": 1, "name": "b"}, 0]"#) } != nil)
    #expect(person.name == "a")
    try one.import(Person.self, from: #"{"id": 1, "name": "b"}"#)
    let new = try #require(try one.fetch(Person.self, id: 1))
    #expect(new !== person && new.name == "b" && person.name == "a")
  }
}
