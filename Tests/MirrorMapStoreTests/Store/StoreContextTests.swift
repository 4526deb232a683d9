import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

@Suite(.temporaryFolder) struct StoreContextTests {
  @Test(arguments: StorageKind.allCases)
  func oneLiveObjectPerID(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Person.self,
      from:
        #"[{"id": 1, "name": "a", "boss": {"id": 2, "name": "b", "boss": 1}}, {"id": 3, "boss": 2}]"#
    )
    let one = try #require(try context.fetch(Person.self, id: 1))
    let two = try #require(try context.fetch(one.boss))
    #expect(try context.fetch(two.boss) === one)
    let all = try context.fetch(Person.self, orderBy: { $0.id.descending })
    #expect(all.map(\.id) == [3, 2, 1])
    #expect(all[1] === two && all[2] === one)
    #expect(try context.fetch(Person.self, ids: [2, 9, 1]).map(\.id) == [2, 1])
    #expect(try context.fetch(all[0].boss) === two)
  }

  @Test(arguments: StorageKind.allCases)
  func importsUpdateInPlace(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Person.self, from: #"{"id": 1, "name": "a", "boss": 2}"#)
    let one = try #require(try context.fetch(Person.self, id: 1))
    let result = try context.import(
      Person.self, from: #"{"id": 3, "name": "c", "boss": {"id": 1, "name": "x"}}"#)
    #expect(result.changes.updated(Person.self) == [1: ["name"]])
    #expect(one.name == "x" && one.boss == Reference(2))
    #expect(!one.$name.isChanged)
    try context.import(Person.self, from: #"{"id": 1, "name": null}"#)
    #expect(one.name == nil)
    // The inverse reaches live objects as well.
    try context.import(Person.self, from: #"{"id": 9, "reports": [1]}"#)
    #expect(one.boss == Reference(9))
    try context.import(Person.self, from: #"{"id": 9, "reports": []}"#)
    #expect(one.boss == nil)
  }

  @Test func anImportIntoAnObjectThatIsOlderThanItsRow() throws {
    let location = try StorageKind.sqlite.location()
    let (one, two) = (try StoreContext(location), try StoreContext(location))
    try one.import(Person.self, from: #"{"id": 1, "name": "a", "boss": 2}"#)
    let person = try #require(try one.fetch(Person.self, id: 1))
    try two.import(Person.self, from: #"{"id": 1, "boss": 3}"#)
    let changes = try one.import(Person.self, from: #"{"id": 1, "name": "b"}"#).changes
    #expect(changes.updated(Person.self) == [1: ["name"]])
    #expect(person.name == "b" && person.boss == Reference(3))
    // What was assigned and not saved is kept, as in any import.
    person.name = "c"
    try two.import(Person.self, from: #"{"id": 1, "name": "x", "boss": 4}"#)
    try one.import(Person.self, from: #"{"id": 1}"#)
    #expect(person.name == "c" && person.boss == Reference(4))
  }

  @Test func anImportIntoAnObjectWhoseFlattenedModelIsOlder() throws {
    let location = try StorageKind.sqlite.location()
    let (one, two) = (try StoreContext(location), try StoreContext(location))
    try one.import(Spot.self, from: #"{"id": 1, "name": "a"}"#)
    let spot = try #require(try one.fetch(Spot.self, id: 1))
    #expect(spot.address == nil)
    try two.import(Spot.self, from: #"{"id": 1, "city": "b"}"#)
    let changes = try one.import(Spot.self, from: #"{"id": 1, "name": "c"}"#).changes
    #expect(changes.updated(Spot.self) == [1: ["name"]])
    #expect(spot.name == "c" && spot.address?.city == "b")
  }

  @Test(arguments: StorageKind.allCases)
  func aDroppedObjectKeepsWhatOthersHaveSet(kind: StorageKind) throws {
    let context = try kind.context()
    var mapper = Mapper()
    mapper.failurePolicy = .lossy
    func boss(_ id: Int) throws -> Reference<Chief>? {
      var boss: Reference<Chief>?
      for candidate in 1...2
      where try context.count(Chief.self, where: { $0.id == id && $0.boss == Reference(candidate) })
        == 1
      {
        boss = Reference(candidate)
      }
      return boss
    }
    try context.import(
      Chief.self, from: #"[{"id": 1, "rank": 1, "staff": [{"id": 2, "rank": 2}]}]"#)
    let two = try #require(try context.fetch(Chief.self, id: 2))
    two.note = "assigned"
    for (staff, expected) in [("[]", nil), ("[2]", Reference<Chief>(1))] {
      // 2 joins or leaves 1, which is inside of it, and then it's dropped.
      try context.import(
        Chief.self,
        from: """
          [{"id": 2, "note": "x", "other": {"id": 7, "rank": 7, "other": {"id": 1, "staff": \(staff)}},
            "rank": "bad"}]
          """, using: mapper)
      #expect(try boss(2) == expected)
      #expect(two.boss == expected)
      #expect(two.note == "assigned" && two.$note.isChanged && two.rank == 2)
    }
  }

  @Test(arguments: StorageKind.allCases)
  func objectsAreNotKeptAlive(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Person.self, from: #"{"id": 1, "name": "a", "boss": {"id": 2, "name": "b", "boss": 1}}"#)
    weak var object: Person?
    do {
      let person = try #require(try context.fetch(Person.self, id: 1))
      object = person
      person.name = "changed, but not saved"
      _ = try context.fetch(person.boss)
      #expect(object != nil)
    }
    #expect(object == nil)
    #expect(try context.fetch(Person.self, id: 1)?.name == "a")
  }

  @Test(arguments: StorageKind.allCases)
  func aFailedImportLeavesLiveObjectsAsTheyWere(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Person.self, from: #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b", "boss": 1}]"#)
    let people = try context.fetch(Person.self)
    let text = errorText {
      try context.import(
        Person.self,
        from:
          #"[{"id": 1, "name": "x", "boss": 2}, {"id": 3, "name": "new"}, {"id": 2, "name": "y", "boss": []}]"#
      )
    }
    #expect(
      text
        == "$[2].boss: expected Int or an object of Person, found an array (line 1, column 94, Person.boss)"
    )
    #expect(people.map(\.name) == ["a", "b"])
    #expect(people.map(\.boss) == [nil, Reference(1)])
    #expect(try context.fetch(Person.self).map(\.id) == [1, 2])
    #expect(try context.fetch(Person.self, id: 1) === people[0])
    #expect(try context.fetch(Person.self, id: 3) == nil)
    try context.import(Person.self, from: #"{"id": 3, "name": "c"}"#)
    #expect(try context.fetch(Person.self, id: 3)?.name == "c")
  }

  @Test(arguments: StorageKind.allCases)
  func anObjectMadeInAFailedTransaction(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Person.self, from: #"{"id": 1, "name": "a"}"#)
    var made: Person?
    let text = errorText {
      try context.transaction {
        // Changes the row of 1, for which the context has no object yet.
        try context.import(Person.self, from: #"{"id": 2, "reports": [1]}"#)
        made = try context.fetch(Person.self, id: 1)
        #expect(made?.boss == Reference(2))
        throw StoreError(.failed, "on purpose")
      }
    }
    #expect(text == "on purpose")
    #expect(made?.boss == nil)
    #expect(try context.fetch(Person.self, id: 1) === made)
  }

  @Test(arguments: StorageKind.allCases)
  func savingObjects(kind: StorageKind) throws {
    let context = try kind.context()
    let person = Person()
    person.id = 1
    person.name = "a"
    #expect(try context.save(person).inserted(Person.self) == [1])
    #expect(try context.fetch(Person.self, id: 1) === person)
    #expect(!person.$name.isChanged)
    person.name = "b"
    #expect(try context.save(person).updated(Person.self) == [1: ["name"]])
    #expect(try context.save(person).description == "1 unchanged")
    let other = Person()
    other.id = 1
    #expect(
      errorText { try context.save(other) } == "Person: another object with the id 1 is in use")
    try context.delete(Person.self, ids: [1])
    #expect(try context.save(other).inserted(Person.self) == [1])
    #expect(try context.fetch(Person.self, id: 1) === other)
  }

  // Other storages have one user at a time.
  @Test(arguments: [StorageKind.sqlite])
  func refreshing(kind: StorageKind) async throws {
    let store = try kind.store()
    try await store.import(Person.self, from: #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]"#)
    let context = try kind.context()
    let people = try context.fetch(Person.self)
    #expect(people.map(\.name) == ["a", "b"])
    let deleted = try await store.delete(Person.self, ids: [2])
    try context.refresh(deleted)
    #expect(people[1].name == "b")
    let result = try await store.import(Person.self, from: #"{"id": 1, "name": "x", "boss": 3}"#)
    #expect(people[0].name == "a")
    try context.refresh(result.changes)
    #expect(people[0].name == "x" && people[0].boss == Reference(3))
    #expect(try context.fetch(Person.self, id: 1) === people[0])
  }

  @Test(arguments: StorageKind.allCases)
  func refreshingInATransactionThatFails(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]"#
    let inserted = try context.import(Person.self, from: json).changes
    let people = try context.fetch(Person.self, ids: [1, 2])
    people[0].name = "assigned"
    let deleted = try context.delete(Person.self, ids: [2])
    try context.import(Person.self, from: #"{"id": 2, "name": "c"}"#)
    let second = try #require(try context.fetch(Person.self, id: 2))
    _ = errorText {
      try context.transaction {
        try context.refresh(inserted)
        #expect(people[0].name == "a")
        try context.refresh(deleted)
        throw CancellationError()
      }
    }
    #expect(people[0].name == "assigned")
    #expect(try context.save(people[0]).updated(Person.self) == [1: ["name"]])
    #expect(try context.fetch(Person.self, id: 2) === second)
  }

  @Test(arguments: StorageKind.allCases)
  func objectsInAModelStore(kind: StorageKind) async throws {
    let store = try kind.store()
    try await store.import(Person.self, from: #"{"id": 1, "name": "a"}"#)
    let name = try await store.transaction { context in
      let person = try #require(try context.fetch(Person.self, id: 1))
      person.name = "b"
      try context.save(person)
      return try context.fetch(Person.self, id: 1)?.name
    }
    #expect(name == "b")
    #expect(try await store.count(Person.self, where: { $0.name == "b" }) == 1)
  }

  @Test(arguments: StorageKind.allCases)
  func objectsInsideEmbeddedOnes(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Flat.self, from: #"{"id": 1, "door": {"color": "red"}}"#)
    let flat = try #require(try context.fetch(Flat.self, id: 1))
    // An object changes without its property being assigned.
    flat.door?.color = "blue"
    #expect(try context.save(flat).updated(Flat.self) == [1: ["door"]])
    #expect(try context.fetch(Flat.self, id: 1)?.door?.color == "blue")
  }

  @Test(arguments: StorageKind.allCases)
  func embeddedObjectsStayTheSame(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      House.self,
      from: #"{"id": 1, "door": {"color": "red"}, "garage": {"doors": [{"color": "red"}]}}"#)
    let house = try #require(try context.fetch(House.self, id: 1))
    let door = try #require(house.door)
    let inner = try #require(house.garage?.doors.first)
    func areTheSame() -> Bool { house.door === door && house.garage?.doors.first === inner }
    house.note = "x"
    #expect(try context.save(house).updated(House.self) == [1: ["note"]])
    #expect(areTheSame())
    try context.import(House.self, from: #"{"id": 1, "note": "y"}"#)
    #expect(areTheSame())
    (door.color, inner.color) = ("blue", "blue")
    #expect(try context.save(house).updated(House.self) == [1: ["door", "garage"]])
    #expect(areTheSame() && !door.$color.isChanged && !inner.$color.isChanged)
    try context.import(House.self, from: #"{"id": 1, "door": {"color": "green"}}"#)
    #expect(areTheSame() && door.color == "green")
    door.color = "white"
    // What has been assigned in the object is stored by an import as well.
    let changes = try context.import(House.self, from: #"{"id": 1, "note": "z"}"#).changes
    #expect(changes.updated(House.self) == [1: ["note", "door"]] && areTheSame())
    #expect(try context.save(house).description == "1 unchanged")
  }

  @Test(arguments: StorageKind.allCases)
  func anInverseLeavesTheOtherPropertiesOfAnObject(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Person.self, from: #"[{"id": 1}, {"id": 7, "name": "old"}]"#)
    let person = try #require(try context.fetch(Person.self, id: 7))
    // Its name has been read when the inverse is set.
    try context.import(
      Person.self, from: #"{"id": 7, "name": "new", "boss": {"id": 1, "reports": [7]}}"#)
    #expect(person.name == "new" && person.boss == Reference(1))
    try context.import(Person.self, from: #"{"id": 1, "reports": []}"#)
    person.name = "typed"
    try context.import(Person.self, from: #"{"id": 1, "reports": [7]}"#)
    #expect(person.name == "typed" && person.$name.isChanged && person.boss == Reference(1))
    #expect(try context.save(person).updated(Person.self) == [7: ["name"]])
  }

  @Test(arguments: StorageKind.allCases)
  func anInverseThatIsSetInsideOfAnObject(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Person.self, from: #"[{"id": 7, "boss": 1}, {"id": 2}]"#)
    let person = try #require(try context.fetch(Person.self, id: 7))
    // The object itself has the boss that it had.
    try context.import(
      Person.self, from: #"{"id": 7, "reports": [{"id": 2, "reports": [7]}], "boss": 1}"#)
    #expect(person.boss == Reference(2) && !person.$name.isChanged)
    #expect(try context.count(Person.self, where: { $0.boss == Reference(2) }) == 1)
    #expect(try context.save(person).description == "1 unchanged")
  }

  @Test(arguments: StorageKind.allCases)
  func aFailedImportKeepsUnsavedChanges(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Person.self, from: #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b", "boss": 1}]"#)
    let people = try context.fetch(Person.self)
    for person in people { person.name = "unsaved" }
    _ = errorText {
      // One is changed by its object, the other one by an inverse.
      try context.import(
        Person.self,
        from: #"[{"id": 1, "name": "x", "reports": []}, {"id": 3, "reports": [2]}, {"id": "x"}]"#)
    }
    #expect(people.map(\.name) == ["unsaved", "unsaved"])
    #expect(people.map(\.$name.isChanged) == [true, true])
    #expect(people.map(\.boss) == [nil, Reference(1)])
    #expect(try context.save(people).updated(Person.self) == [1: ["name"], 2: ["name"]])
  }

  @Test func aDroppedElementKeepsUnsavedChanges() throws {
    let context = try StoreContext(.memory)
    try context.import(
      Rated.self, from: #"{"id": 1, "level": 1, "others": [{"id": 2, "level": 2, "name": "b"}]}"#)
    let rated = try #require(try context.fetch(Rated.self, id: 2))
    rated.name = "unsaved"
    var mapper = Mapper()
    mapper.failurePolicy = .lossy
    try context.import(
      Rated.self, from: #"{"id": 1, "others": [{"id": 2, "name": "x", "level": "high"}]}"#,
      using: mapper)
    #expect(rated.name == "unsaved" && rated.$name.isChanged && rated.level == 2)
    #expect(try context.fetch(Rated.self, id: 1)?.others == [])
  }
}

/// What is restored of objects when an import has failed.
struct RestoredObjectTests {
  private let context: StoreContext
  private let sensor: Sensor

  init() throws {
    context = try StoreContext(.memory)
    try context.import(
      Sensor.self,
      from: #"{"id": 1, "value": 1, "weight": 2, "door": {"color": "red"}, "doors": []}"#)
    sensor = try #require(try context.fetch(Sensor.self, id: 1))
  }

  private func failingImport(_ members: String) {
    let text = errorText {
      try context.import(Sensor.self, from: #"[{"id": 1, \#(members)}, {"id": "x"}]"#)
    }
    #expect(text.contains("$[1].id"))
  }

  @Test func valuesThatCannotBeStored() throws {
    sensor.value = .nan
    sensor.weight = -.nan
    sensor.range = 1...(.infinity)
    failingImport(#""value": 5, "weight": 6, "range": [2, 3]"#)
    #expect(sensor.value?.isNaN == true && sensor.weight.isNaN)
    #expect(sensor.range == 1...(.infinity) && sensor.$value.isChanged)
  }

  @Test func embeddedObjectsThatAreAsTheyWere() throws {
    let door = try #require(sensor.door)
    failingImport(#""value": 5"#)
    #expect(sensor.value == 1 && sensor.door === door)
    failingImport(#""value": 5, "door": {"color": "blue"}"#)
    #expect(sensor.value == 1 && sensor.door?.color == "red")
    let other = try #require(sensor.door)
    failingImport(#""door": null"#)
    #expect(sensor.door === other)
  }
}

private final class Sensor: StoredModel {
  @Mapped var id: Int
  @Mapped var value: Double?
  @Mapped var weight: Float
  @Mapped var range: ClosedRange<Double>?
  @Mapped var door: Door?
  @Mapped var doors: [Door]

  required init() {}
}

private final class Door: Mappable {
  @Mapped var color: String

  required init() {}
}

private final class House: StoredModel {
  struct Garage: Mappable {
    @Mapped var doors: [Door]
  }

  @Mapped var id: Int
  @Mapped var note: String?
  @Mapped var door: Door?
  @Mapped var garage: Garage?

  required init() {}
}

private struct Flat: StoredModel {
  @Mapped var id: Int
  @Mapped var door: Door?
}

private final class Rated: StoredModel {
  @Mapped var id: Int
  @Mapped var level: Int
  @Mapped var name: String?
  @Related var others: [Reference<Rated>]

  required init() {}
}

private final class Chief: StoredModel {
  @Mapped var id: Int
  @Mapped var note: String?
  @Related var other: Reference<Chief>?
  @Mapped var rank: Int
  @Related var boss: Reference<Chief>?
  @Related(inverse: \Chief.boss) var staff: [Reference<Chief>]

  required init() {}
}

private final class Spot: StoredModel {
  struct Address: Mappable {
    @Mapped var city: String?
    @Mapped var zip: String?
  }

  @Mapped var id: Int
  @Mapped var name: String?
  @Flattened var address: Address?

  required init() {}
}
