import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

@Suite(.temporaryFolder) struct SavingTests {
  @Test(arguments: StorageKind.allCases)
  func onlyWhatWasAssignedIsWritten(kind: StorageKind) async throws {
    let store = try kind.store()
    try await store.import(
      Account.self,
      from: #"{"id": 1, "name": "a", "role": "user", "limits": {"low": 1, "high": 2}}"#)
    var account = try #require(try await store.fetch(Account.self, id: 1))
    // Meanwhile an import changes other properties, of every kind.
    try await store.import(
      Account.self,
      from:
        #"{"id": 1, "age": 5, "role": "admin", "limits": {"high": 9}, "big": 18446744073709551615}"#
    )
    account.name = "b"
    #expect(try await store.save(account).updated(Account.self) == [1: ["name"]])
    let saved = try #require(try await store.fetch(Account.self, id: 1))
    #expect(saved.name == "b" && saved.age == 5 && saved.role == .admin)
    #expect(saved.limits?.low == 1 && saved.limits?.high == 9 && saved.big == .max)
    #expect(try await store.save(saved).description == "1 unchanged")
  }

  @Test(arguments: StorageKind.allCases)
  func aChangeInsideAnEmbeddedModel(kind: StorageKind) async throws {
    let store = try kind.store()
    try await store.import(Account.self, from: #"{"id": 1, "name": "a", "limits": {"low": 1}}"#)
    var account = try #require(try await store.fetch(Account.self, id: 1))
    account.limits?.high = 3
    account.name = "a"
    #expect(try await store.save(account).updated(Account.self) == [1: ["limits"]])
    #expect(try await store.fetch(Account.self, id: 1)?.limits?.high == 3)
  }

  @Test(arguments: StorageKind.allCases)
  func updatesAreWritten(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Account.self, from: #"{"id": 1, "name": "a", "age": 5, "limits": {"low": 1, "high": 2}}"#)
    var account = try #require(try context.fetch(Account.self, id: 1))
    try account.update(from: #"{"name": "b", "limits": {"high": 3}}"#)
    #expect(try context.save(account).updated(Account.self) == [1: ["name", "limits"]])
    account = try #require(try context.fetch(Account.self, id: 1))
    #expect(account.name == "b" && account.age == 5)
    #expect(account.limits?.low == 1 && account.limits?.high == 3)
    try account.apply(mergePatch: #"{"age": null}"#)
    #expect(try context.save(account).updated(Account.self) == [1: ["age"]])
    // Of a model that was decoded, what the document has is written.
    let decoded = try Account.decode(from: #"{"id": 1, "name": "c", "limits": null}"#)
    #expect(try context.save(decoded).updated(Account.self) == [1: ["name", "limits"]])
    // One that another store has fetched counts as unchanged.
    let other = try kind.context("other")
    try other.import(Account.self, from: #"{"id": 1, "name": "x"}"#)
    let fetched = try #require(try other.fetch(Account.self, id: 1))
    #expect(try context.save(fetched).description == "1 unchanged")
  }

  @Test(arguments: StorageKind.allCases)
  func updatesOfLiveObjectsAreWritten(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Person.self, from: #"{"id": 1, "name": "a", "boss": 2}"#)
    let person = try #require(try context.fetch(Person.self, id: 1))
    try person.update(from: #"{"name": "b"}"#)
    #expect(try context.save(person).updated(Person.self) == [1: ["name"]])
    #expect(person.name == "b" && person.boss == Reference(2))
    #expect(try context.save(person).description == "1 unchanged")
  }

  @Test(arguments: StorageKind.allCases)
  func modelsMadeInCode(kind: StorageKind) async throws {
    let store = try kind.store()
    var account = Account()
    account.id = 1
    account.name = "a"
    #expect(try await store.save(account).inserted(Account.self) == [1])
    #expect(try await store.fetch(Account.self, id: 1)?.role == .user)
    account.age = 3
    #expect(try await store.save([account, account]).updated(Account.self) == [1: ["age"]])
    // One that was made in code has all properties, so nil is written as well.
    var other = Account()
    other.id = 1
    other.name = "b"
    let changes = try await store.save(other)
    #expect(changes.updated(Account.self) == [1: ["name", "age"]])
    #expect(try await store.fetch(Account.self, id: 1)?.age == nil)
  }

  @Test(arguments: StorageKind.allCases)
  func whatCannotBeStoredIsNamed(kind: StorageKind) async throws {
    let store = try kind.store()
    var account = Account()
    account.id = 1
    account.name = "a"
    var broken = Account()
    broken.id = 2
    let models = [account, broken]
    #expect(
      await errorText { try await store.save(models) }
        == "$.name: a required property was neither decoded nor assigned (Account.name)")
    #expect(
      await errorText { try await store.save(Account()) }
        == "$.id: a required property was neither decoded nor assigned (Account.id)")
    broken.name = "b"
    broken.score = .nan
    let second = [account, broken]
    #expect(
      await errorText { try await store.save(second) }
        == "$.score: a value such as NaN can't be stored (Account.score)")
    #expect(try await store.count(Account.self) == 0)
    broken.score = .infinity
    let third = broken
    try await store.save(third)
    #expect(try await store.fetch(Account.self, id: 2)?.score == .infinity)
  }

  @Test(arguments: StorageKind.allCases)
  func savedRelationsAreReferences(kind: StorageKind) async throws {
    let store = try kind.store()
    try await store.import(
      Parent.self, from: #"{"id": 1, "children": [{"id": 5, "name": "a"}], "wards": [5]}"#)
    var parent = try #require(try await store.fetch(Parent.self, id: 1))
    parent.children = .references(6)
    parent.wards = []
    #expect(
      try await store.save(parent).updated(Parent.self) == [1: ["children", "wards"]])
    let child = try #require(try await store.fetch(Child.self, id: 5))
    #expect(child.parent == Reference(1) && child.guardian == Reference(1))
    #expect(try await store.unresolved(Child.self) == [6])
  }

  @Test(arguments: StorageKind.allCases)
  func deleting(kind: StorageKind) async throws {
    let store = try kind.store()
    let items = (1...6).map { #"{"id": \#($0), "text": "\#($0)"}"# }.joined(separator: ",")
    try await store.import(Box.self, from: #"{"id": 1, "items": [\#(items)]}"#)
    #expect(try await store.delete(Item.self, ids: [2, 9, 2]).deleted(Item.self) == [2])
    #expect(try await store.delete(Item.self, ids: [9]).isEmpty)
    #expect(
      try await store.delete(Item.self, where: { $0.text > "4" }).deleted(Item.self) == [5, 6])
    #expect(try await store.fetch(Item.self).map(\.id) == [1, 3, 4])
    #expect(
      try await store.fetch(Box.self, id: 1)?.items == .references(1, 2, 3, 4, 5, 6))
    #expect(try await store.unresolved(Item.self) == [2, 5, 6])
    try await store.transaction { context in
      #expect(try context.delete(Item.self, ids: [1]).isEmpty)
      try context.import(Item.self, from: #"{"id": 1, "text": "again"}"#)
    }
    #expect(try await store.fetch(Item.self, id: 1)?.text == "again")
  }

  @Test(arguments: StorageKind.allCases.filter(\.keepsRows))
  func aStoreThatIsOpenedLaterFindsTheModels(kind: StorageKind) async throws {
    do {
      let store = try kind.store()
      try await store.import(
        Account.self,
        from:
          #"{"id": 1, "name": "a", "role": "admin", "limits": {"low": 1}, "big": 18446744073709551615}"#
      )
    }
    let account = try #require(try await kind.store().fetch(Account.self, id: 1))
    #expect(account.name == "a" && account.role == .admin && account.limits?.low == 1)
    #expect(account.big == .max)
  }

  @Test(arguments: StorageKind.allCases)
  func aReferenceToAnObjectIsNoObject(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Parcel.self, from: #"{"id": 1, "note": "a", "owner": {"id": 5}}"#)
    var parcel = try #require(try context.fetch(Parcel.self, id: 1))
    try context.import(Parcel.self, from: #"{"id": 1, "owner": 6}"#)
    parcel.note = "b"
    #expect(try context.save(parcel).updated(Parcel.self) == [1: ["note"]])
    #expect(try context.fetch(Parcel.self, id: 1)?.owner == Reference(6))
  }

  @Test(arguments: StorageKind.allCases)
  func aReferenceToAnObjectInsideOfAValue(kind: StorageKind) throws {
    let context = try kind.context()
    func json(_ street: String, _ owner: Int) -> String {
      #"""
      {"id": 1, "address": {"street": "\#(street)", "owner": {"id": 7}},
       "shares": {"a": \#(owner)}, "rounds": [[\#(owner)]]}
      """#
    }
    try context.import(Plot.self, from: json("A", 5))
    var plot = try #require(try context.fetch(Plot.self, id: 1))
    try context.import(Plot.self, from: json("B", 6))
    plot.note = "b"
    #expect(try context.save(plot).updated(Plot.self) == [1: ["note"]])
    plot = try #require(try context.fetch(Plot.self, id: 1))
    #expect(plot.address?.street == "B" && plot.shares == ["a": Reference(6)])
    #expect(plot.rounds == [[Reference(6)]])
  }

  @Test(arguments: StorageKind.allCases)
  func anObjectInsideOfAValue(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Plot.self, from: #"{"id": 1, "sheds": {"a": [{"content": {"id": 7, "note": "x"}}]}}"#)
    let plot = try #require(try context.fetch(Plot.self, id: 1))
    plot.sheds?["a"]?.first?.content.note = "y"
    #expect(try context.save(plot).updated(Plot.self) == [1: ["sheds"]])
  }

  @Test(arguments: StorageKind.allCases)
  func referencesThatCannotBeStored(kind: StorageKind) throws {
    let context = try kind.context()
    func error(_ change: (inout Measured) -> Void) -> String {
      var measured = Measured()
      (measured.id, measured.one) = (1, Reference(1.5))
      change(&measured)
      return errorText { try context.save(measured) }
    }
    #expect(
      error { $0.one = Reference(.nan) }
        == "$.one: a value such as NaN can't be stored (Measured.one)")
    #expect(
      error { $0.other = Reference(.nan) }
        == "$.other: a value such as NaN can't be stored (Measured.other)")
    #expect(
      error { $0.list = [Reference(.nan), Reference(2)] }
        == "$.list: a value such as NaN can't be stored (Measured.list)")
    #expect(
      error { $0.set = [Reference(.nan)] }
        == "$.set: a value such as NaN can't be stored (Measured.set)")
    // JSON, which lists are stored as, has no infinite numbers either.
    #expect(
      error { $0.list = [Reference(.infinity)] }
        == "$.list: a value such as NaN can't be stored (Measured.list)")
    #expect(try context.count(Measured.self) == 0)
    #expect(error { $0.list = [Reference(2)] } == "no error")
  }
}

private enum Role: String, MappableValue, Sendable {
  case user, admin
}

private struct Limits: Mappable, Sendable {
  @Mapped var low: Int
  @Mapped var high: Int?
}

private struct Account: StoredModel, Sendable {
  @Mapped var id: Int
  @Mapped var name: String
  @Mapped var age: Int?
  @Mapped var role: Role = .user
  @Mapped var limits: Limits?
  @Mapped var score: Double?
  @Mapped var big: UInt64?
}

private struct Plot: StoredModel {
  struct Address: Mappable {
    @Mapped var street: String
    @Related var owner: Reference<Parcel.Owner>?
  }

  struct Shed: Mappable {
    /// A stored model that is embedded.
    @Mapped var content: Content
  }

  final class Content: StoredModel {
    @Mapped var id: Int
    @Mapped var note: String?

    required init() {}
  }

  @Mapped var id: Int
  @Mapped var note: String?
  @Mapped var address: Address?
  @Mapped var shares: [String: Reference<Parcel.Owner>]?
  @Mapped var rounds: [[Reference<Parcel.Owner>]]?
  @Mapped var sheds: [String: [Shed]]?
}

private struct Parcel: StoredModel {
  final class Owner: StoredModel {
    // Integers like this are in a column of any type, as JSON is.
    @Mapped var id: UInt64

    required init() {}
  }

  @Mapped var id: Int
  @Mapped var note: String?
  @Related var owner: Reference<Owner>?
}

private struct Measured: StoredModel {
  struct Point: StoredModel {
    @Mapped var id: Double
  }

  @Mapped var id: Int
  @Related var one: Reference<Point>
  @Related var other: Reference<Point>?
  @Related var list: [Reference<Point>]
  @Related var set: Set<Reference<Point>>
}
