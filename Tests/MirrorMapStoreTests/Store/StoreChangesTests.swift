import Foundation
import Testing

@testable import MirrorMapStore
@testable import TestSupport

@Suite(.temporaryFolder) struct StoreChangesTests {
  @Test(arguments: StorageKind.allCases)
  func setsAndTexts(kind: StorageKind) throws {
    let context = try kind.context()
    var changes = try context.import(
      Box.self, from: #"[{"id": 1, "replaced": [{"id": 5, "text": "a"}]}, {"id": 2}]"#
    ).changes
    #expect(changes.description == "3 inserted")
    #expect(changes.insertedCount == 3 && !changes.isEmpty)
    #expect(changes.inserted(Box.self) == [1, 2] && changes.inserted(Item.self) == [5])
    #expect(changes.changedEntities == ["Box", "Item"])
    #expect(changes.updated(Box.self) == [:] && changes.deleted(Item.self) == [])
    #expect(changes.inserted(Node.self) == [] && changes.updated(Node.self) == [:])
    changes = try context.import(
      Box.self,
      from:
        #"[{"id": 1, "label": "x", "owner": 3, "replaced": []}, {"id": 2}, {"id": 2}, {"id": 3}]"#
    ).changes
    #expect(changes.description == "1 inserted, 1 updated, 1 deleted, 1 unchanged")
    #expect(changes.updated(Box.self) == [1: ["label", "owner", "replaced"]])
    #expect(changes.deleted(Item.self) == [5])
    changes = try context.import(Box.self, from: #"[{"id": 1}, {"id": 2}]"#).changes
    #expect(changes.description == "2 unchanged" && changes.isEmpty)
    #expect(changes.unchangedCount == 2 && changes.changedEntities == [])
  }

  @Test(arguments: StorageKind.allCases)
  func insertedThenUpdatedIsInserted(kind: StorageKind) throws {
    let context = try kind.context()
    let changes = try context.import(
      Item.self, from: #"[{"id": 1, "text": "a"}, {"id": 1, "text": "b"}, {"id": 1}]"#
    ).changes
    #expect(changes.description == "1 inserted")
  }

  @Test(arguments: StorageKind.allCases)
  func deletedThenInsertedIsInserted(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Box.self, from: #"{"id": 1, "replaced": [{"id": 5, "text": "a"}]}"#)
    let changes = try context.import(
      Box.self,
      from: #"[{"id": 1, "replaced": []}, {"id": 2, "owner": {"id": 5, "text": "b"}}]"#
    ).changes
    #expect(changes.inserted(Item.self) == [5] && changes.deleted(Item.self) == [])
    #expect(changes.description == "2 inserted, 1 updated")
    #expect(try context.fetch(Item.self).map(\.text) == ["b"])
  }

  @Test(arguments: StorageKind.allCases)
  func insertedThenDeletedIsNothing(kind: StorageKind) throws {
    let context = try kind.context()
    let changes = try context.import(
      Box.self,
      from: #"[{"id": 1, "replaced": [{"id": 5, "text": "a"}]}, {"id": 1, "replaced": []}]"#
    ).changes
    #expect(changes.description == "1 inserted")
    #expect(changes.inserted(Item.self) == [] && changes.deleted(Item.self) == [])
  }

  @Test func laterChangesAreMerged() throws {
    let context = try StorageKind.memory.context()
    let steps: [(StoreContext) throws -> StoreChanges] = [
      {
        try $0.import(Item.self, from: #"[{"id": 1, "text": "a"}, {"id": 2, "text": "b"}]"#).changes
      },
      {
        try $0.import(Item.self, from: #"[{"id": 1, "text": "c"}, {"id": 3, "text": "d"}]"#).changes
      },
      { try $0.delete(Item.self, ids: [2, 3]) },
      {
        try $0.import(Item.self, from: #"[{"id": 2, "text": "e"}, {"id": 3, "text": "d"}]"#).changes
      },
      { try $0.delete(Item.self, ids: [2]) },
    ]
    let changes = try steps.map { try $0(context) }
    func merged(_ range: Range<Int>) -> StoreChanges {
      var all = changes[range.lowerBound]
      for later in changes[range].dropFirst() { all.merge(later) }
      return all
    }
    #expect(merged(0..<2).description == "3 inserted")
    #expect(merged(1..<3).updated(Item.self) == [1: ["text"]])
    #expect(merged(1..<3).inserted(Item.self) == [])
    #expect(merged(1..<3).deleted(Item.self) == [2])
    #expect(merged(2..<4).inserted(Item.self) == [2, 3])
    #expect(merged(2..<4).deleted(Item.self) == [])
    // An observer that knows 2 must learn that it has been deleted.
    #expect(merged(2..<5).deleted(Item.self) == [2])
    #expect(merged(2..<5).inserted(Item.self) == [3])
    #expect(merged(0..<5).description == "2 inserted")
    #expect(merged(3..<5).inserted(Item.self) == [3])
    #expect(merged(3..<5).deleted(Item.self) == [])
  }

  // MARK: Listening

  @Test(arguments: StorageKind.allCases)
  func oneElementPerCommit(kind: StorageKind) async throws {
    let store = try kind.store()
    var changes = store.changes.makeAsyncIterator()
    try await store.import(Item.self, from: #"{"id": 1, "text": "a"}"#)
    #expect(await changes.next()?.inserted(Item.self) == [1])
    // Nothing has changed, so there is no element.
    try await store.import(Item.self, from: #"{"id": 1, "text": "a"}"#)
    try await store.delete(Item.self, ids: [1])
    #expect(await changes.next()?.deleted(Item.self) == [1])
  }

  @Test(arguments: StorageKind.allCases)
  func aSlowListenerGetsAllAtOnce(kind: StorageKind) async throws {
    let store = try kind.store()
    var changes = store.changes.makeAsyncIterator()
    for id in 1...100 {
      try await store.import(Item.self, from: #"{"id": \#(id), "text": "a"}"#)
    }
    try await store.delete(Item.self, ids: [7])
    #expect(await changes.next()?.inserted(Item.self) == Set(1...100).subtracting([7]))
  }

  @Test func aFailedCommitIsNotHeard() async throws {
    let store = try StorageKind.memory.store()
    var changes = store.changes.makeAsyncIterator()
    _ = await errorText {
      try await store.transaction { context in
        try context.import(Item.self, from: #"{"id": 1, "text": "a"}"#)
        throw CancellationError()
      }
    }
    try await store.import(Item.self, from: #"{"id": 2, "text": "a"}"#)
    #expect(await changes.next()?.inserted(Item.self) == [2])
  }

  @Test func listenersEndWithTheStore() async throws {
    var store: ModelStore? = try StorageKind.memory.store()
    let sequence = try #require(store).changes
    let before = sequence.makeAsyncIterator()
    let task = Task {
      var iterator = before
      return await iterator.next() == nil
    }
    store = nil
    #expect(await task.value)
    var late = sequence.makeAsyncIterator()
    #expect(await late.next() == nil)
  }

  @Test func listenersAreRemoved() async throws {
    let store = try StorageKind.memory.store()
    let listeners = store.changes.listeners
    do {
      var iterator = store.changes.makeAsyncIterator()
      #expect(listeners.count == 1)
      try await store.import(Item.self, from: #"{"id": 1, "text": "a"}"#)
      #expect(await iterator.next() != nil)
    }
    #expect(listeners.count == 0)
    let task = Task { for await _ in store.changes {} }
    while listeners.count == 0 { await Task.yield() }
    task.cancel()
    await task.value
    #expect(listeners.count == 0)
  }

  @Test(arguments: StorageKind.allCases)
  func observing(kind: StorageKind) async throws {
    let store = try kind.store()
    var staff = store.observe(
      Employee.self, where: { $0.age < 30 }, orderBy: { $0.age.descending }, limit: 2
    ).makeAsyncIterator()
    #expect(try await staff.next()?.map(\.id) == [])
    try await store.import(Item.self, from: #"{"id": 1, "text": "a"}"#)
    try await store.import(
      Enterprise.self,
      from: #"{"id": 1, "name": "E", "chiefs": [{"id": 7, "first_name": "A", "age": 20}]}"#)
    #expect(try await staff.next()?.map(\.id) == [7])
    for id in 8...12 {
      try await store.import(
        Employee.self, from: #"{"id": \#(id), "first_name": "B", "age": \#(id + 13)}"#)
    }
    #expect(try await staff.next()?.map(\.id) == [12, 11])
    try await store.delete(Employee.self, ids: [12])
    #expect(try await staff.next()?.map(\.id) == [11, 10])
  }

  @Test(arguments: StorageKind.allCases)
  func observingAllButTheFirst(kind: StorageKind) async throws {
    let store = try kind.store()
    try await store.import(
      Item.self, from: #"[{"id": 1, "text": "b"}, {"id": 2, "text": "a"}, {"id": 3, "text": "c"}]"#)
    var items = store.observe(
      Item.self, orderBy: { $0.text.ascending }, limit: 2, offset: 1
    ).makeAsyncIterator()
    #expect(try await items.next()?.map(\.id) == [1, 3])
    try await store.delete(Item.self, ids: [2])
    #expect(try await items.next()?.map(\.id) == [3])
  }

  @Test(.timeLimit(.minutes(20)), arguments: StorageKind.allCases)
  func observingWhatIsSoonDeleted(kind: StorageKind) async throws {
    let store = try kind.store()
    var items = store.observe(Item.self).makeAsyncIterator()
    try await store.import(Item.self, from: #"{"id": 1, "text": "a"}"#)
    // The fetch sees a commit that the iterator hasn't received yet, and whose changes the next one cancels out.
    #expect(try await items.next()?.map(\.id) == [1])
    try await store.delete(Item.self, ids: [1])
    #expect(try await items.next()?.map(\.id) == [])
  }

  @Test func theLastChangesOfAStoreThatGoes() async throws {
    var store: ModelStore? = try ModelStore(.memory)
    var changes = store!.changes.makeAsyncIterator()
    try await store!.import(Item.self, from: #"{"id": 1, "text": "a"}"#)
    store = nil
    #expect(await changes.next()?.description == "1 inserted")
    #expect(await changes.next() == nil)
  }

  @Test(arguments: StorageKind.allCases)
  func anIDThatIsDeletedTwice(kind: StorageKind) async throws {
    let store = try kind.store()
    var changes = store.changes.makeAsyncIterator()
    try await store.transaction { context in
      try context.import(Item.self, from: #"[{"id": 1, "text": "a"}, {"id": 2, "text": "b"}]"#)
      try context.delete(Item.self, ids: [1, 1])
    }
    #expect(await changes.next()?.description == "1 inserted")
  }

  private struct Word: StoredModel {
    @Mapped var id: String
    @Mapped var a: Int?
    @Mapped var b: Int?
  }

  /// A dictionary of Swift can't have both ids.
  @Test func idsThatStringTakesForEqual() throws {
    let context = try StoreContext(.memory)
    let first = try context.import(
      Word.self, from: #"[{"id":"\u00e9","a":1},{"id":"e\u0301","a":1}]"#)
    #expect(first.changes.insertedCount == 2)
    for number in 2..<6 {
      let changes = try context.import(
        Word.self, from: #"[{"id":"\u00e9","a":\#(number)},{"id":"e\u0301","b":\#(number)}]"#
      ).changes
      #expect(changes.updatedCount == 2 && changes.updated(Word.self) == ["\u{E9}": ["a", "b"]])
    }
  }
}
