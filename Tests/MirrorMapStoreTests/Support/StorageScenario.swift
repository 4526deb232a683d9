import Foundation
import MirrorMapStore
import Testing

/// What every storage must do, in one pass through a store: for storages that have no tests of their own.
enum StorageScenario {
  enum Level: String, MappableValue { case junior, senior }

  struct Team: StoredModel {
    @Mapped var id: Int
    @Mapped var name: String
    @Related(policy: .replace, inverse: \Player.team) var players: [Reference<Player>]
  }

  struct Player: StoredModel {
    @Mapped var id: UUID
    @Mapped var name: String
    @Mapped var level: Level = .junior
    @Mapped var born: Date?
    @Mapped var score: Double?
    @Mapped var badge: Data?
    @Mapped var site: URL?
    @Mapped var labels: [String]?
    @Mapped var serial: UInt64?
    @Related var team: Reference<Team>?
  }

  static let ada = UUID(uuidString: "00000000-0000-0000-0000-00000000000A")!
  static let bob = UUID(uuidString: "00000000-0000-0000-0000-00000000000B")!
  static let nobody = UUID(uuidString: "00000000-0000-0000-0000-00000000000C")!

  static let document = """
    [{"id": 1, "name": "Red", "players": [
      {"id": "\(ada)", "name": "Ada", "level": "senior", "born": "1990-01-02T03:04:05Z", "score": 1.5,
       "badge": "AQID", "site": "https://example.org/a", "labels": ["a", "#b"], "serial": 18446744073709551615},
      {"id": "\(bob)", "name": "#Bob", "serial": 5}
    ]}, {"id": 2, "name": "Blue"}]
    """

  static func run(at location: StoreLocation) async throws {
    let store = try ModelStore(location)
    #expect(try await store.import(Team.self, from: document).changes.description == "4 inserted")
    #expect(try await store.import(Team.self, from: document).changes.description == "4 unchanged")
    try await checkRows(store)
    try await checkQueries(store)
    try await checkFailures(store)
    try await checkWriting(store)
  }

  private static func checkRows(_ store: ModelStore) async throws {
    let one = try #require(try await store.fetch(Player.self, id: ada))
    #expect(one.name == "Ada" && one.level == .senior && one.score == 1.5)
    #expect(one.born == Date(timeIntervalSince1970: 631_249_445))
    #expect(one.badge == Data([1, 2, 3]) && one.site == URL(string: "https://example.org/a"))
    #expect(one.labels == ["a", "#b"] && one.serial == .max && one.team == Reference(1))
    let two = try #require(try await store.fetch(Player.self, id: bob))
    #expect(two.name == "#Bob" && two.level == .junior && two.born == nil && two.serial == 5)
    #expect(try await store.fetch(Team.self, id: 1)?.players == [Reference(ada), Reference(bob)])
    #expect(try await store.fetch(Team.self, id: 3) == nil)
    let export = try await store.export(Team.self)
    #expect(try await store.import(Team.self, from: export).changes.description == "4 unchanged")
  }

  private static func checkQueries(_ store: ModelStore) async throws {
    func names(
      _ condition: @escaping (ModelColumns<Player>) -> ModelCondition<Player>
    ) async throws -> [String] {
      try await store.fetch(Player.self, where: condition, orderBy: { $0.name.descending })
        .map(\.name)
    }
    #expect(try await names { $0.team == Reference(1) } == ["Ada", "#Bob"])
    #expect(try await names { $0.level == .senior && $0.team == Reference(1) } == ["Ada"])
    #expect(try await names { $0.level != .senior } == ["#Bob"])
    #expect(try await names { $0.born < .now } == ["Ada"])
    #expect(try await names { $0.born == nil } == ["#Bob"])
    #expect(try await names { !($0.score > 1) } == ["#Bob"])
    #expect(try await names { $0.serial == 5 || $0.badge == Data([1, 2, 3]) } == ["Ada", "#Bob"])
    #expect(try await names { $0.score.isIn([1.5, nil]) } == ["Ada", "#Bob"])
    #expect(try await names { $0.born == Date(timeIntervalSince1970: 631_249_445) } == ["Ada"])
    #expect(try await store.fetch(Team.self, limit: 1, offset: 1).map(\.name) == ["Blue"])
    #expect(try await store.count(Player.self, where: { $0.name.isIn(["Ada", "Cy"]) }) == 1)
  }

  private static func checkFailures(_ store: ModelStore) async throws {
    await #expect(throws: MappingError.self) {
      try await store.import(
        Team.self, from: #"[{"id": 1, "name": "Pink", "players": []}, {"id": 3, "players": null}]"#)
    }
    #expect(try await store.fetch(Team.self).map(\.name) == ["Red", "Blue"])
    #expect(try await store.count(Player.self) == 2)
  }

  private static func checkWriting(_ store: ModelStore) async throws {
    var team = try #require(try await store.fetch(Team.self, id: 2))
    team.name = "Green"
    #expect(try await store.save(team).updated(Team.self) == [2: ["name"]])
    let result = try await store.import(
      Team.self, from: #"{"id": 1, "players": ["\#(ada)", "\#(nobody)"]}"#)
    #expect(result.changes.deleted(Player.self) == [bob])
    #expect(try await store.unresolved(Player.self) == [nobody])
    try await store.delete(Team.self, where: { $0.name == "Green" })
    #expect(try await store.fetch(Team.self).map(\.name) == ["Red"])
  }
}
