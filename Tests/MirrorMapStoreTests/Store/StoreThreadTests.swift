import Foundation
import Synchronization
import Testing

@testable import MirrorMapStore

/// One store and many tasks; CI runs this under ThreadSanitizer as well.
@Suite(.timeLimit(.minutes(20))) struct StoreThreadTests {
  struct Team: StoredModel {
    @Mapped var id: Int
    @Mapped var round: Int = 0
    @Related(inverse: \Player.team) var players: [Reference<Player>]
  }

  struct Player: StoredModel {
    @Mapped var id: Int
    @Mapped var round: Int = 0
    @Mapped var name: String?
    @Related var team: Reference<Team>?
  }

  enum Kind: CaseIterable {
    case memory, file, sqlite

    func location(_ database: TemporaryDatabase) -> StoreLocation {
      switch self {
      case .memory: .memory
      case .file: .file(at: database.url)
      case .sqlite: .sqlite(at: database.url)
      }
    }
  }

  static let playerCount = 20
  static let last = 9999

  /// A team whose players are all in the same round.
  static func document(_ team: Int, _ round: Int) -> String {
    let players = (0..<playerCount).map {
      #"{"id": \#(team * 100 + $0), "round": \#(round), "name": "Player \#($0)"}"#
    }
    return #"{"id": \#(team), "round": \#(round), "players": [\#(players.joined(separator: ","))]}"#
  }

  @Test(arguments: Kind.allCases)
  func sixteenTasks(_ kind: Kind) async throws {
    let database = try TemporaryDatabase()
    let store = try ModelStore(kind.location(database))
    let rounds = 12
    // The last player signals to the listeners that no more changes follow.
    let last = Self.last
    let changes = store.changes.makeAsyncIterator()
    let listening = Task {
      var (changes, count) = (changes, 0)
      while let change = await changes.next() {
        count += change.insertedCount + change.updatedCount
        if change.inserted(Player.self).contains(last) { break }
      }
      return count
    }
    let observing = (0..<2).map { _ in
      Task { [observation = store.observe(Player.self, where: { $0.round >= 0 })] in
        for try await players in observation {
          Self.expectWhole(players)
          if players.contains(where: { $0.id == last }) { return true }
        }
        return false
      }
    }
    try await withThrowingTaskGroup { group in
      for task in 0..<16 {
        group.addTask {
          for round in 1...rounds { try await Self.step(task, round, store) }
        }
      }
      try await group.waitForAll()
    }
    for team in 0..<5 {
      let stored = try #require(try await store.fetch(Team.self, id: team))
      #expect(stored.round == rounds)
      let players = try await store.fetch(stored.players)
      #expect(players.count == Self.playerCount)
      #expect(players.allSatisfy { $0.round == rounds && $0.team == Reference(team) })
    }
    try await store.import(Player.self, from: #"{"id": \#(last)}"#)
    for task in observing { #expect(try await task.value) }
    #expect(await listening.value > 5 * (Self.playerCount + 1))
  }

  /// The players of each team are those of one commit.
  static func expectWhole(_ players: [Player]) {
    for team in Dictionary(grouping: players.filter { $0.id < 500 }, by: { $0.id / 100 }).values {
      #expect(team.count == playerCount)
      #expect(Set(team.map(\.round)).count == 1)
    }
  }

  static func step(_ task: Int, _ round: Int, _ store: ModelStore) async throws {
    switch task {
    case 0..<5: try await store.import(Team.self, from: document(task, round))
    case 5..<9: expectWhole(try await store.fetch(Player.self, orderBy: { $0.name }))
    case 9..<11:
      var player = Player()
      player.id = task * 100
      player.round = round
      try await store.save(player)
    case 11..<13:
      try await store.delete(Player.self, ids: [(task - 2) * 100])
      _ = try await store.count(Player.self, where: { $0.round == round })
    case 13:
      try await store.transaction { context in
        let players = try context.fetch(Player.self)
        expectWhole(players)
        try context.save(players.prefix(3))
      }
    case 14: _ = try await store.export(Team.self)
    default: _ = try await store.unresolved(Player.self)
    }
  }

  /// Stores and their listeners can go while the others are used.
  @Test func listenersComeAndGo() async throws {
    let store = try ModelStore(.memory)
    await withTaskGroup { group in
      for task in 0..<16 {
        group.addTask {
          for round in 0..<10 {
            let listener = Task { [changes = store.changes] in
              for await change in changes { return change.isEmpty }
              return false
            }
            _ = try? await store.import(Player.self, from: #"{"id": \#(task), "round": \#(round)}"#)
            listener.cancel()
            #expect(await listener.value == false)
          }
        }
      }
    }
    var ended: Task<Int, Never>?
    do {
      let short = try ModelStore(.memory)
      ended = Task { [changes = short.changes] in
        var count = 0
        for await _ in changes { count += 1 }
        return count
      }
      try await short.import(Player.self, from: #"{"id": 1}"#)
    }
    #expect(await ended!.value <= 1)
  }

  /// A model that waits before the models it refers to are written.
  struct Slow: StoredModel, EncodePreparing {
    @Mapped var id: Int
    @Mapped var round: Int = 0
    @Related var player: Reference<Player>?

    func willEncode(in context: MappingContext) throws { context[Pause.self]?.wait() }
  }

  /// Where an export waits until something has been written.
  struct Pause: Sendable {
    let isReached = DispatchSemaphore(value: 0)
    let isOver = DispatchSemaphore(value: 0)

    func wait() {
      isReached.signal()
      isOver.wait()
    }
  }

  @Test(arguments: Kind.allCases)
  func anExportIsOfOneCommit(_ kind: Kind) async throws {
    let database = try TemporaryDatabase()
    let store = try ModelStore(kind.location(database))
    func document(_ round: Int) -> String {
      #"{"id": 1, "round": \#(round), "player": {"id": 2, "round": \#(round)}}"#
    }
    func rounds(_ json: Data) throws -> [Int?] {
      let slow = try JSONValue.decode(from: json)[0]
      return [slow?["round"]?.int, slow?["player"]?["round"]?.int]
    }
    try await store.import(Slow.self, from: document(1))
    let pause = Pause()
    var context = MappingContext.none
    context[Pause.self] = pause
    let exporting = Task { [context] in try await store.export(Slow.self, context: context) }
    await pause.isReached.signaled()
    try await store.import(Slow.self, from: document(2))
    pause.isOver.signal()
    #expect(try await rounds(exporting.value) == [1, 1])
    pause.isOver.signal()
    #expect(try await rounds(store.export(Slow.self, context: context)) == [2, 2])
  }
}
