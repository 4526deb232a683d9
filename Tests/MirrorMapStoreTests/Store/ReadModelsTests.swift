import Foundation
import MirrorMapStore
import Testing

/// Models that a store has read, but not written.
@Suite(.temporaryFolder) struct ReadModelsTests {
  private enum First {
    struct Item: StoredModel {
      @Mapped var id: Int
      @Mapped var name: String?
      @Mapped var number: Int?
    }
  }

  private enum Second {
    struct Item: StoredModel {
      @Mapped var id: Int
      @Mapped var number: Int?
      @Mapped var name: String?
    }
  }

  private struct Company: StoredModel {
    @Mapped var id: Int
  }

  private struct Person: StoredModel {
    @Mapped var id: Int
    @Related var company: Reference<Company>?
  }

  /// Rows of the second model aren't read as those of the first.
  @Test(arguments: StorageKind.allCases)
  func modelsWithOneName(kind: StorageKind) async throws {
    let store = try kind.store()
    #expect(try await store.fetch(First.Item.self).isEmpty)
    do {
      try await store.import(Second.Item.self, from: #"{"id": 1, "number": 5}"#)
    } catch let error as MappingError {
      #expect(error.code == .declaration)
      return
    }
    // The first one was read, so the second one can't be.
    let second = await #expect(throws: MappingError.self) {
      try await store.fetch(Second.Item.self)
    }
    #expect(second?.code == .declaration)
    guard kind != .sqlite else {
      // It finds columns by their names.
      #expect(try await store.count(First.Item.self, where: { $0.number == 5 }) == 1)
      return
    }
    let fetch = await #expect(throws: MappingError.self) { try await store.fetch(First.Item.self) }
    #expect(fetch?.code == .declaration)
    let count = await #expect(throws: MappingError.self) {
      try await store.count(First.Item.self, where: { $0.number == 5 })
    }
    #expect(count?.code == .declaration)
  }

  @Test(arguments: StorageKind.allCases.filter(\.keepsRows))
  func unresolvedReferencesOfModelsThatWereFetched(kind: StorageKind) async throws {
    do {
      let store = try kind.store()
      try await store.import(Person.self, from: #"{"id": 1, "company": 5}"#)
    }
    let store = try kind.store()
    #expect(try await store.fetch(Person.self).count == 1)
    #expect(try await store.unresolved(Company.self) == [5])
  }
}
