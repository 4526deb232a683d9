import Foundation
import MirrorMapStore
import Testing

/// Imports into objects that the app has in use.
@Suite(.temporaryFolder) struct LiveObjectImportTests {
  /// Imports objects and then a number in the place of one, so that nothing of them is kept.
  private func failingImport<Model: StoredModel>(
    _ type: Model.Type, _ objects: String, _ context: StoreContext
  ) {
    let text = errorText { try context.import(type, from: "[\(objects), 0]") }
    #expect(text.contains("expected an object for \(type), found a number"))
  }

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
    for objects in [
      // By its own object, in a list, by the list, and all of these.
      #"{"id": 1, "name": "b"}, {"id": 1, "name": "c", "boss": null}"#,
      #"{"id": 3, "reports": [{"id": 1, "name": "b"}]}"#,
      #"{"id": 3, "reports": [{"id": 1, "name": "a"}]}"#,
      #"{"id": 3, "reports": [1]}"#,
      #"{"id": 1, "name": "b", "reports": [{"id": 3, "reports": [{"id": 1, "name": "c"}]}]}"#,
      #"{"id": 3, "reports": [1]}, {"id": 1, "name": "b", "boss": 4}, {"id": 3, "reports": []}"#,
    ] {
      failingImport(Person.self, objects, context)
      #expect(person.name == "a" && person.boss == Reference(2) && person.reports == [])
      #expect(!person.$name.isChanged)
      #expect(try context.fetch(Person.self).elementsEqual([person], by: ===))
      #expect(try context.save(person).isEmpty)
    }
  }

  @Test(arguments: StorageKind.allCases)
  func aFailureUndoesChangesOfFlattenedModels(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Spot.self, from: #"[{"id": 1, "lat": 1, "city": "a"}, {"id": 2, "lat": 2, "name": "b"}]"#)
    let spots = try context.fetch(Spot.self)
    func values() -> [String?] { spots.map { "\($0.point.lat), \($0.address?.city ?? "nil")" } }
    #expect(values() == ["1.0, a", "2.0, nil"])
    for objects in [
      #"{"id": 1, "lat": 5}, {"id": 2, "lat": 6}"#,
      #"{"id": 1, "city": null}, {"id": 2, "city": "x"}"#,
      #"{"id": 1, "city": "y"}, {"id": 2, "city": "x", "zip": 1}, {"id": 2, "city": null, "zip": null}"#,
    ] {
      failingImport(Spot.self, objects, context)
      #expect(values() == ["1.0, a", "2.0, nil"])
      #expect(try context.save(spots).isEmpty)
    }
    // Assigned, but not saved: restored as well.
    spots[0].point.lat = 9
    spots[1].address = Spot.Address()
    spots[1].address?.city = "assigned"
    failingImport(Spot.self, #"{"id": 1, "lat": 5}, {"id": 2, "city": null}"#, context)
    #expect(values() == ["9.0, a", "2.0, assigned"])
    #expect(try context.save(spots).updatedCount == 2)
    spots[0].address = nil
    failingImport(Spot.self, #"{"id": 1, "lat": 5}"#, context)
    #expect(values() == ["9.0, nil", "2.0, assigned"])
    #expect(try context.save(spots).updatedCount == 1)
  }

  @Test func theObjectOfAModelThatIsDeletedElsewhere() throws {
    let location = try StorageKind.sqlite.location()
    let (one, two) = (try StoreContext(location), try StoreContext(location))
    try one.import(Person.self, from: #"{"id": 1, "name": "a"}"#)
    let person = try #require(try one.fetch(Person.self, id: 1))
    try two.delete(Person.self, ids: [1])
    failingImport(Person.self, #"{"id": 1, "name": "b"}"#, one)
    #expect(person.name == "a")
    try one.import(Person.self, from: #"{"id": 1, "name": "b"}"#)
    let new = try #require(try one.fetch(Person.self, id: 1))
    #expect(new !== person && new.name == "b" && person.name == "a")
  }
}

private final class Spot: StoredModel {
  struct Point: Mappable {
    @Mapped var lat: Double
  }

  struct Address: Mappable {
    @Mapped var city: String?
    @Mapped var zip: Int?
  }

  @Mapped var id: Int
  @Mapped var name: String?
  @Flattened var point: Point
  @Flattened var address: Address?

  required init() {}
}
