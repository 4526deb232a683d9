import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

@Suite(.temporaryFolder) struct UpdateImportTests {
  @Test(arguments: StorageKind.allCases)
  func absentKeepsAndNullClears(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Profile.self,
      from: """
        {"id": 1, "name": "Ada", "nick": "a", "level": 3, "address": {"city": "Turin", "zip": "1"},
         "home": {"street": "S", "number": 4}, "scores": {"x": 1, "y": 2}, "tags": ["p", "q"]}
        """)
    var result = try context.import(Profile.self, from: #"{"id": 1, "nick": null}"#)
    #expect(result.changes.updated(Profile.self) == [1: ["nick"]])
    var profile = try #require(try context.fetch(Profile.self, id: 1))
    #expect(profile.name == "Ada" && profile.nick == nil && profile.level == 3)
    #expect(profile.city == "Turin" && profile.zip == "1")
    #expect(profile.home?.street == "S" && profile.home?.number == 4)
    #expect(profile.scores == ["x": 1, "y": 2] && profile.tags == ["p", "q"])

    // If an object in a key path is `null`, the value at the key path is `null`.
    result = try context.import(Profile.self, from: #"{"id": 1, "address": null}"#)
    #expect(result.changes.updated(Profile.self) == [1: ["city", "zip"]])
    profile = try #require(try context.fetch(Profile.self, id: 1))
    #expect(profile.city == nil && profile.zip == nil && profile.level == 3)

    result = try context.import(Profile.self, from: #"{"id": 1, "address": {"zip": "2"}}"#)
    #expect(result.changes.updated(Profile.self) == [1: ["zip"]])
    result = try context.import(Profile.self, from: #"{"id": 1, "home": null, "tags": null}"#)
    #expect(result.changes.updated(Profile.self) == [1: ["home", "tags"]])
    profile = try #require(try context.fetch(Profile.self, id: 1))
    #expect(profile.home == nil && profile.tags == nil && profile.zip == "2")
  }

  @Test(arguments: StorageKind.allCases)
  func nullOnTheWayOfAKeyThatHasAnAlternative(kind: StorageKind) throws {
    let context = try kind.context()
    for json in [
      #"{"id": 1, "user": null, "name": "m"}"#, #"{"name": "m", "user": null, "id": 1}"#,
    ] {
      try context.import(
        Contact.self,
        from: #"{"id": 1, "user": {"name": "n", "nick": "o", "age": 1}}"#)
      let result = try context.import(Contact.self, from: json)
      #expect(result.changes.updated(Contact.self) == [1: ["name", "nick", "age"]])
      let contact = try #require(try context.fetch(Contact.self, id: 1))
      #expect(contact.name == "m" && contact.nick == nil && contact.age == nil)
    }
    try context.import(Contact.self, from: #"{"id": 1, "user": null, "nick": "x", "name": "m"}"#)
    #expect(try context.fetch(Contact.self, id: 1)?.nick == "x")
    #expect(
      errorText { try context.import(Contact.self, from: #"{"id": 1, "user": null, "nick": "y"}"#) }
        .hasPrefix(#"$.user.name: required key is missing, as is "name""#))
    #expect(try context.fetch(Contact.self, id: 1)?.nick == "x")
  }

  @Test(arguments: StorageKind.allCases)
  func nullOnTheWayInAnEmbeddedModel(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"{"id": 1, "name": "Ada", "home": {"street": "S", "place": null}}"#
    #expect(try context.import(Profile.self, from: json).changes.description == "1 inserted")
    #expect(try context.import(Profile.self, from: json).changes.description == "1 unchanged")
    try context.import(Profile.self, from: #"{"id": 1, "home": {"place": {"floor": 3}}}"#)
    #expect(try context.fetch(Profile.self, id: 1)?.home?.floor == 3)
    #expect(try context.import(Profile.self, from: json).changes.description == "1 updated")
    #expect(try context.fetch(Profile.self, id: 1)?.home?.floor == nil)
    #expect(try context.import(Profile.self, from: json).changes.description == "1 unchanged")
  }

  @Test(arguments: StorageKind.allCases)
  func embeddedModelsAndDictionariesMerge(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Profile.self,
      from:
        #"{"id": 1, "name": "Ada", "home": {"street": "S", "number": 4}, "scores": {"x": 1, "y": 2}}"#
    )
    let result = try context.import(
      Profile.self, from: #"{"id": 1, "home": {"number": 5}, "scores": {"y": 3, "z": 4}}"#)
    #expect(result.changes.updated(Profile.self) == [1: ["home", "scores"]])
    let profile = try #require(try context.fetch(Profile.self, id: 1))
    #expect(profile.home?.street == "S" && profile.home?.number == 5)
    #expect(profile.scores == ["x": 1, "y": 3, "z": 4])
    #expect(
      try context.import(Profile.self, from: #"{"id": 1, "home": {}, "scores": {"x": 1}}"#)
        .changes.description == "1 unchanged")
  }

  @Test(arguments: StorageKind.allCases)
  func onlyWhatDiffersIsAnUpdate(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"[{"id": 1, "first_name": "A", "age": 1}, {"id": 2, "first_name": "B", "age": 2}]"#
    #expect(try context.import(Employee.self, from: json).changes.description == "2 inserted")
    let again = try context.import(Employee.self, from: json)
    #expect(again.changes.description == "2 unchanged" && again.changes.isEmpty)
    let partly = try context.import(
      Employee.self,
      from:
        #"[{"id": 1, "first_name": "A", "age": 9}, {"id": 2, "age": 2}, {"id": 3, "first_name": "C"}]"#
    )
    #expect(partly.changes.description == "1 inserted, 1 updated, 1 unchanged")
    #expect(partly.changes.updated(Employee.self) == [1: ["age"]])
  }

  @Test(arguments: StorageKind.allCases)
  func aKnownModelKeepsWhatANewOneRequires(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Employee.self, from: #"{"id": 1, "first_name": "A"}"#)
    try context.import(Employee.self, from: #"{"id": 1, "age": 3}"#)
    #expect(try context.fetch(Employee.self, id: 1)?.firstName == "A")
    #expect(
      errorText {
        try context.import(Employee.self, from: #"[{"id": 1, "age": 4}, {"id": 2, "age": 3}]"#)
      }
        == "$[1].first_name: required key is missing, expected String (line 1, column 23, Employee.firstName)"
    )
    #expect(
      errorText { try context.import(Employee.self, from: #"{"id": 1, "first_name": null}"#) }
        == "$.first_name: expected String, found null (line 1, column 25, Employee.firstName)")
    #expect(try context.fetch(Employee.self, id: 1)?.age == 3)
  }

  @Test(arguments: StorageKind.allCases)
  func defaultsAreForNewModels(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Box.self, from: #"[{"id": 1, "label": "x"}, {"id": 2, "label": null}]"#)
    #expect(try context.fetch(Box.self).map(\.label) == ["x", "new"])
    let result = try context.import(Box.self, from: #"[{"id": 1}, {"id": 1, "label": null}]"#)
    #expect(result.changes.description == "1 unchanged")
    #expect(try context.fetch(Box.self, id: 1)?.label == "x")
  }

  @Test(arguments: StorageKind.allCases)
  func hooksSeeCompleteModels(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Rectangle.self, from: #"[{"id": 1, "width": 2, "height": 3}, {"id": 1, "height": 5}]"#)
    #expect(try context.fetch(Rectangle.self, id: 1)?.area == 10)
    let result = try context.import(Rectangle.self, from: #"{"id": 1, "width": 4}"#)
    #expect(result.changes.updated(Rectangle.self) == [1: ["width", "area"]])
    #expect(
      errorText { try context.import(Rectangle.self, from: #"{"id": 1, "width": -1}"#) }
        == "$: expected a positive width (line 1, column 1, Rectangle)")
    #expect(try context.fetch(Rectangle.self, id: 1)?.area == 20)
  }

  @Test(arguments: StorageKind.allCases)
  func nullsCanBeKept(kind: StorageKind) throws {
    let context = try kind.context()
    var mapper = Mapper()
    mapper.nullsOnUpdate = .keep
    try context.import(Employee.self, from: #"{"id": 1, "first_name": "A", "age": 3}"#)
    try context.import(Employee.self, from: #"{"id": 1, "age": null}"#, using: mapper)
    #expect(try context.fetch(Employee.self, id: 1)?.age == 3)
    try context.import(
      Profile.self, from: #"{"id": 1, "name": "A", "nick": "n", "address": {"city": "T"}}"#)
    try context.import(
      Profile.self, from: #"{"id": 1, "nick": null, "address": null}"#, using: mapper)
    #expect(try context.fetch(Profile.self, id: 1)?.nick == "n")
    #expect(try context.fetch(Profile.self, id: 1)?.city == "T")
  }

  @Test(arguments: StorageKind.allCases)
  func flattenedModelsAndExtras(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Wide.self, from: #"{"id": 1, "page": 2, "more": {"a": [1]}, "b": true}"#)
    var wide = try #require(try context.fetch(Wide.self, id: 1))
    #expect(wide.paging?.page == 2 && wide.paging?.total == nil)
    #expect(wide.extras == ["more": ["a": [1]], "b": true])
    try context.import(Wide.self, from: #"{"id": 1, "total": 9, "b": false}"#)
    wide = try #require(try context.fetch(Wide.self, id: 1))
    #expect(wide.paging?.page == 2 && wide.paging?.total == 9)
    #expect(wide.extras == ["more": ["a": [1]], "b": false])
    try context.import(Wide.self, from: #"{"id": 2}"#)
    #expect(try context.fetch(Wide.self, id: 2)?.paging == nil)
  }

  @Test(arguments: StorageKind.allCases)
  func nestedObjectsAreReadOnceWhereANestedKeyIsAbsent(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Counted.self, from: #"{"id": 1, "kids": []}"#)
    let changes = try context.import(
      Counted.self, from: #"{"id": 1, "kids": [{"text": "x"}, {"text": "y"}]}"#
    ).changes
    #expect(changes.description == "2 inserted, 1 updated")
    let counted = try #require(try context.fetch(Counted.self, id: 1))
    #expect(try context.fetch(counted.kids).map(\.text) == ["x", "y"])
  }

  /// If each level read those inside of it twice, this would take a day.
  @Test func aChainOfKnownObjectsWithoutANestedKey() throws {
    let context = try StoreContext(.memory)
    let chain = (2...40).reduce(#"{"id": 1, "kids": []}"#) { inner, id in
      #"{"id": \#(id), "parent": \#(inner)}"#
    }
    #expect(try context.import(Counted.self, from: chain).changes.description == "40 inserted")
    #expect(try context.import(Counted.self, from: chain).changes.description == "40 unchanged")
  }
}

private struct Place: Mappable, Equatable {
  @Mapped var street: String
  @Mapped var number: Int?
  @Mapped("place.floor") var floor: Int?
}

private struct Profile: StoredModel {
  @Mapped var id: Int
  @Mapped var name: String
  @Mapped var nick: String?
  @Mapped var level: Int = 1
  @Mapped("address.city") var city: String?
  @Mapped("address.zip") var zip: String?
  @Mapped var home: Place?
  @Mapped var scores: [String: Int]?
  @Mapped var tags: [String]?
}

private struct Contact: StoredModel {
  @Mapped var id: Int
  @Mapped("user.name", "name") var name: String
  @Mapped("user.nick", "nick") var nick: String?
  @Mapped("user.age") var age: Int?
}

private struct Rectangle: StoredModel, DecodeCompleting {
  @Mapped var id: Int
  @Mapped var width: Int
  @Mapped var height: Int
  @Mapped var area: Int?

  mutating func didDecode(in context: MappingContext) throws {
    guard width > 0 else { throw MappingError(expected: "a positive width") }
    area = width * height
  }
}

private struct Pages: Mappable, Equatable {
  @Mapped var page: Int
  @Mapped var total: Int?
}

private struct Wide: StoredModel {
  @Mapped var id: Int
  @Flattened var paging: Pages?
  @Extras var extras: [String: JSONValue]
}

private struct Counted: StoredModel {
  @Mapped var id: Int
  @Mapped("meta.count") var count: Int?
  @Related var parent: Reference<Counted>?
  @Related var kids: [Reference<Kid>]
}

private struct Kid: StoredModel {
  @Mapped var id = UUID()
  @Mapped var text: String
}
