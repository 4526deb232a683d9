import Foundation
import MirrorMapStore
import Testing

/// A store that was written by an older version of the program, and one by a newer.
struct ModelVersionTests {
  enum V1 {
    struct Worker: StoredModel {
      @Mapped var id: Int
      @Mapped var name: String
    }

    struct Site: StoredModel {
      @Mapped var id: String
    }

    struct Team: StoredModel {
      @Mapped var id: Int
      @Related var lead: Reference<Worker>?
      @Related var site: Reference<Site>?
      @Related var crew: [Reference<Worker>]
    }

    struct Person: StoredModel {
      @Mapped var id: Int
      @Mapped var name: String
      @Mapped var zip: String?
      @Mapped var age: Int?
      @Mapped var shoeSize: Int = 40
      @Related var boss: Reference<Person>?
    }
  }

  enum V2 {
    struct Worker: StoredModel {
      @Mapped var id: String
      @Mapped var name: String
    }

    struct Site: StoredModel {
      @Mapped var id: String
    }

    struct Team: StoredModel {
      @Mapped var id: Int
      @Related var lead: [Reference<Worker>]
      @Related var site: [Reference<Site>]
      @Related var crew: [Reference<Worker>]
    }

    struct Person: StoredModel {
      enum Role: String, MappableValue { case user, admin }

      @Mapped var id: Int
      /// It was `name`.
      @Mapped var fullName: String
      /// They were a text and an integer.
      @Mapped var zip: Int?
      @Mapped var age: String?
      @Mapped var role: Role = .user
      @Mapped var score: Double = 1.5
      @Mapped var tags: [String] = ["new"]
      @Mapped var nickname: String?
      @Related var friends: [Reference<Person>]
      @Related var boss: Reference<Person>?

      static var renamedProperties: [String: String] { ["name": "fullName"] }
    }
  }

  /// What doesn't fit the rows of V1.
  enum Misfit {
    struct NewRequired: StoredModel {
      static var entityName: String { "Person" }
      @Mapped var id: Int
      @Mapped var email: String
    }

    struct Retyped: StoredModel {
      static var entityName: String { "Person" }
      @Mapped var id: Int
      @Mapped var name: Int?
    }

    struct Required: StoredModel {
      static var entityName: String { "Person" }
      @Mapped var id: Int
      @Mapped var zip: String
    }
  }

  enum Fitting {
    struct Required: StoredModel {
      static var entityName: String { "Person" }
      @Mapped var id: Int
      @Mapped var age: Int
    }

    struct Smaller: StoredModel {
      static var entityName: String { "Person" }
      @Mapped var id: String
      @Mapped var name: String?
    }
  }

  /// Ids that were texts, and have a form of their own as such.
  enum Identified {
    struct Text: StoredModel {
      static var entityName: String { "Key" }
      @Mapped var id: String
      @Mapped var other: String?
    }

    struct Unique: StoredModel {
      static var entityName: String { "Key" }
      @Mapped var id: UUID
      @Mapped var other: UUID?
    }

    struct Wide: StoredModel {
      static var entityName: String { "Key" }
      @Mapped var id: UInt64
    }
  }

  /// Relations to one model whose ids are numbers of several types.
  enum Single {
    struct Link<ID: MappableValue & Hashable & Sendable>: StoredModel {
      static var entityName: String { "Link" }
      @Mapped var id: Int
      @Related var target: Reference<Target<ID>>?
    }
  }

  /// The same ones to many models.
  enum Many {
    struct Link<ID: MappableValue & Hashable & Sendable>: StoredModel {
      static var entityName: String { "Link" }
      @Mapped var id: Int
      @Related var target: [Reference<Target<ID>>]
    }
  }

  struct Target<ID: MappableValue & Hashable & Sendable>: StoredModel {
    static var entityName: String { "Target" }
    @Mapped var id: ID
  }

  struct Number: MappableValue, Hashable {
    var value: Int

    static func decode(from reader: inout JSONReader) throws -> Number {
      Number(value: try reader.decode(Int.self))
    }

    func encode(to writer: inout JSONWriter) throws { try writer.encode(value) }
  }

  static let people = """
    [{"id": 1, "name": "Ann", "zip": "80331", "age": 30, "shoeSize": 38, "boss": 2},
     {"id": 2, "name": "Bob", "zip": null, "age": 50}]
    """

  enum Kind: CaseIterable { case file, sqlite }

  final class Store {
    let database: TemporaryDatabase
    let kind: Kind

    init(_ kind: Kind) async throws {
      (self.kind, database) = (kind, try TemporaryDatabase())
      try await open().import(V1.Person.self, from: ModelVersionTests.people)
    }

    func open() throws -> ModelStore {
      try ModelStore(kind == .file ? .file(at: database.url) : .sqlite(at: database.url))
    }

