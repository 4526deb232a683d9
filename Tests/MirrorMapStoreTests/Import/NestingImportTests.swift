import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

@Suite(.temporaryFolder) struct NestingImportTests {
  private func node(_ id: Int, in context: StoreContext) throws -> Node {
    try #require(try context.fetch(Node.self, id: id))
  }

  @Test(arguments: StorageKind.allCases)
  func anObjectInsideItselfIsOne(kind: StorageKind) throws {
    let context = try kind.context()
    let json = """
      {"id": 1, "name": "a", "next": {"id": 2, "name": "b", "next": {"id": 1, "note": "inner"}}}
      """
    let result = try context.import(Node.self, from: json)
    #expect(result.changes.description == "2 inserted")
    #expect(try node(1, in: context).name == "a")
    #expect(try node(1, in: context).note == "inner")
    #expect(try node(1, in: context).next == Reference(2))
    #expect(try node(2, in: context).next == Reference(1))
    #expect(try context.import(Node.self, from: json).changes.description == "2 unchanged")
  }

  @Test(arguments: StorageKind.allCases)
  func theOutermostHasTheLastWord(kind: StorageKind) throws {
    let context = try kind.context()
    for _ in 0..<2 {
      try context.import(
        Node.self,
        from: """
          {"id": 1, "name": "outer", "next": {"id": 2, "name": "b",
           "links": [{"id": 1, "name": "inner", "note": "n", "next": 9, "links": [7]}]}, "links": []}
          """)
      let one = try node(1, in: context)
      #expect(one.name == "outer" && one.note == "n")
      #expect(one.next == Reference(2) && one.links == [])
    }
  }

  @Test(arguments: StorageKind.allCases)
  func anInnerOneMayBeIncomplete(kind: StorageKind) throws {
    let context = try kind.context()
    // The inner one isn't new, although it comes before the outer one is stored.
    try context.import(
      Node.self,
      from:
        #"{"next": {"id": 2, "name": "b", "links": [{"id": 1, "note": "x"}]}, "id": 1, "name": "a"}"#
    )
    #expect(try node(1, in: context).note == "x")
    #expect(
      errorText {
        try context.import(
          Node.self,
          from: #"{"id": 3, "next": {"id": 4, "name": "d", "next": {"id": 3, "name": "c"}}}"#)
      } == "$.name: required key is missing, expected String (line 1, column 1, Node.name)")
    #expect(try context.fetch(Node.self).map(\.id) == [1, 2])
  }

