import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

/// Objects of classes, which stay in the context that has made them.
@Suite(.temporaryFolder) struct ObjectsOfStoresTests {
  /// The compiler lets it out of the store's queue.
  private final class Shared: StoredModel, @unchecked Sendable {
    @Mapped var id: Int
    @Mapped var name: String
    @Related var next: Reference<Shared>?

    required init() {}
  }

  @Test(arguments: StorageKind.allCases)
  func aStoreNeitherReturnsNorTakesObjects(kind: StorageKind) async throws {
    let store = try kind.store()
    let references = try await store.import(
      [Shared].self, from: #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]"#
    ).value
    #expect(references == [Reference(1), Reference(2)])
    let refusal =
      "Shared: objects of classes belong in a StoreContext, or in a transaction of the store"
    #expect(await errorText { try await store.fetch(Shared.self, id: 1) } == refusal)
    #expect(await errorText { try await store.fetch(Shared.self, ids: [1]) } == refusal)
    #expect(await errorText { try await store.fetch(references) } == refusal)
    #expect(await errorText { try await store.fetch(Shared.self) } == refusal)
    #expect(await errorText { try await store.save(Shared()) } == refusal)
    #expect(try await store.count(Shared.self) == 2)
    let names = try await store.transaction { try $0.fetch(Shared.self).map(\.name) }
    #expect(names == ["a", "b"])
  }

  @Test(arguments: StorageKind.allCases)
  func aReferenceToAnObject(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Shared.self, from: #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]"#)
    let objects = try context.fetch(Shared.self)
    objects[0].next = Reference(to: objects[1])
    #expect(objects[0].next == Reference(2))
    #expect(try context.save(objects[0]).updated(Shared.self) == [1: ["next"]])
    #expect(try context.fetch(objects[0].next) === objects[1])
  }

  /// A transaction that has opened a model and failed leaves objects that a later refresh finds.
  @Test func refreshingObjectsOfATransactionThatFailed() async throws {
    let store = try StorageKind.sqlite.store()
    try await store.import(Shared.self, from: #"{"id": 1, "name": "a"}"#)
    let context = try StorageKind.sqlite.context()
    var object: Shared?
    _ = errorText {
      try context.transaction {
        object = try context.fetch(Shared.self, id: 1)
        throw CancellationError()
      }
    }
    let shared = try #require(object)
    let changes = try await store.import(Shared.self, from: #"{"id": 1, "name": "b"}"#).changes
    #expect(shared.name == "a")
    try context.refresh(changes)
    #expect(shared.name == "b")
    #expect(try context.fetch(Shared.self, id: 1) === shared)
  }
}
