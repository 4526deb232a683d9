import Foundation
import MirrorMapStore
import Testing

#if canImport(CoreData)
  import CoreData
#endif

// The code of the article on storages; `ArticleTests` checks that it is all here, or in the files of the two
// storages.

@Suite(.temporaryFolder) struct StoragesArticleTests {
  struct Account: StoredModel {
    @Mapped var id: Int
    @Mapped var balance: Int
  }

  @Test func codeDoesWhatItSays() async throws {
    let store = try ModelStore(.storage { DictionaryStorage() })
    try await store.import(Account.self, from: #"{"id": 1, "balance": 10}"#)
    #expect(try await store.count(Account.self) == 1)
  }

  @Test func theScenarioIsThatOfTheBuiltInStorages() async throws {
    let folder = try #require(TemporaryFolder.current)
    try await StorageScenario.run(at: .memory)
    try await StorageScenario.run(at: .file(at: folder.appendingPathComponent("a.json")))
    try await StorageScenario.run(at: .sqlite(at: folder.appendingPathComponent("a.sqlite")))
  }

  @Test func dictionaryStorage() async throws {
    try await StorageScenario.run(at: .storage { DictionaryStorage() })
  }

  @Test(arguments: [false, true])
  func coreDataStorage(_ hasOwnTypes: Bool) async throws {
    let container = try Self.container(hasOwnTypes: hasOwnTypes)
    try await StorageScenario.run(
      at: .storage { CoreDataStorage(container.newBackgroundContext()) })
    // Another context sees what was saved, and nothing else.
    let store = try ModelStore(.storage { CoreDataStorage(container.newBackgroundContext()) })
    let players = try await store.fetch(StorageScenario.Player.self)
    #expect(players.map(\.name) == ["Ada"])
  }

  @Test func coreDataStorageChecksTheModel() async throws {
    let container = try Self.container(hasOwnTypes: false)
    let store = try ModelStore(.storage { CoreDataStorage(container.newBackgroundContext()) })
    let error = await #expect(throws: StoreError.self) {
      try await store.import(Account.self, from: #"{"id": 1, "balance": 10}"#)
    }
    #expect(error?.code == .schema && error?.model == "Account")
  }

  /// A container with entities for the models of the scenario.
  ///
  /// - Parameter hasOwnTypes: Whether dates, UUIDs, and URLs are attributes of those types, not numbers and strings.
  private static func container(hasOwnTypes: Bool) throws -> NSPersistentContainer {
    let int = NSAttributeType.integer64AttributeType
    let string = NSAttributeType.stringAttributeType
    let model = NSManagedObjectModel()
    model.entities = [
      entity("Team", ["id": int, "name": string, "players": string]),
      entity(
        "Player",
        [
          "id": hasOwnTypes ? .UUIDAttributeType : string, "name": string, "level": string,
          "born": hasOwnTypes ? .dateAttributeType : .doubleAttributeType,
          "score": .doubleAttributeType, "badge": .binaryDataAttributeType,
          "site": hasOwnTypes ? .URIAttributeType : string, "labels": string, "serial": string,
          "team": int,
        ]),
    ]
    let container = NSPersistentContainer(name: "Model", managedObjectModel: model)
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    ]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 ?? failure }
    if let failure { throw failure }
    return container
  }

  private static func entity(
    _ name: String, _ types: [String: NSAttributeType]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = types.map { name, type in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      attribute.isOptional = true
      return attribute
    }
    return entity
  }
}
