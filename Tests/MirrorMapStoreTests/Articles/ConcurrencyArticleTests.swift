import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

// The code of the article on concurrency; `ArticleTests` checks that it is all here.

@Suite(.temporaryFolder) struct ConcurrencyArticleTests {
  struct Account: StoredModel {
    @Mapped var id: Int
    @Mapped var balance: Int
  }

  final class Person: StoredModel {
    @Mapped var id: Int
    @Mapped var name: String?
    @Related var boss: Reference<Person>?

    init() {}
  }

  @Test func codeDoesWhatItSays() async throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }
    let folder = try #require(TemporaryFolder.current)
    let url = folder.appendingPathComponent("accounts")

    let store = try ModelStore(.sqlite(at: url))
    try await store.import(
      Account.self, from: #"[{"id": 1, "balance": 10}, {"id": 2, "balance": 0}]"#)

    try await store.transaction { context in
      var accounts = try context.fetch(Account.self, ids: [1, 2])
      accounts[0].balance -= 5
      accounts[1].balance += 5
      try context.save(accounts)
    }
    print(try await store.fetch(Account.self, ids: [1, 2]).map(\.balance))

    let context = try StoreContext(.memory)
    try context.import(
      Person.self, from: #"{"id": 1, "name": "Ada", "boss": {"id": 2, "name": "Grace"}}"#)
    let ada = try context.fetch(Person.self, id: 1)!
    let grace = try context.fetch(ada.boss)!

    try context.import(Person.self, from: #"{"id": 2, "name": "Admiral Grace"}"#)
    print(grace.name ?? "")

    try? context.transaction {
      grace.name = "Rear Admiral Grace"
      try context.save(grace)
      throw CancellationError()
    }
    print(grace.name ?? "", grace.$name.isChanged)

    try console.check("Concurrency")
  }

  @MainActor
  final class PeopleList {
    private let store: ModelStore
    private let context: StoreContext
    private(set) var people: [Person] = []

    init(at url: URL) throws {
      store = try ModelStore(.sqlite(at: url))
      context = try StoreContext(.sqlite(at: url))
      try update()
    }

    func load(_ json: Data) async throws {
      let changes = try await store.import(Person.self, from: json).changes
      try context.refresh(changes)
      try update()
    }

    private func update() throws {
      people = try context.fetch(Person.self, orderBy: { $0.name })
    }
  }

  @MainActor @Test func liveObjectsAreRefreshed() async throws {
    let folder = try #require(TemporaryFolder.current)
    let list = try PeopleList(at: folder.appendingPathComponent("people"))
    try await list.load(Data(#"[{"id": 1, "name": "Ada"}, {"id": 2, "name": "Cy"}]"#.utf8))
    let ada = list.people[0]
    #expect(ada.name == "Ada")
    try await list.load(Data(#"[{"id": 1, "name": "Zoe"}]"#.utf8))
    #expect(ada.name == "Zoe")
    #expect(list.people.map(\.name) == ["Cy", "Zoe"])
    #expect(list.people[1] === ada)
  }

  @Test func readsDoNotWaitForImports() async throws {
    let folder = try #require(TemporaryFolder.current)
    let store = try ModelStore(.sqlite(at: folder.appendingPathComponent("accounts")))
    try await store.import(Account.self, from: #"{"id": 1, "balance": 10}"#)
    #expect(try await store.count(Account.self) == 1)
    let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    async let writing: Void = store.transaction { context in
      try context.import(Account.self, from: #"{"id": 1, "balance": 11}"#)
      begun.signal()
      end.wait()
    }
    await begun.signaled()
    do {
      defer { end.signal() }
      #expect(try await store.fetch(Account.self, id: 1)?.balance == 10)
    }
    try await writing
    #expect(try await store.fetch(Account.self, id: 1)?.balance == 11)
  }
}
