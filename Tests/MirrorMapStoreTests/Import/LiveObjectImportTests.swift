import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

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

  @Test(arguments: StorageKind.allCases)
  func aHookFetchesTheObjectThatIsRead(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Dish.self, from: #"{"id": 1, "name": "a", "count": 1}"#)
    var dish: Dish?
    try Hook.with {
      dish = try context.fetch(Dish.self, id: 1)
    } in: {
      try context.import(
        Dish.self, from: #"{"id": 1, "name": "b", "cook": {"id": 5, "name": "x"}, "count": 7}"#)
    }
    #expect(dish?.name == "b" && dish?.count == 7 && dish?.cook == Reference(5))
  }

  @Test(arguments: StorageKind.allCases)
  func aHookAssignsAPropertyOfTheObjectThatIsRead(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Dish.self, from: #"{"id": 1, "name": "a", "count": 1}"#)
    let dish = try #require(try context.fetch(Dish.self, id: 1))
    try Hook.with {
      dish.count = 9
    } in: {
      try context.import(
        Dish.self, from: #"{"id": 1, "cook": {"id": 5, "name": "x"}, "name": "b"}"#)
    }
    #expect(dish.name == "b" && dish.count == 9 && !dish.$count.isChanged)
    #expect(try context.count(Dish.self, where: { $0.count == 9 && $0.name == "b" }) == 1)
  }

  @Test(arguments: StorageKind.allCases)
  func whatIsAssignedAfterAnImportThatChangesNothing(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"{"id": 1, "name": "a", "count": 1}"#
    try context.import(Dish.self, from: json)
    let dish = try #require(try context.fetch(Dish.self, id: 1))
    for saves in [false, true] {
      let text = errorText {
        try context.transaction {
          try context.import(Dish.self, from: json)
          dish.count = 5
          if saves { try context.save(dish) }
          throw StoreError(.failed, "on purpose")
        }
      }
      #expect(text == "on purpose" && dish.count == 1)
      #expect(try context.save(dish).isEmpty)
    }
  }

  @Test(arguments: StorageKind.allCases)
  func aModelWithItsOwnUpdate(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"{"id": 1, "name": "a"}"#
    try context.import(Versioned.self, from: json)
    let held = try #require(try context.fetch(Versioned.self, id: 1))
    for version in 1...3 {
      try context.import(Versioned.self, from: json)
      #expect(held.version == version)
    }
    try context.import(VersionedStruct.self, from: json)
    for _ in 1...3 { try context.import(VersionedStruct.self, from: json) }
    #expect(try context.fetch(VersionedStruct.self, id: 1)?.version == 3)
  }

  @Test(arguments: StorageKind.allCases)
  func aPropertyWithItsOwnUpdate(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"{"id": 1, "sum": 2, "size": "small"}"#
    try context.import(Summed.self, from: json)
    try context.import(SummedStruct.self, from: json)
    let held = try #require(try context.fetch(Summed.self, id: 1))
    for sum in [4, 6, 8] {
      try context.import(Summed.self, from: json)
      try context.import(SummedStruct.self, from: json)
      #expect(held.sum.number == sum && held.size == .small)
      #expect(try context.fetch(SummedStruct.self, id: 1)?.sum.number == sum)
    }
    try context.import(Summed.self, from: #"{"id": 1, "size": "large"}"#)
    #expect(held.sum.number == 8 && held.size == .large)
  }

  @Test func theObjectOfAModelThatIsDeletedElsewhere() throws {
    try check(Person.self) { $0.name }
    try check(Checked.self) { $0.name }

    func check<Model: StoredModel & AnyObject>(
      _ type: Model.Type, name: (Model) -> String?
    ) throws where Model.ID == Int {
      let location = try StorageKind.sqlite.location("\(type)")
      let (one, two) = (try StoreContext(location), try StoreContext(location))
      try one.import(type, from: #"{"id": 1, "name": "a"}"#)
      let object = try #require(try one.fetch(type, id: 1))
      try two.delete(type, ids: [1])
      failingImport(type, #"{"id": 1, "name": "b"}"#, one)
      #expect(name(object) == "a")
      // It's still the object of its id.
      try two.import(type, from: #"{"id": 1, "name": "c"}"#)
      #expect(try one.fetch(type, id: 1) === object)
      try two.delete(type, ids: [1])
      try one.import(type, from: #"{"id": 1, "name": "b"}"#)
      let new = try #require(try one.fetch(type, id: 1))
      #expect(new !== object && name(new) == "b" && name(object) != "b")
    }
  }

  @Test(arguments: StorageKind.allCases)
  func aNewObjectThatNobodyHolds(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Checked.self, from: #"{"id": 6}"#)
    let held = try #require(try context.fetch(Checked.self, id: 6))
    try context.transaction {
      try context.import(Checked.self, from: #"{"id": 1, "name": "a"}"#)
      held.id = 1
      try context.save(held)
    }
    #expect(try context.fetch(Checked.self, id: 1) === held)
  }
}

/// What a hook does once.
private final class Hook: @unchecked Sendable {
  @TaskLocal static var current: Hook?
  private var body: (() throws -> Void)?

  private init(_ body: @escaping () throws -> Void) { self.body = body }

  static func with(_ body: @escaping () throws -> Void, in operation: () throws -> Void) throws {
    try $current.withValue(Hook(body)) { try operation() }
  }

  static func run() throws {
    guard let body = current?.body else { return }
    current?.body = nil
    try body()
  }
}

private final class Dish: StoredModel {
  @Mapped var id: Int
  @Mapped var name: String?
  @Mapped var count: Int?
  @Related var cook: Reference<Cook>?

  required init() {}
}

private struct Cook: StoredModel, DecodeCompleting {
  @Mapped var id: Int
  @Mapped var name: String?

  mutating func didDecode(in context: MappingContext) throws { try Hook.run() }
}

private final class Versioned: StoredModel {
  @Mapped var id: Int
  @Mapped var name: String?
  @Mapped var version = 0

  required init() {}

  func update(from reader: inout JSONReader) throws {
    struct Name: Mappable { @Mapped var name: String? }
    name = try reader.decode(Name.self).name
    version += 1
  }
}

private struct VersionedStruct: StoredModel {
  @Mapped var id: Int
  @Mapped var name: String?
  @Mapped var version = 0

  mutating func update(from reader: inout JSONReader) throws {
    struct Name: Mappable { @Mapped var name: String? }
    name = try reader.decode(Name.self).name
    version += 1
  }
}

/// A class with a hook: an import reads into the object itself.
private final class Checked: StoredModel, DecodeCompleting {
  @Mapped var id: Int
  @Mapped var name: String?

  required init() {}

  func didDecode(in context: MappingContext) throws {}
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

private enum Size: String, MappableValue {
  case small, large
}

/// An update adds to it.
private struct Sum: MappableValue {
  var number: Int

  static func decode(from reader: inout JSONReader) throws -> Sum {
    Sum(number: try reader.decode(Int.self))
  }

  func encode(to writer: inout JSONWriter) throws { try writer.encode(number) }

  mutating func update(from reader: inout JSONReader) throws {
    number += try reader.decode(Int.self)
  }
}

private final class Summed: StoredModel {
  @Mapped var id: Int
  @Mapped var sum: Sum
  @Mapped var size: Size?

  required init() {}
}

private struct SummedStruct: StoredModel {
  @Mapped var id: Int
  @Mapped var sum: Sum
  @Mapped var size: Size?
}
