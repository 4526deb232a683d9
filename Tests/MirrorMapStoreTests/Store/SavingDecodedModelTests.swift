import Foundation
import MirrorMapStore
import Testing

@Suite(.temporaryFolder) struct SavingDecodedModelTests {
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

  /// An id that a hook sets is that of the document, not another one that was assigned.
  @Test(arguments: StorageKind.allCases)
  func anIDThatAHookSets(kind: StorageKind) throws {
    let context = try kind.context()
    func expectKept<Model: Booked>(_ type: Model.Type) throws {
      let comment = Comment("\(type)")
      let json = #"{"id": "x", "row": 1, "number": 2, "guest": "Ada", "price": 50}"#
      try context.save(Model.decode(from: json))
      let decoded = try Model.decode(from: #"{"row": 1, "number": 2, "price": 60}"#)
      #expect(decoded.id == "1-2", comment)
      #expect(try context.save(decoded).updated(Model.self) == ["1-2": ["price"]], comment)
      #expect(try context.fetch(Model.self, id: "1-2")?.guest == "Ada", comment)
      // Another task changes something else in the meantime.
      var fetched = try #require(try context.fetch(Model.self, id: "1-2"))
      try context.import(Model.self, from: #"{"id": "1-2", "guest": "Bob"}"#)
      try fetched.update(from: #"{"price": 70}"#)
      #expect(try context.save(fetched).updated(Model.self) == ["1-2": ["price"]], comment)
      #expect(try context.fetch(Model.self, id: "1-2")?.guest == "Bob", comment)
      // One that isn't stored is inserted as a whole, and one that was assigned writes all.
      try fetched.update(from: #"{"row": 3}"#)
      #expect(try context.save(fetched).inserted(Model.self) == ["3-2"], comment)
      #expect(try context.fetch(Model.self, id: "3-2")?.price == 70, comment)
      fetched.setID("1-2")
      #expect(try context.save(fetched).updated(Model.self)["1-2"]?.contains("guest") == true)
      #expect(try context.fetch(Model.self, id: "1-2")?.guest == "Ada", comment)
    }
    try expectKept(Seat.self)
    try expectKept(KeyedSeat.self)
    try expectKept(ReplacedSeat.self)
    try expectKept(OwnKeySeat.self)
  }

  /// The row is newer than the object, because another context has written it.
  @Test func anIDThatAHookSetsInALiveObject() throws {
    let location = try StorageKind.sqlite.location()
    let (context, other) = try (StoreContext(location), StoreContext(location))
    let object = LiveSeat()
    (object.id, object.guest, object.price) = ("a", "Ada", 50)
    try context.save(object)
    let twin = try #require(try other.fetch(LiveSeat.self, id: "a"))
    twin.guest = "Bob"
    try other.save(twin)
    try object.update(from: #"{"price": 60}"#)
    #expect(try context.save(object).updated(LiveSeat.self) == ["a": ["price"]])
    #expect(object.guest == "Bob" && object.price == 60)
  }
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

private protocol Booked: StoredModel where ID == String {
  var guest: String? { get }
  var price: Int { get }
  mutating func setID(_ id: String)
}

private struct Seat: Booked, DecodeCompleting {
  @Mapped var id: String = ""
  @Mapped var row: Int
  @Mapped var number: Int
  @Mapped var guest: String?
  @Mapped var price: Int = 0

  mutating func setID(_ id: String) { self.id = id }

  mutating func didDecode(in context: MappingContext) throws { id = "\(row)-\(number)" }
}

private struct SeatKey: Mappable {
  @Mapped var id: String = ""
}

/// The hook assigns the id inside of a flattened model.
private struct KeyedSeat: Booked, DecodeCompleting {
  @Flattened var key: SeatKey
  @Mapped var row: Int
  @Mapped var number: Int
  @Mapped var guest: String?
  @Mapped var price: Int = 0

  var id: String { key.id }

  mutating func setID(_ id: String) { key.id = id }

  mutating func didDecode(in context: MappingContext) throws { key.id = "\(row)-\(number)" }
}

/// The hook assigns the flattened model that has the id.
private struct ReplacedSeat: Booked, DecodeCompleting {
  @Flattened var key: SeatKey
  @Mapped var row: Int
  @Mapped var number: Int
  @Mapped var guest: String?
  @Mapped var price: Int = 0

  var id: String { key.id }

  mutating func setID(_ id: String) {
    key = SeatKey()
    key.id = id
  }

  mutating func didDecode(in context: MappingContext) throws {
    key = SeatKey()
    key.id = "\(row)-\(number)"
  }
}

/// The hook is that of the flattened model.
private struct OwnKeySeat: Booked {
  struct Key: Mappable, DecodeCompleting {
    @Mapped var id: String = ""
    @Mapped var row: Int
    @Mapped var number: Int

    mutating func didDecode(in context: MappingContext) throws { id = "\(row)-\(number)" }
  }

  @Flattened var key: Key
  @Mapped var guest: String?
  @Mapped var price: Int = 0

  var id: String { key.id }

  mutating func setID(_ id: String) { key.id = id }
}

private final class LiveSeat: StoredModel, DecodeCompleting {
  @Mapped var id: String
  @Mapped var guest: String?
  @Mapped var price: Int = 0

  required init() {}

  func didDecode(in context: MappingContext) throws { id = id.lowercased() }
}
