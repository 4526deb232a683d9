import MirrorMapStore
import Testing

/// Models that move between two relations of one owner, or are in both.
@Suite(.temporaryFolder) struct SiblingRelationTests {
  private let inTodo = #"{"id": 1, "todo": [{"id": 5, "text": "a"}], "done": []}"#
  private let inDone = #"{"id": 1, "todo": [], "done": [{"id": 5, "text": "a"}]}"#

  @Test(arguments: StorageKind.allCases)
  func moveWithAnInverse(kind: StorageKind) throws {
    for (from, to) in [(inTodo, inDone), (inDone, inTodo)] {
      let context = try kind.context("from \(from == inTodo)")
      try context.import(Board.self, from: from)
      try context.import(Board.self, from: to)
      #expect(try context.fetch(Card.self).map(\.board) == [Reference(1)])
      #expect(try context.import(Board.self, from: to).changes.description == "2 unchanged")
      try context.import(Board.self, from: #"{"id": 1, "todo": [], "done": []}"#)
      #expect(try context.fetch(Card.self).map(\.board) == [nil])
    }
  }

  @Test(arguments: StorageKind.allCases)
  func inBothAndThenInOne(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Board.self, from: #"{"id": 1, "todo": [{"id": 5, "text": "a"}], "done": [5], "first": 5}"#)
    try context.import(Board.self, from: #"{"id": 1, "done": []}"#)
    #expect(try context.fetch(Card.self).map(\.board) == [Reference(1)])
    try context.import(Board.self, from: #"{"id": 1, "todo": []}"#)
    #expect(try context.fetch(Card.self).map(\.board) == [Reference(1)])
    try context.import(Board.self, from: #"{"id": 1, "first": null}"#)
    #expect(try context.fetch(Card.self).map(\.board) == [nil])
  }

  @Test(arguments: StorageKind.allCases)
  func replacedModelsThatMoveStay(kind: StorageKind) throws {
    for (from, to) in [(inTodo, inDone), (inDone, inTodo)] {
      let context = try kind.context("from \(from == inTodo)")
      try context.import(Replacing.self, from: from)
      try context.import(Replacing.self, from: to)
      #expect(try context.fetch(Card.self, id: 5)?.text == "a")
      // A relation that deletes nothing keeps nothing, either.
      try context.import(Replacing.self, from: #"{"id": 1, "todo": [], "done": [], "all": [5]}"#)
      #expect(try context.fetch(Card.self, id: 5) == nil)
    }
  }
}

private struct Board: StoredModel {
  @Mapped var id: Int
  @Related(inverse: \Card.board) var todo: [Reference<Card>]
  @Related(inverse: \Card.board) var done: [Reference<Card>]
  @Related(inverse: \Card.board) var first: Reference<Card>?
}

private struct Card: StoredModel {
  @Mapped var id: Int
  @Mapped var text: String?
  @Related var board: Reference<Board>?
}

private struct Replacing: StoredModel {
  @Mapped var id: Int
  @Related(policy: .replace) var todo: [Reference<Card>]
  @Related(policy: .replace) var done: [Reference<Card>]
  @Related var all: [Reference<Card>]
}
