import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

@Suite(.temporaryFolder) struct EmbeddedInverseTests {
  /// The relation is that of a model which isn't stored, so nothing leads back to the model around it.
  @Test(arguments: StorageKind.allCases)
  func anInverseInsideOfAModelThatIsNotStored(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Wrapper.self, from: #"{"id": 5, "page": {"children": [{"id": 1, "name": "a"}]}}"#)
    #expect(try context.fetch(Child.self, id: 1)?.parent == nil)
  }

  @Test(arguments: StorageKind.allCases)
  func anEmbeddedModelOfTheSameType(kind: StorageKind) throws {
    let context = try kind.context()
    func owners() throws -> [Reference<Folder>?] {
      try context.fetch(Folder.File.self).map(\.folder)
    }
    let templates = #"[{"id": 8, "files": [2, {"id": 3, "name": "c"}]}]"#
    let json = [
      #"{"id": 1, "files": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "templates": T}"#,
      #"{"id": 1, "templates": T, "files": [1, 2]}"#,
      #"{"id": 1, "other": {"templates": T}, "data": {"files": [1, {"id": 2, "name": "b"}]}}"#,
    ]
    for json in json {
      try context.import(
        Folder.self, from: json.replacingOccurrences(of: "T", with: templates))
      #expect(try owners() == [Reference(1), Reference(1), nil])
      let folder = try #require(try context.fetch(Folder.self, id: 1))
      #expect(folder.files == .references(1, 2))
      #expect(folder.templates?[0].files == .references(2, 3))
    }
    // Alone, the relation of the embedded model says nothing about the files.
    try context.import(
      Folder.self,
      from: #"{"id": 1, "templates": [{"id": 8, "files": [3, {"id": 4, "name": "d"}]}]}"#)
    #expect(try owners() == [Reference(1), Reference(1), nil, nil])
  }

  @Test(arguments: StorageKind.allCases)
  func relationsAtAlternativePaths(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Folder.File.self, from: #"[{"id": 1}, {"id": 2}]"#)
    for key in ["a", "b", "a"] {
      let json = #"{"id": 1, "K": {"links": [{"id": 1, "name": "x"}, 2]}}"#
      try context.import(
        Folder.self, from: json.replacingOccurrences(of: "K", with: key))
      #expect(try context.fetch(Folder.File.self).map(\.link) == .references(1, 1))
      // They come back although the list stays the same.
      try context.import(
        Folder.File.self, from: #"[{"id": 1, "link": null}, {"id": 2, "link": 5}]"#)
    }
  }

  /// It counts as `null` for the inverse, whether the object is new or not.
  @Test(arguments: StorageKind.allCases)
  func nullOnTheWayToARequiredInverse(kind: StorageKind) throws {
    func expectErrors<Model: Nested>(_ type: Model.Type) throws {
      let context = try kind.context()
      let texts = ["1", "2"].map { id in
        errorText {
          try context.import(
            type, from: #"{"id": 1, "kids": [{"id": \#(id), "a": 3, "o": null}]}"#)
        }
      }
      let text = "$.kids[0].o.own: required key is missing, expected Reference<\(type)>"
      #expect(texts.allSatisfy { $0.hasPrefix(text) }, "\(texts)")
      for value in ["5", "{}", #"{"own": 7}"#] {
        try context.import(type, from: #"{"id": 1, "kids": [{"id": 1, "o": \#(value)}]}"#)
      }
      let again = errorText {
        try context.import(type, from: #"{"id": 1, "kids": [{"id": 1, "o": null}]}"#)
      }
      #expect(again.hasPrefix(text))
      var mapper = Mapper()
      mapper.nullsOnUpdate = .keep
      for _ in 0..<2 {
        try context.import(
          type, from: #"{"id": 2, "kids": [{"id": 2, "o": null}]}"#, using: mapper)
      }
      #expect(try context.fetch(type).map(\.kidCount) == [1, 1])
    }
    try expectErrors(NestedOwner.self)
    try expectErrors(HookedNestedOwner.self)
  }

  /// On the way to another key than the one that is written, nothing is cleared.
  @Test(arguments: StorageKind.allCases)
  func nullOnTheWayToAnAlternativeKeyOfAnInverse(kind: StorageKind) throws {
    let context = try kind.context()
    for _ in 0..<2 {
      try context.import(EitherOwner.self, from: #"{"id": 1, "kids": [{"id": 2, "o": null}]}"#)
      #expect(try context.fetch(EitherOwner.self).map(\.kids) == [[Reference(2)]])
    }
  }

  @Test(arguments: StorageKind.allCases)
  func whatAHookSetsIsSaid(kind: StorageKind) throws {
    let json = #"[{"id": 1, "staff": [2]}, {"id": 2}]"#
    let context = try kind.context()
    for _ in 0..<2 {
      try context.import(HookedMember.self, from: json)
      #expect(try context.fetch(HookedMember.self).map(\.boss) == [nil, Reference(99)])
    }
  }

  @Test(arguments: StorageKind.allCases)
  func oneThatLeavesWhileItIsRead(kind: StorageKind) throws {
    let json = #"[{"id": 2, "staff": [4]}, {"id": 4, "kid": {"id": 2, "staff": []}}]"#
    func expectNone<Model: Kinship>(_ type: Model.Type) throws {
      let context = try kind.context()
      for _ in 0..<2 {
        try context.import(Model.self, from: json)
        #expect(try context.fetch(Model.self, id: 4)?.boss == nil)
      }
    }
    try expectNone(Kin.self)
    try expectNone(KinObject.self)
  }

  @Test(arguments: StorageKind.allCases)
  func idsBeforeTheirObjects(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"[{"id": 1, "staff": [2, 3]}, {"id": 2}, {"id": 3}]"#
    try context.import(Member.self, from: json)
    #expect(try context.fetch(Member.self).map(\.boss?.id) == [nil, 1, 1])
    #expect(try context.import(Member.self, from: json).changes.description == "3 unchanged")
    // What an object says itself counts.
    try context.import(
      Member.self,
      from: #"[{"id": 8, "staff": [4, 9]}, {"id": 4, "boss": 1}, {"id": 9, "boss": null}]"#)
    #expect(try context.fetch(Member.self, ids: [4, 9]).map(\.boss?.id) == [1, nil])
    // One that has left the list before its object comes.
    try context.import(
      Member.self,
      from: #"[{"id": 5, "staff": [6, 7]}, {"id": 5, "staff": [7]}, {"id": 6}, {"id": 7}]"#)
    #expect(try context.fetch(Member.self, ids: [6, 7]).map(\.boss?.id) == [nil, 5])
    // Objects of classes, and relations that are required.
    try context.import(Person.self, from: #"[{"id": 1, "reports": [2]}, {"id": 2, "name": "b"}]"#)
    #expect(try context.fetch(Person.self, id: 2)?.boss == Reference(1))
    try context.import(
      Desks.self, from: #"{"rooms": [{"id": 1, "floor": 1, "desks": [2]}], "desks": [{"id": 2}]}"#)
    #expect(try context.fetch(Desk.self, id: 2)?.room == Reference(1))
    // A list of an object that is dropped counts for nothing.
    var mapper = Mapper()
    mapper.failurePolicy = .lossy
    try context.import(
      Desks.self,
      from: #"""
        {"rooms": [{"id": 8, "desks": [9], "floor": "x"}], "desks": [{"id": 9}, {"id": 10, "room": 1}]}
        """#, using: mapper)
    #expect(try context.fetch(Desk.self).map(\.id) == [2, 10])
  }

  @Test(arguments: StorageKind.allCases)
  func anEmbeddedObjectOfTheSameClass(kind: StorageKind) throws {
    let context = try kind.context()
    for json in [
      #"{"id": 1, "content": {"books": [1, {"id": 2, "title": "b"}]}, "part": P}"#,
      #"{"id": 1, "part": P, "content": {"books": [1, 2]}}"#, #"{"id": 1, "part": P}"#,
    ] {
      let part = #"{"id": 1, "content": {"books": [{"id": 3, "title": "c"}]}}"#
      try context.import(Shelf.self, from: json.replacingOccurrences(of: "P", with: part))
      #expect(try context.fetch(Shelf.Book.self).map(\.shelf) == [Reference(1), nil])
      #expect(try context.fetch(Shelf.self, id: 1)?.books == .references(1, 2))
    }
    try context.import(Shelf.self, from: #"{"id": 1, "content": {"books": []}}"#)
    #expect(try context.fetch(Shelf.Book.self).map(\.id) == [3])
  }

  @Test(arguments: StorageKind.allCases)
  func anObjectLeavesARelationWhileItsFlattenedPropertiesAreRead(kind: StorageKind) throws {
    let context = try kind.context()
    let stored = #"[{"id": 1, "children": [{"id": 2, "note": "a"}]}]"#
    // 2 has a parent that is inside of it, and which it then leaves.
    let json = #"{"id": 2, "children": [{"id": 1, "children": []}]}"#
    try context.import(Branch.self, from: stored)
    try context.import(Branch.self, from: json)
    #expect(try context.fetch(Branch.self, id: 2)?.family.parent == nil)
    #expect(try context.fetch(Branch.self, id: 1)?.family.parent == Reference(2))
    try context.import(BranchObject.self, from: stored)
    let object = try #require(try context.fetch(BranchObject.self, id: 2))
    object.note = "b"
    try context.import(BranchObject.self, from: json)
    #expect(object.family.parent == nil && object.family.children == .references(1))
    #expect(object.note == "b")
    // An export writes the row.
    #expect(
      String(decoding: try context.export(BranchObject.self, ids: [2]), as: UTF8.self)
        == #"[{"id":2,"note":"b","parent":null,"children":[{"id":1,"note":null,"parent":{"id":2},"children":[]}]}]"#
    )
  }
}

private struct Wrapper: StoredModel {
  struct Page: Mappable {
    @Related(inverse: \Child.parent) var children: [Reference<Child>]
  }

  @Mapped var id: Int
  @Mapped var page: Page?
}

private struct Folder: StoredModel {
  struct File: StoredModel {
    @Mapped var id: Int
    @Mapped var name: String?
    @Related var folder: Reference<Folder>?
    @Related var link: Reference<Folder>?
  }

  @Mapped var id: Int
  @Mapped var templates: [Folder]?
  @Mapped("other.templates") var others: [Folder]?
  @Related("files", "data.files", inverse: \File.folder) var files: [Reference<File>]
  @Related("a.links", "b.links", inverse: \File.link) var links: [Reference<File>]
}

private final class Shelf: StoredModel {
  final class Book: StoredModel {
    @Mapped var id: Int
    @Mapped var title: String?
    @Related var shelf: Reference<Shelf>?

    required init() {}
  }

  @Mapped var id: Int
  @Mapped var part: Shelf?
  @Related("content.books", policy: .replace, inverse: \Book.shelf) var books: [Reference<Book>]

  required init() {}
}

private struct Desks: Mappable {
  @Mapped var rooms: [Reference<Room>]
  @Mapped var desks: [Reference<Desk>]
}

private struct Room: StoredModel {
  @Mapped var id: Int
  @Related(inverse: \Desk.room) var desks: [Reference<Desk>]
  @Mapped var floor: Int
}

private struct Desk: StoredModel {
  @Mapped var id: Int
  @Related var room: Reference<Room>
}

private struct Member: StoredModel {
  @Mapped var id: Int
  @Related var boss: Reference<Member>?
  @Related(inverse: \Member.boss) var staff: [Reference<Member>]
  @Related var links: [Reference<Member>]
}

private struct Family: Mappable {
  @Related var parent: Reference<Branch>?
  @Related(inverse: \Branch.family.parent) var children: [Reference<Branch>]
}

private struct Branch: StoredModel {
  @Mapped var id: Int
  @Mapped var note: String?
  @Flattened var family: Family
}

private struct ObjectFamily: Mappable {
  @Related var parent: Reference<BranchObject>?
  @Related(inverse: \BranchObject.family.parent) var children: [Reference<BranchObject>]
}

private final class BranchObject: StoredModel {
  @Mapped var id: Int
  @Mapped var note: String?
  @Flattened var family: ObjectFamily

  init() {}
}

private protocol Kinship: StoredModel where ID == Int {
  var boss: Reference<Self>? { get set }
}

private struct Kin: Kinship {
  @Mapped var id: Int
  @Related var boss: Reference<Kin>?
  @Related(inverse: \Kin.boss) var staff: [Reference<Kin>]
  @Related var kid: Reference<Kin>?
}

private final class KinObject: Kinship {
  @Mapped var id: Int
  @Related var boss: Reference<KinObject>?
  @Related(inverse: \KinObject.boss) var staff: [Reference<KinObject>]
  @Related var kid: Reference<KinObject>?

  required init() {}
}

private struct HookedMember: StoredModel, DecodeCompleting {
  @Mapped var id: Int
  @Related var boss: Reference<HookedMember>?
  @Related(inverse: \HookedMember.boss) var staff: [Reference<HookedMember>]

  mutating func didDecode(in context: MappingContext) throws {
    if id == 2 { boss = Reference(99) }
  }
}

private protocol Nested: StoredModel where ID == Int {
  var kidCount: Int { get }
}

private struct NestedOwner: Nested {
  struct Kid: StoredModel {
    @Mapped var id: Int
    @Mapped var a: Int?
    @Related("o.own") var own: Reference<NestedOwner>
  }

  @Mapped var id: Int
  @Related(policy: .merge, inverse: \Kid.own) var kids: [Reference<Kid>]
  var kidCount: Int { kids.count }
}

private struct EitherOwner: StoredModel {
  struct Kid: StoredModel {
    @Mapped var id: Int
    @Related("own", "o.own") var own: Reference<EitherOwner>
  }

  @Mapped var id: Int
  @Related(policy: .merge, inverse: \Kid.own) var kids: [Reference<Kid>]
}

private struct HookedNestedOwner: Nested {
  struct Kid: StoredModel, DecodeCompleting {
    @Mapped var id: Int
    @Mapped var a: Int?
    @Related("o.own") var own: Reference<HookedNestedOwner>

    func didDecode(in context: MappingContext) throws {}
  }

  @Mapped var id: Int
  @Related(policy: .merge, inverse: \Kid.own) var kids: [Reference<Kid>]
  var kidCount: Int { kids.count }
}
