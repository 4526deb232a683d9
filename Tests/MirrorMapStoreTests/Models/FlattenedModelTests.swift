import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

/// Models whose properties are columns of the model that has them.
@Suite(.temporaryFolder) struct FlattenedModelTests {
  private func address(_ street: String) throws -> Address {
    try Address.decode(from: #"{"street": "\#(street)"}"#)
  }

  // MARK: Importing

  @Test(arguments: StorageKind.allCases)
  func relationsInAFlattenedModelAreReadInOneOrder(kind: StorageKind) throws {
    let context = try kind.context()
    let json = """
      {"id": 1, "keeper": {"id": 5, "name": "of the part"}, "owner": {"id": 5, "name": "of the desk"},
       "keepers": [{"id": 6, "name": "of the part"}], "spare": {"id": 6, "name": "of the desk"}}
      """
    func names() throws -> [String] { try context.fetch(Holder.self).map(\.name) }
    try context.import(Desk.self, from: json)
    let first = try names()
    // The second time it's an update, and the third time failures don't end it.
    try context.import(Desk.self, from: json)
    #expect(try names() == first)
    try context.delete(Desk.self, ids: [1])
    var mapper = Mapper()
    mapper.failurePolicy = .lossy
    try context.import(Desk.self, from: json, using: mapper)
    #expect(try names() == first)
  }

  // MARK: Saving

  @Test(arguments: StorageKind.allCases)
  func aWholeModelThatIsAssigned(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Shop.self,
      from: #"[{"id": 1, "street": "A", "number": 1}, {"id": 2, "street": "B", "number": 2}]"#)
    var one = try #require(try context.fetch(Shop.self, id: 1))
    one.address = try #require(try context.fetch(Shop.self, id: 2)).address
    #expect(try context.save(one).updated(Shop.self) == [1: ["street", "number"]])
    one = try #require(try context.fetch(Shop.self, id: 1))
    #expect(one.address.street == "B" && one.address.number == 2)
    one.address = try address("C")
    #expect(try context.save(one).updated(Shop.self) == [1: ["street", "number"]])
    one = try #require(try context.fetch(Shop.self, id: 1))
    #expect(one.address.street == "C" && one.address.number == nil)
    // Of one property that is assigned, only that is written.
    one.address.street = "D"
    try context.import(Shop.self, from: #"{"id": 1, "number": 9}"#)
    #expect(try context.save(one).updated(Shop.self) == [1: ["street"]])
    #expect(try context.fetch(Shop.self, id: 1)?.address.number == 9)
  }

  @Test(arguments: StorageKind.allCases)
  func aWholeModelOfAnObject(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(House.self, from: #"[{"id": 1}, {"id": 2, "street": "B", "number": 2}]"#)
    let one = try #require(try context.fetch(House.self, id: 1))
    let two = try #require(try context.fetch(House.self, id: 2))
    one.address = two.address
    #expect(try context.save(one).updated(House.self) == [1: ["street", "number"]])
    #expect(one.address?.street == "B")
    two.address = try address("C")
    #expect(try context.save(two).updated(House.self) == [2: ["street", "number"]])
    #expect(two.address?.street == "C" && two.address?.number == nil)
    two.address = nil
    two.floors = 3
    #expect(try context.save(two).updated(House.self) == [2: ["floors", "street"]])
    #expect(two.address == nil)
    #expect(try context.save([one, two]).description == "2 unchanged")
  }

  @Test(arguments: StorageKind.allCases)
  func nilThatWasNotAssignedIsNotWritten(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Stand.self, from: #"{"id": 1}"#)
    var stand = try #require(try context.fetch(Stand.self, id: 1))
    try context.import(Stand.self, from: #"{"id": 1, "street": "A"}"#)
    stand.note = "x"
    #expect(try context.save(stand).updated(Stand.self) == [1: ["note"]])
    stand.address = nil
    #expect(try context.save(stand).updated(Stand.self) == [1: ["street"]])
    #expect(try context.fetch(Stand.self, id: 1)?.address == nil)
  }

  @Test(arguments: StorageKind.allCases)
  func aPartOfOneThatAnotherTaskHasRemoved(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"{"id": 1, "street": "A", "number": 1}"#
    for changes in [
      { $0.address?.number = 2 }, { try $0.update(from: #"{"number": 2}"#) },
    ] as [(inout Stand) throws -> Void] {
      try context.import(Stand.self, from: json)
      var other = try #require(try context.fetch(Stand.self, id: 1))
      var stand = other
      other.address = nil
      #expect(try context.save(other).updated(Stand.self) == [1: ["street", "number"]])
      try changes(&stand)
      #expect(try context.save(stand).updated(Stand.self) == [1: ["street", "number"]])
      let saved = try #require(try context.fetch(Stand.self, id: 1))
      #expect(saved.address?.street == "A" && saved.address?.number == 2)
    }
  }

  @Test(arguments: StorageKind.allCases)
  func anIDInOneThatIsAssigned(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"[{"id": 1, "kind": "k", "name": "a"}, {"id": 2, "kind": "l", "name": "b"}]"#
    func saved<Model: Keyed>(_ change: (inout Model) throws -> Void) throws -> [String] {
      try context.import(Model.self, from: json)
      var model = try #require(try context.fetch(Model.self, id: 1))
      if Model.self is AnyClass { try context.delete(Model.self, ids: [2]) }
      try change(&model)
      let changes = try context.save(model)
      #expect(try context.fetch(Model.self).map(\.name) == ["a", "a"] && model.name == "a")
      #expect(try context.delete(Model.self, ids: [1, 2]).deleted(Model.self) == [1, 2])
      return changes.updated(Model.self)[2] ?? []
    }
    let other = try Key.decode(from: #"{"id": 2}"#)
    #expect(try saved { (coin: inout Coin) in coin.key.id = 2 } == ["kind", "name"])
    #expect(try saved { (coin: inout Coin) in coin.key = other } == ["kind", "name"])
    #expect(try saved { (medal: inout Medal) in medal.key.id = 2 } == [])
    #expect(try saved { (medal: inout Medal) in medal.key = other } == [])
  }

  @Test(arguments: StorageKind.allCases)
  func oneThatWasNeverSet(kind: StorageKind) throws {
    let context = try kind.context()
    var shop = Shop()
    shop.id = 1
    #expect(
      errorText { try context.save(shop) }
        == "$.street: a required property was neither decoded nor assigned (Shop.street)")
    #expect(try context.count(Shop.self) == 0)
    var stand = Stand()
    stand.id = 1
    #expect(try context.save(stand).description == "1 inserted")
    #expect(try context.fetch(Stand.self, id: 1)?.address == nil)
  }

  @Test(arguments: StorageKind.allCases)
  func oneWithoutAnyValueIsThere(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Loose.self, from: #"{"id": 1}"#)
    let loose = try #require(try context.fetch(Loose.self, id: 1))
    #expect(loose.part.width == nil)
    #expect(try context.save(loose).description == "1 unchanged")
  }

  // MARK: Objects in use

  @Test(arguments: StorageKind.allCases)
  func aFailedImportLeavesThemAsTheyWere(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Villa.self, from: #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]"#)
    let one = try #require(try context.fetch(Villa.self, id: 1))
    let two = try #require(try context.fetch(Villa.self, id: 2))
    two.part = Part()
    let error = errorText {
      try context.import(
        Villa.self,
        from: """
          [{"id": 1, "name": "c", "street": "s", "number": 3, "floors": 2},
           {"id": 2, "width": 4, "floors": 2}, {"id": "x"}]
          """)
    }
    #expect(error.contains("expected Int"))
    #expect(one.name == "a" && one.plot == nil && one.part == nil && one.floors == nil)
    #expect(two.floors == nil && two.plot == nil)
    // Although it has the same columns as none, it stays.
    #expect(two.part != nil && two.part?.width == nil)
  }

  @Test func anotherContextRemovesOne() throws {
    let first = try StorageKind.sqlite.context()
    try first.import(
      Villa.self, from: #"{"id": 1, "name": "a", "street": "s", "number": 3, "floors": 1}"#)
    let second = try StorageKind.sqlite.context()
    let villa = try #require(try second.fetch(Villa.self, id: 1))
    let other = try #require(try first.fetch(Villa.self, id: 1))
    (other.name, other.plot, other.floors) = ("b", nil, 2)
    try second.refresh(try first.save(other))
    #expect(villa.name == "b" && villa.plot == nil && villa.floors == 2)
    other.plot = try Plot.decode(from: #"{"street": "t", "number": 4}"#)
    try second.refresh(try first.save(other))
    #expect(villa.plot?.street == "t" && villa.plot?.number == 4)
  }

  @Test func anotherContextRemovesOneThatHasChanges() throws {
    let first = try StorageKind.sqlite.context()
    let second = try StorageKind.sqlite.context()
    let json = #"{"id": 1, "floors": 1, "street": "s", "number": 3}"#
    func removed() throws -> House {
      try first.import(House.self, from: json)
      let house = try #require(try first.fetch(House.self, id: 1))
      let other = try #require(try second.fetch(House.self, id: 1))
      other.address = nil
      try second.save(other)
      return house
    }
    func stored() throws -> Address? {
      try StorageKind.sqlite.context().fetch(House.self, id: 1)?.address
    }
    var house = try removed()
    house.address?.number = 4
    #expect(
      try first.import(House.self, from: #"{"id": 1, "floors": 2}"#).changes.updated(House.self)
        == [1: ["floors", "street", "number"]])
    #expect(house.address?.street == "s" && house.floors == 2)
    #expect(try stored()?.number == 4)
    house = try removed()
    house.address?.number = 5
    #expect(try first.save(house).updated(House.self) == [1: ["street", "number"]])
    #expect(try stored()?.street == "s" && house.address?.number == 5)
    // Without changes, it's gone, even if it had only some of its values.
    house.address?.number = nil
    try first.save(house)
    let other = try #require(try StorageKind.sqlite.context().fetch(House.self, id: 1))
    other.address = nil
    try second.save(other)
    #expect(
      try first.import(House.self, from: #"{"id": 1, "floors": 3}"#).changes.updated(House.self)
        == [1: ["floors"]])
    #expect(house.address == nil && house.floors == 3)
    #expect(try stored() == nil)
  }

  // MARK: Migration

  @Test(arguments: StorageKind.allCases.filter(\.keepsRows))
  func newPropertiesWithDefaults(kind: StorageKind) throws {
    func prepare(_ name: String) throws {
      try kind.context(name).import(Older.self, from: #"[{"id": 1, "x": 1}, {"id": 2}]"#)
    }
    try prepare("required")
    let required = try kind.context("required")
    #expect(try required.fetch(Newer.self).map(\.part.y) == ["new", "new"])

    try prepare("optional")
    let optional = try kind.context("optional")
    var models = try optional.fetch(Looser.self)
    #expect(models.map(\.part?.x) == [1, nil] && models.map(\.part?.y) == ["new", nil])
    // It's written with the next value.
    try optional.import(Looser.self, from: #"[{"id": 1, "x": 2}, {"id": 2, "x": 3}]"#)
    models = try optional.fetch(Looser.self)
    #expect(models.map(\.part?.x) == [2, 3] && models.map(\.part?.y) == ["new", "new"])
  }
}

private struct Address: Mappable {
  @Mapped var street: String
  @Mapped var number: Int?
}

private struct Part: Mappable {
  @Mapped var width: Int?
}

private struct Plot: Mappable {
  @Mapped var street: String
  @Mapped var number: Int
}

private struct Shop: StoredModel {
  @Mapped var id: Int
  @Flattened var address: Address
}

private struct Holder: StoredModel {
  @Mapped var id: Int
  @Mapped var name: String
}

private struct DeskPart: Mappable {
  @Related var keeper: Reference<Holder>?
  @Related var keepers: [Reference<Holder>]
}

private struct Desk: StoredModel {
  @Mapped var id: Int
  @Related var owner: Reference<Holder>?
  @Flattened var part: DeskPart
  @Related var spare: Reference<Holder>?
}

private final class House: StoredModel {
  @Mapped var id: Int
  @Mapped var floors: Int?
  @Flattened var address: Address?

  required init() {}
}

private struct Stand: StoredModel {
  @Mapped var id: Int
  @Mapped var note: String?
  @Flattened var address: Address?
}

private struct Loose: StoredModel {
  @Mapped var id: Int
  @Flattened var part: Part
}

private final class Villa: StoredModel {
  @Mapped var id: Int
  @Mapped var name: String?
  @Flattened var plot: Plot?
  @Flattened var part: Part?
  @Mapped var floors: Int?

  required init() {}
}

private struct Key: Mappable {
  @Mapped var id: Int
  @Mapped var kind: String?
}

private protocol Keyed: StoredModel where ID == Int {
  var name: String? { get }
}

private struct Coin: Keyed {
  @Flattened var key: Key
  @Mapped var name: String?

  var id: Int { key.id }
}

private final class Medal: Keyed {
  @Flattened var key: Key
  @Mapped var name: String?

  required init() {}

  var id: Int { key.id }
}

private struct Older: StoredModel {
  struct Part: Mappable {
    @Mapped var x: Int?
  }

  static var entityName: String { "Piece" }

  @Mapped var id: Int
  @Flattened var part: Part
}

private struct NewerPart: Mappable {
  @Mapped var x: Int?
  @Mapped var y: String = "new"
}

private struct Newer: StoredModel {
  static var entityName: String { "Piece" }

  @Mapped var id: Int
  @Flattened var part: NewerPart
}

private struct Looser: StoredModel {
  static var entityName: String { "Piece" }

  @Mapped var id: Int
  @Flattened var part: NewerPart?
}