  @Test(arguments: StorageKind.allCases)
  func anErrorInAnInnerOne(kind: StorageKind) throws {
    let context = try kind.context()
    #expect(
      errorText {
        try context.import(
          Node.self,
          from: """
            {"id": 1, "name": "a",
             "next": {"id": 2, "name": "b", "links": [3, {"id": 1, "note": 5}]}}
            """)
      }
        == "$.next.links[1].note: expected String, found a number (line 2, column 64, Node.note)")
    #expect(try context.count(Node.self) == 0)
  }

  @Test(arguments: StorageKind.allCases)
  func whatOnlyAnInnerOneHas(kind: StorageKind) throws {
    let context = try kind.context()
    let result = try context.import(
      Node.self,
      from: """
        {"id": 1, "name": "a", "next": {"id": 2, "name": "b",
         "next": {"id": 1, "links": [{"id": 3, "name": "c"}, {"id": 4, "name": "d", "next": 1}]}}}
        """)
    #expect(result.changes.description == "4 inserted")
    #expect(try node(1, in: context).links == .references(3, 4))
    #expect(try node(4, in: context).next == Reference(1))
  }

  @Test(arguments: StorageKind.allCases)
  func eachLevelHasTheOneAroundIt(kind: StorageKind) throws {
    // As servers send threads of comments, with the parent in full in each of them.
    let context = try kind.context()
    let depth = 24
    func json(_ level: Int) -> String {
      let parent = level == 0 ? "" : #", "next": {"id": \#(level - 1), "note": "n\#(level - 1)"}"#
      let links = level == depth ? "" : #", "links": [\#(json(level + 1))]"#
      return #"{"id": \#(level), "name": "a\#(level)"\#(parent)\#(links)}"#
    }
    let result = try context.import(Node.self, from: json(0))
    #expect(result.changes.description == "\(depth + 1) inserted")
    let nodes = try context.fetch(Node.self)
    #expect(nodes.map(\.name) == (0...depth).map { "a\($0)" })
    #expect(nodes.dropLast().map(\.note) == (0..<depth).map { "n\($0)" })
    #expect(nodes.dropFirst().map(\.next) == (0..<depth).map { Reference($0) })
    #expect(nodes.dropLast().map(\.links) == (1...depth).map { [Reference($0)] })
  }

  @Test(arguments: StorageKind.allCases)
  func modelsThatMakeTheirIDsAreMadeOnce(kind: StorageKind) throws {
    // The team is read again because it's inside itself, but the memos aren't.
    let context = try kind.context()
    let result = try context.import(
      Team.self,
      from: """
        {"id": 1, "name": "t", "memos": [{"text": "a"}, {"text": "b"}],
         "parts": [{"id": 2, "name": "u", "parent": {"id": 1, "name": "v"}, "memos": {"text": "c"}}]}
        """)
    #expect(result.changes.description == "5 inserted")
    let team = try #require(try context.fetch(Team.self, id: 1))
    #expect(team.name == "t")
    #expect(try context.fetch(team.memos).map(\.text) == ["a", "b"])
    #expect(try context.count(Memo.self) == 3)
  }

  @Test(arguments: StorageKind.allCases)
  func deepNests(kind: StorageKind) throws {
    let context = try kind.context()
    let depth = 200
    let json =
      (1..<depth).map { #"{"id": \#($0), "name": "x", "next": "# }.joined()
      + #"{"id": \#(depth), "name": "x"}"# + String(repeating: "}", count: depth - 1)
    #expect(try context.import(Node.self, from: json).changes.description == "200 inserted")
    #expect(try node(199, in: context).next == Reference(200))
    #expect(try context.import(Node.self, from: json).changes.description == "200 unchanged")
    let exported = try context.export(Node.self, ids: [1])
    #expect(try context.import(Node.self, from: exported).changes.description == "200 unchanged")
  }

  @Test(arguments: StorageKind.allCases)
  func anObjectInItselfManyTimes(kind: StorageKind) throws {
    let context = try kind.context()
    let inner = (0..<300).map {
      #"{"id": \#($0 + 10), "name": "x", "next": {"id": 1, "note": "\#($0)"}}"#
    }
    let result = try context.import(
      Node.self, from: #"{"id": 1, "name": "a", "links": [\#(inner.joined(separator: ","))]}"#)
    #expect(result.changes.description == "301 inserted")
    #expect(try node(1, in: context).note == "299")
  }

  @Test(arguments: StorageKind.allCases)
  func workIsBounded(kind: StorageKind) throws {
    let context = try kind.context()
    // An object in itself, in itself, and so on: rereading each level with all those inside would take 2^n steps.
    let depth = 200
    let json =
      String(repeating: #"{"id": 1, "name": "a", "next": "#, count: depth) + "2"
      + String(repeating: "}", count: depth)
    let error = errorText { try context.import(Node.self, from: json) }
    #expect(error.contains("more values that several properties read than the limit allows"))
  }

  // MARK: Documents inside of documents

  @Test(arguments: StorageKind.allCases, [0, 300_000])
  func anObjectInsideItselfInAString(kind: StorageKind, padding: Int) throws {
    let context = try kind.context()
    let inner = #"{\"id\": 1, \"name\": \"inner\", \"note\": \"zzzzzzzzzzzzzzzz\"}"#
    let json =
      #"{"id": 1, "name": "outer", "part": "\#(inner)""# + String(repeating: " ", count: padding)
      + "}"
    for changes in ["1 inserted", "1 unchanged"] {
      #expect(try context.import(Wrapping.self, from: json).changes.description == changes)
      let one = try #require(try context.fetch(Wrapping.self, id: 1))
      #expect(one.name == "outer" && one.note == nil && one.part == Reference(1))
    }
  }

  @Test(arguments: StorageKind.allCases)
  func anObjectInsideItselfInAHook(kind: StorageKind) throws {
    let context = try kind.context()
    let json =
      #"{"id": 1, "raw": "{\"part\": {\"id\": 1, \"raw\": null}}""#
      + String(repeating: " ", count: 300_000) + "}"
    for changes in ["1 inserted", "1 unchanged"] {
      #expect(try context.import(Hooked.self, from: json).changes.description == changes)
      let one = try #require(try context.fetch(Hooked.self, id: 1))
      #expect(one.raw != nil && one.part == Reference(1))
    }
  }

  @Test(arguments: StorageKind.allCases)
  func modelsWithoutIDsInStrings(kind: StorageKind) throws {
    let context = try kind.context()
    func text(_ reference: Reference<Memo>?) throws -> String? {
      try context.fetch(reference)?.text
    }
    try context.import(Letter.self, from: #"{"id": 1}"#)
    // The nested path makes the import read the letter twice.
    let result = try context.import(
      Letter.self,
      from: #"{"id": 1, "a": "{\"text\": \"A\"}", "b": "{\"text\": \"B\"}", "c": {"text": "C"}}"#)
    #expect(result.changes.description == "3 inserted, 1 updated")
    let letter = try #require(try context.fetch(Letter.self, id: 1))
    #expect(try text(letter.a) == "A")
    #expect(try text(letter.b) == "B")
    #expect(try text(letter.c) == "C")
  }

  @Test(arguments: StorageKind.allCases)
  func errorsInStringsAreThoseOfTheirPlaces(kind: StorageKind) throws {
    let context = try kind.context()
    var mapper = Mapper()
    mapper.failurePolicy = .lossy
    try context.import(Letter.self, from: #"[{"id": 1}, {"id": 2}]"#)
    // What fails in the list is as far from the beginning of its document as "C" is from that of the outer one.
    let start = #"{"id": 1, "c": "#
    let padding = String(repeating: " ", count: start.utf8.count - 1)
    let result = try context.import(
      Letter.self,
      from: start
        + #"{"text": "C"}, "list": "\#(padding)[{\"text\": 5}, {\"text\": \"B\"}]"}"#,
      using: mapper)
    #expect(result.changes.description == "2 inserted, 1 updated")
    let letter = try #require(try context.fetch(Letter.self, id: 1))
    #expect(try context.fetch(letter.list ?? []).map(\.text) == ["B"])
    #expect(try context.fetch(letter.c)?.text == "C")
  }
}

private struct Wrapping: StoredModel {
  @Mapped var id: Int
  @Mapped var name: String?
  @Mapped("part", transform: .stringifiedJSON(Reference<Wrapping>?.self))
  var part: Reference<Wrapping>?
  @Mapped var note: String?
}

private struct Hooked: StoredModel, DecodeCompleting {
  struct Payload: Mappable {
    @Mapped var part: Reference<Hooked>?
  }

  @Mapped var id: Int
  @Mapped var raw: String?
  @Mapped var part: Reference<Hooked>?

  mutating func didDecode(in context: MappingContext) throws {
    if let raw { part = try Payload.decode(from: raw, context: context).part }
  }
}

private struct Letter: StoredModel {
  @Mapped var id: Int
  @Mapped("x.y") var number: Int?
  @Mapped("a", transform: .stringifiedJSON(Reference<Memo>?.self)) var a: Reference<Memo>?
  @Mapped("b", transform: .stringifiedJSON(Reference<Memo>?.self)) var b: Reference<Memo>?
  @Mapped("list", transform: .stringifiedJSON([Reference<Memo>]?.self)) var list: [Reference<Memo>]?
  @Mapped var c: Reference<Memo>?
}

private struct Team: StoredModel {
  @Mapped var id: Int
  @Mapped var name: String
  @Related var memos: [Reference<Memo>]
  @Related var parts: [Reference<Team>]
  @Related var parent: Reference<Team>?
}

private struct Memo: StoredModel {
  @Mapped var id = UUID()
  @Mapped var text: String
}