    func contents() throws -> [String: Data] {
      var contents: [String: Data] = [:]
      for name in ["store.sqlite", "store.sqlite-wal"] {
        let data = try? Data(contentsOf: database.folder.appendingPathComponent(name))
        if let data, !data.isEmpty { contents[name] = data }
      }
      return contents
    }
  }

  @Test(arguments: Kind.allCases)
  func idsThatAreWrittenInAnotherForm(_ kind: Kind) async throws {
    func errors<Model: StoredModel & Sendable>(
      _ ids: [String], as type: Model.Type
    ) async throws -> [StoreError.Code?] {
      var codes: [StoreError.Code?] = []
      for id in ids {
        let store = try await Store(kind)
        try await store.open().import(Identified.Text.self, from: #"{"id": "\#(id)"}"#)
        do {
          _ = try await store.open().fetch(type)
          codes.append(nil)
        } catch {
          codes.append((error as? StoreError)?.code)
        }
      }
      return codes
    }
    let store = try await Store(kind)
    let other = "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"
    try await store.open().import(
      Identified.Text.self, from: #"{"id": "\#(other.uppercased())", "other": "\#(other)"}"#)
    let unique = try await store.open().fetch(Identified.Unique.self)
    #expect(unique.map(\.other) == [UUID(uuidString: other)], "not an id")
    // The store wouldn't find them by the id, and would insert a second model with it.
    let uuid = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    #expect(
      try await errors([uuid, uuid.lowercased()], as: Identified.Unique.self) == [nil, .schema])
    #expect(
      try await errors(
        ["18446744073709551615", "42", "018446744073709551615"], as: Identified.Wide.self)
        == [nil, .schema, .schema])
  }

