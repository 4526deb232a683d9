import Foundation
import MirrorMapStore
import Testing

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
  func whatAMergePatchHasRemovedIsWritten(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"{"id": 1, "count": 9, "city": "a", "zip": "b"}"#
    try context.import(Located.self, from: json)
    var located = try #require(try context.fetch(Located.self, id: 1))
    try located.apply(mergePatch: #"{"city": null, "zip": null, "count": null}"#)
    #expect(located.address == nil && located.count == 5)
    #expect(
      try context.save(located).updated(Located.self) == [1: ["count", "city", "zip"]])
    let saved = try #require(try context.fetch(Located.self, id: 1))
    #expect(saved.address == nil && saved.count == 5)
    // A key that a document lacks is none that was removed.
    try context.import(Located.self, from: json)
    try context.save(Located.decode(from: #"{"id": 1}"#))
    #expect(try context.fetch(Located.self, id: 1)?.count == 9)
    #expect(try context.fetch(Located.self, id: 1)?.address?.city == "a")
    // A patch that names each property leaves nothing of the row.
    var whole = try #require(try context.fetch(Located.self, id: 1))
    try whole.apply(mergePatch: #"{"id": 1, "count": null, "city": "c", "zip": "d"}"#)
    #expect(try context.save(whole).updated(Located.self) == [1: ["count", "city", "zip"]])
    #expect(try context.fetch(Located.self, id: 1)?.count == 5)
    // A flattened model that it has removed has none of its properties, even if there is another one then.
    try whole.apply(mergePatch: #"{"city": null, "zip": null}"#)
    try whole.update(from: #"{"city": "e"}"#)
    #expect(try context.save(whole).updated(Located.self) == [1: ["city", "zip"]])
    #expect(try context.fetch(Located.self, id: 1)?.address?.zip == nil)
    // A model that was decoded needn't be one of a row.
    try context.import(Located.self, from: json)
    var decoded = try Located.decode(from: #"{"id": 1, "count": 7}"#)
    try decoded.apply(mergePatch: #"{"count": null}"#)
    #expect(try context.save(decoded).updated(Located.self) == [1: ["count"]])
    #expect(try context.fetch(Located.self, id: 1)?.count == 5)
  }

  @Test(arguments: StorageKind.allCases)
  func whatNoDocumentHasIsNotWritten(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"[{"id": 1, "count": 9, "city": "a"}, {"id": 2, "city": "x"}, {"id": 3}]"#
    try context.import(Located.self, from: json)
    var decoded = try Located.decode(from: #"{"id": 1}"#)
    decoded.address = try #require(try context.fetch(Located.self, id: 2)).address
    #expect(try context.save(decoded).updated(Located.self) == [1: ["city"]])
    #expect(try context.fetch(Located.self, id: 1)?.count == 9)
    // One that has no flattened model, while another task stores one.
    var fetched = try #require(try context.fetch(Located.self, id: 3))
    try context.import(Located.self, from: #"{"id": 3, "city": "b", "zip": "c"}"#)
    try fetched.update(from: #"{"city": "z"}"#)
    #expect(try context.save(fetched).updated(Located.self) == [3: ["city"]])
    let saved = try #require(try context.fetch(Located.self, id: 3))
    #expect(saved.address?.city == "z" && saved.address?.zip == "c")
  }

  @Test(arguments: StorageKind.allCases)
  func extrasThatADocumentLacks(kind: StorageKind) throws {
    let context = try kind.context()
    func expectKept<Model: Extended>(_ type: Model.Type) throws {
      try context.import(Model.self, from: #"{"id": 1, "name": "a", "vendor": {"x": 1}}"#)
      let decoded = try Model.decode(from: #"{"id": 1, "name": "b"}"#)
      #expect(try context.save(decoded).updated(Model.self) == [1: ["name"]])
      let fetched = try #require(try context.fetch(Model.self, id: 1))
      #expect(fetched.name == "b" && fetched.others.extras == ["vendor": ["x": 1]])
      let other = try Model.decode(from: #"{"id": 1, "y": 2}"#)
      #expect(try context.save(other).updated(Model.self) == [1: ["others"]])
      #expect(try context.fetch(Model.self, id: 1)?.others.extras == ["y": 2])
    }
    try expectKept(Device.self)
    try expectKept(Gadget.self)
  }

  @Test(arguments: StorageKind.allCases)
  func defaultsOfAFlattenedModelThatADocumentLacks(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"{"id": 1, "width": 9, "color": "z", "size": 8}"#
    func saved<Model: StoredModel>(_ model: Model) throws -> [String] where Model.ID == Int {
      let names = try context.save(model).updated(Model.self)[1] ?? []
      try context.import(Model.self, from: json)
      return names
    }
    func expectKept<Model: StoredModel>(_ type: Model.Type) throws where Model.ID == Int {
      try context.import(Model.self, from: json)
      #expect(try saved(Model.decode(from: #"{"id": 1}"#)) == [])
      #expect(try saved(Model.decode(from: #"{"id": 1, "color": "y"}"#)) == ["color"])
    }
    try expectKept(Picture.self)
    try expectKept(LoosePicture.self)
    try expectKept(PictureObject.self)
    try expectKept(Poster.self)
    #expect(try saved(Poster.decode(from: #"{"id": 1, "size": 3}"#)) == ["size"])
    // What is assigned is written, alone or as a whole.
    var picture = try Picture.decode(from: #"{"id": 1}"#)
    picture.frame.width = 3
    #expect(try saved(picture) == ["width"])
    picture = try Picture.decode(from: #"{"id": 1}"#)
    picture.frame = Frame()
    #expect(try saved(picture) == ["width", "color"])
  }

  @Test(arguments: StorageKind.allCases)
  func whatAHookSetsIsWritten(kind: StorageKind) throws {
    let context = try kind.context()
    func stored() throws -> String? { try context.fetch(Named.self, id: 1)?.full }
    try context.import(Named.self, from: #"{"id": 1, "first": "a", "last": "b"}"#)
    var fetched = try #require(try context.fetch(Named.self, id: 1))
    try fetched.update(from: #"{"first": "z"}"#)
    #expect(fetched.full == "z b" && !fetched.$full.isChanged)
    #expect(try context.save(fetched).updated(Named.self) == [1: ["first", "full"]])
    #expect(try stored() == "z b")
    let decoded = try Named.decode(from: #"{"id": 1, "first": "q", "last": "b"}"#)
    #expect(decoded.$full.presence == .absent)
    #expect(try context.save(decoded).updated(Named.self) == [1: ["first", "full"]])
    #expect(try stored() == "q b")
    #expect(try context.save(context.fetch(Named.self)).description == "1 unchanged")

    try context.import(NamedObject.self, from: #"{"id": 1, "first": "a", "last": "b"}"#)
    let object = try #require(try context.fetch(NamedObject.self, id: 1))
    try object.update(from: #"{"first": "z"}"#)
    // Nor does an import take it for a value that is older than the row.
    try context.import(NamedObject.self, from: #"{"id": 1}"#)
    #expect(object.full == "z b")
    try object.update(from: #"{"first": "y"}"#)
    #expect(try context.save(object).updated(NamedObject.self) == [1: ["first", "full"]])
    #expect(object.full == "y b")
  }

  /// `init()` makes the flattened model, the first document has nothing of it, and the second one a part.
  @Test(arguments: StorageKind.allCases)
  func whatNeitherADocumentNorAnUpdateHasIsKept(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Picture.self, from: #"{"id": 1, "width": 7, "color": "red"}"#)
    var picture = try Picture.decode(from: #"{"id": 1}"#)
    try picture.update(from: #"{"width": 8}"#)
    #expect(try context.save(picture).updated(Picture.self) == [1: ["width"]])
    #expect(try context.fetch(Picture.self, id: 1)?.frame.color == "red")
    var other = try Picture.decode(from: #"{"id": 1}"#)
    try other.apply(mergePatch: #"{"color": "blue"}"#)
    #expect(try context.save(other).updated(Picture.self) == [1: ["color"]])
    #expect(try context.fetch(Picture.self, id: 1)?.frame.width == 8)
    try context.import(Poster.self, from: #"{"id": 1, "size": 3, "color": "red"}"#)
    var part = try Poster.decode(from: #"{"id": 1, "size": 4}"#)
    try part.update(from: #"{"width": 9}"#)
    #expect(try context.save(part).updated(Poster.self) == [1: ["width", "size"]])
    #expect(try context.fetch(Poster.self, id: 1)?.border.frame.color == "red")
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

private struct Located: StoredModel {
  struct Address: Mappable {
    @Mapped var city: String?
    @Mapped var zip: String?
  }

  @Mapped var id: Int
  @Mapped var count: Int = 5
  @Flattened var address: Address?
}

private protocol Extended: StoredModel where ID == Int {
  associatedtype Container: ExtrasContainer
  var name: String? { get }
  var others: Container { get }
}

private struct Device: Extended {
  @Mapped var id: Int
  @Mapped var name: String?
  @Extras var others: JSONObject
}

private struct Gadget: Extended {
  @Mapped var id: Int
  @Mapped var name: String?
  @Extras var others: [String: JSONValue]
}

private struct Frame: Mappable {
  @Mapped var width: Int = 1
  @Mapped var color: String?
}

private struct Picture: StoredModel {
  @Mapped var id: Int
  @Flattened var frame: Frame = Frame()
}

private struct LoosePicture: StoredModel {
  @Mapped var id: Int
  @Flattened var frame: Frame? = Frame()
}

private final class PictureObject: StoredModel {
  @Mapped var id: Int
  @Flattened var frame: Frame = Frame()

  required init() {}
}

private struct Poster: StoredModel {
  struct Border: Mappable {
    @Flattened var frame: Frame = Frame()
    @Mapped var size: Int = 2
  }

  @Mapped var id: Int
  @Flattened var border: Border
}

private struct Named: StoredModel, DecodeCompleting {
  @Mapped var id: Int
  @Mapped var first: String
  @Mapped var last: String
  @Mapped var full: String = ""

  mutating func didDecode(in context: MappingContext) throws { full = first + " " + last }
}

private final class NamedObject: StoredModel, DecodeCompleting {
  @Mapped var id: Int
  @Mapped var first: String
  @Mapped var last: String
  @Mapped var full: String = ""

  required init() {}

  func didDecode(in context: MappingContext) throws { full = first + " " + last }
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