  @Test(arguments: Kind.allCases)
  func newerModels(_ kind: Kind) async throws {
    let store = try await Store(kind)
    for _ in 0..<2 {
      let people = try await store.open().fetch(V2.Person.self)
      #expect(people.map(\.fullName) == ["Ann", "Bob"])
      #expect(people.map(\.zip) == [80331, nil])
      #expect(people.map(\.age) == ["30", "50"])
      #expect(people.map(\.role) == [.user, .user])
      #expect(people.map(\.score) == [1.5, 1.5])
      #expect(people.map(\.tags) == [["new"], ["new"]])
      #expect(people.map(\.nickname) == [nil, nil])
      #expect(people.map(\.friends) == [[], []])
      #expect(people.map(\.boss) == [Reference(2), nil])
    }
    let result = try await store.open().import(
      V2.Person.self,
      from: #"[{"id": 2, "role": "admin", "friends": [1, {"id": 3, "fullName": "Cy"}]}]"#)
    #expect(result.changes.description == "1 inserted, 1 updated")
    #expect(result.changes.updated(V2.Person.self)[2].map(Set.init) == ["role", "friends"])
    let admins = try await store.open().fetch(V2.Person.self, where: { $0.role == .admin })
    #expect(admins.map(\.friends) == [[Reference(1), Reference(3)]])
  }

  /// Its names are gone, so a program of the older model has none; everything else of the newer one stays.
  @Test(arguments: Kind.allCases)
  func olderModels(_ kind: Kind) async throws {
    struct Older: StoredModel {
      static var entityName: String { "Person" }
      @Mapped var id: Int
      @Mapped var zip: Int?
      @Mapped var age: String?
    }
    let store = try await Store(kind)
    try await store.open().import(
      V2.Person.self, from: #"[{"id": 1, "role": "admin", "nickname": "A", "tags": ["x"]}]"#)
    let older = try store.open()
    let people = try await older.fetch(Older.self)
    #expect(people.map(\.zip) == [80331, nil] && people.map(\.age) == ["30", "50"])
    try await older.import(Older.self, from: #"[{"id": 1, "zip": 5}]"#)
    try await older.delete(Older.self, ids: [2])
    let newer = await Task { try await store.open().fetch(V2.Person.self) }.result
    // Only one program at a time can use a file.
    if kind == .file { #expect((newer.failure as? StoreError)?.code == .locked) }
  }

  @Test(arguments: Kind.allCases)
  func olderModelsKeepWhatTheyDoNotKnow(_ kind: Kind) async throws {
    struct Older: StoredModel {
      static var entityName: String { "Person" }
      @Mapped var id: Int
      @Mapped var zip: Int?
    }
    let store = try await Store(kind)
    try await store.open().import(
      V2.Person.self, from: #"[{"id": 1, "role": "admin", "nickname": "A", "tags": ["x"]}]"#)
    try await store.open().import(Older.self, from: #"[{"id": 1, "zip": 5}]"#)
    let ann = try #require(try await store.open().fetch(V2.Person.self, id: 1))
    #expect(ann.fullName == "Ann" && ann.zip == 5 && ann.role == .admin)
    #expect(ann.nickname == "A" && ann.tags == ["x"])
  }

  @Test(arguments: Kind.allCases)
  func misfits(_ kind: Kind) async throws {
    let store = try await Store(kind)
    let before = try store.contents()
    func expectMisfit<Model: StoredModel & Sendable>(
      _ type: Model.Type, _ property: String, row: String
    ) async throws {
      for _ in 0..<2 {
        let error = await #expect(throws: StoreError.self) {
          try await store.open().fetch(type)
        }
        #expect(error?.code == .schema)
        #expect(error?.model == "Person" && error?.property == property)
        #expect(error?.message.contains(row) == true, "\(String(describing: error))")
        let imported = await #expect(throws: StoreError.self) {
          try await store.open().import(type, from: #"{"id": 7}"#)
        }
        #expect(imported?.code == .schema)
      }
      #expect(try store.contents() == before)
    }
    try await expectMisfit(Misfit.NewRequired.self, "email", row: "1")
    try await expectMisfit(Misfit.Retyped.self, "name", row: "1")
    try await expectMisfit(Misfit.Required.self, "zip", row: "2")
    let people = try await store.open().fetch(V1.Person.self)
    #expect(people.map(\.name) == ["Ann", "Bob"] && people.map(\.shoeSize) == [38, 40])
  }

  /// A relation to one model that is one to many now, and ids that are texts now.
  @Test(arguments: Kind.allCases)
  func relations(_ kind: Kind) async throws {
    let store = try await Store(kind)
    try await store.open().import(
      V1.Team.self,
      from: #"{"id": 1, "lead": {"id": 7, "name": "a"}, "site": "x", "crew": [7, 8]}"#)
    let missing = try await store.open().unresolved(V2.Worker.self, referredToBy: [V2.Team.self])
    #expect(missing == ["8"])
    let team = try #require(try await store.open().fetch(V2.Team.self, id: 1))
    #expect(team.lead == .references("7") && team.crew == .references("7", "8"))
    #expect(team.site == .references("x"))
    #expect(try await store.open().fetch(team.lead).map(\.name) == ["a"])
    try await store.open().import(V2.Team.self, from: #"{"id": 1, "crew": ["9"]}"#)
    #expect(try await store.open().fetch(V2.Team.self, id: 1)?.crew == .references("9"))
  }

  @Test(arguments: Kind.allCases)
  func relationsByNumbers(_ kind: Kind) async throws {
    func expect<ID: MappableValue & Hashable & Sendable>(_ id: ID, _ json: String) async throws {
      let store = try await Store(kind)
      try await store.open().import(Single.Link<ID>.self, from: #"{"id": 1, "target": \#(json)}"#)
      let link = try #require(try await store.open().fetch(Many.Link<ID>.self, id: 1))
      #expect(link.target == [Reference(id)])
    }
    try await expect(7, "7")
    try await expect(UInt64(7), "7")
    try await expect(UInt64.max, "18446744073709551615")
    try await expect(Number(value: 7), "7")
    try await expect(1.5, "1.5")
    try await expect(2.0, "2")
  }

  /// An integer that a `Double` can't represent isn't another id.
  @Test(arguments: Kind.allCases)
  func relationsByIntegersThatAreRealNumbersNow(_ kind: Kind) async throws {
    let store = try await Store(kind)
    try await store.open().import(
      Many.Link<Int>.self,
      from: #"[{"id": 1, "target": [7, 8]}, {"id": 2, "target": [9007199254740993]}]"#)
    let link = try await store.open().fetch(Many.Link<Double>.self, id: 1)
    #expect(link?.target == [Reference(7), Reference(8)])
    let error = await #expect(throws: StoreError.self) {
      try await store.open().fetch(Many.Link<Double>.self, id: 2)
    }
    #expect(error?.code == .schema && error?.property == "target")
    // Real numbers are written in the shortest form, which isn't always their exact value.
    let reals = [1.2345678901234568e18, 1.2345678901234567e19, 1e300, 0.1, -3]
    try await store.open().import(
      Many.Link<Double>.self, from: #"{"id": 3, "target": \#(reals.encodeString())}"#)
    let other = try await store.open().fetch(Many.Link<Double>.self, id: 3)
    #expect(other?.target.map(\.id) == reals)
  }

  @Test func anotherProcessAddsARequiredProperty() async throws {
    let store = try await Store(.sqlite)
    let old = try StoreContext(.sqlite(at: store.database.url))
    try old.import(Before.Entry.self, from: #"{"id": 1}"#)
    let new = try StoreContext(.sqlite(at: store.database.url))
    try new.import(After.Entry.self, from: #"{"id": 2, "extra": 3}"#)
    let error = #expect(throws: StoreError.self) {
      try old.import(Before.Entry.self, from: #"{"id": 3}"#)
    }
    #expect(error?.code == .schema)
    #expect(
      error?.message.hasPrefix("another version of the program has changed the file") == true)
    #expect(try new.fetch(After.Entry.self).map(\.extra) == [5, 3])
  }

  private enum Before {
    struct Entry: StoredModel { @Mapped var id: Int }
  }

  private enum After {
    struct Entry: StoredModel {
      @Mapped var id: Int
      @Mapped var extra: Int = 5
    }
  }

  /// Otherwise SQLite would take the name of a column that is gone for a text, and give that as the value.
  @Test func anotherProcessRenamesAProperty() async throws {
    let store = try await Store(.sqlite)
    let context = try StoreContext(.sqlite(at: store.database.url))
    #expect(try context.fetch(V1.Person.self).map(\.name) == ["Ann", "Bob"])
    #expect(try await store.open().fetch(V2.Person.self).map(\.fullName) == ["Ann", "Bob"])
    let error = #expect(throws: StoreError.self) {
      try context.delete(V1.Person.self, where: { $0.name != "Ann" })
    }
    #expect(error?.code == .schema)
    #expect(
      error?.message.hasPrefix("another version of the program has changed the file") == true)
    #expect(storeErrorCode { try context.fetch(V1.Person.self, orderBy: { $0.name }) } == .schema)
    #expect(storeErrorCode { try context.fetch(V1.Person.self, id: 1) } == .schema)
    #expect(
      storeErrorCode { try context.import(V1.Person.self, from: #"{"id": 1, "name": "x"}"#) }
        == .schema)
    #expect(try await store.open().count(V2.Person.self) == 2)
  }

  /// A store that has read before there was a table.
  @Test func anotherProgramMakesTheTable() async throws {
    struct Former: StoredModel {
      static var entityName: String { "Late" }
      @Mapped var id: Int
    }
    struct Latter: StoredModel {
      static var entityName: String { "Late" }
      @Mapped var id: Int
      @Mapped var note: String?
    }
    let database = try TemporaryDatabase()
    let store = try ModelStore(.sqlite(at: database.url))
    #expect(try await store.count(Latter.self) == 0)
    try StoreContext(.sqlite(at: database.url)).import(Former.self, from: #"{"id": 1}"#)
    #expect(try await store.fetch(Latter.self).map(\.id) == [1])
    for try await models in store.observe(Latter.self) {
      #expect(models.map(\.id) == [1])
      break
    }
  }

  /// All rows get one default, which a file has from the next commit on.
  @Test(arguments: Kind.allCases)
  func newDefaults(_ kind: Kind) async throws {
    struct Former: StoredModel {
      static var entityName: String { "Token" }
      @Mapped var id: Int
    }
    struct Latter: StoredModel {
      static var entityName: String { "Token" }
      @Mapped var id: Int
      @Mapped var token = UUID()
    }
    let store = try await Store(kind)
    try await store.open().import(Former.self, from: #"[{"id": 1}, {"id": 2}]"#)
    let newer = try store.open()
    let token = try #require(try await newer.fetch(Latter.self, id: 1)?.token)
    try await newer.import(Latter.self, from: #"{"id": 3}"#)
    let text = Data(token.uuidString.utf8)
    #expect(try store.contents().values.contains { $0.range(of: text) != nil })
    #expect(try await newer.count(Latter.self, where: { $0.token == token }) == 2)
  }

  /// Only the columns that a document has are read, whatever was decoded before.
  @Test(arguments: Kind.allCases)
  func anUpdateOfARowWithAValueThatDoesNotFit(_ kind: Kind) async throws {
    struct Former: StoredModel {
      static var entityName: String { "Code" }
      @Mapped var id: Int
      @Mapped var code: String
    }
    struct Latter: StoredModel {
      static var entityName: String { "Code" }
      @Mapped var id: Int
      @Mapped var note: String?
      @Mapped var code: UUID?
    }
    let store = try await Store(kind)
    try await store.open().import(Former.self, from: #"{"id": 1, "code": "x"}"#)
    let json = [#"{"id": 1, "note": "a"}"#, #"{"id": 2, "note": "b"}"#, #"{"id": 1, "note": "c"}"#]
    for json in json { try await store.open().import(Latter.self, from: json) }
    #expect(try await store.open().count(Latter.self, where: { $0.note == "c" }) == 1)
  }

  @Test(arguments: Kind.allCases)
  func fitting(_ kind: Kind) async throws {
    var store = try await Store(kind)
    #expect(try await store.open().fetch(Fitting.Required.self).map(\.age) == [30, 50])
    store = try await Store(kind)
    #expect(try await store.open().fetch(Fitting.Smaller.self).map(\.id) == ["1", "2"])
    #expect(try await store.open().fetch(V1.Person.self).map(\.shoeSize) == [38, 40])
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
