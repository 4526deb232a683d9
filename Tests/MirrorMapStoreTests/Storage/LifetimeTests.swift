import MirrorMapStore
import Testing

/// A context doesn't keep its objects alive, and objects that refer to each other don't either.
struct LifetimeTests {
  final class Person: StoredModel {
    @Mapped var id: Int
    @Mapped var name: String?
    @Related var friend: Reference<Person>?
    @Related(inverse: \Person.friend) var friends: [Reference<Person>]
    init() {}
  }

  static let cycle = """
    [{"id": 1, "name": "A", "friend": {"id": 2, "name": "B", "friend": 1, "friends": [1, 2]}, "friends": [2]}]
    """

  @Test func objectsGo() throws {
    let context = try StoreContext(.memory)
    weak var first: Person?
    weak var second: Person?
    do {
      try context.import(Person.self, from: Self.cycle)
      let people = try context.fetch(Person.self)
      (first, second) = (people[0], people[1])
      try context.import(Person.self, from: Self.cycle)
      people[0].name = "C"
      try context.save(people)
      #expect(throws: MappingError.self) {
        try context.import(
          Person.self, from: #"[{"id": 1, "name": "D", "friends": [{"id": 2, "name": 5}]}]"#)
      }
      #expect(first != nil && second != nil && people[0].name == "C")
    }
    #expect(first == nil && second == nil)
  }

  @Test func contextsGo() throws {
    weak var context: StoreContext?
    var person: Person?
    do {
      let strong = try StoreContext(.memory)
      context = strong
      try strong.import(Person.self, from: Self.cycle)
      #expect(throws: (any Error).self) { try strong.import(Person.self, from: #"[{"id": true}]"#) }
      person = try strong.fetch(Person.self, id: 1)
    }
    #expect(context == nil && person?.friend == Reference(2))
  }

  @Test func storesGo() async throws {
    weak var store: ModelStore?
    do {
      let strong = try ModelStore(.memory)
      store = strong
      try await strong.transaction { _ = try $0.import(Person.self, from: Self.cycle) }
      let changes = strong.changes
      var iterator: StoreChangeSequence.Iterator? = changes.makeAsyncIterator()
      try await strong.delete(Person.self, ids: [1])
      #expect(await iterator?.next()?.deletedCount == 1)
      iterator = nil
    }
    #expect(store == nil)
  }

  final class KeptContext {
    var context: MappingContext?
  }

  struct KeptContextKey: Sendable {
    nonisolated(unsafe) let kept: KeptContext
  }

  struct Keeping: StoredModel, DecodeCompleting {
    @Mapped var id: Int
    @Related var friend: Reference<Person>?

    mutating func didDecode(in context: MappingContext) throws {
      context[KeptContextKey.self]?.kept.context = context
    }
  }

  /// The context of an import leads nowhere after it.
  @Test func contextsOfImportsThatAreKept() throws {
    let kept = KeptContext()
    var passed = MappingContext.none
    passed[KeptContextKey.self] = KeptContextKey(kept: kept)
    do {
      let context = try StoreContext(.memory)
      try context.import(Keeping.self, from: #"{"id": 1, "friend": {"id": 2}}"#, context: passed)
    }
    let late = try #require(kept.context)
    #expect(try Keeping.decode(from: #"{"id": 1, "friend": 2}"#, context: late).friend?.id == 2)
    let error = #expect(throws: MappingError.self) {
      try Keeping.decode(from: #"{"id": 1, "friend": {"id": 2}}"#, context: late)
    }
    #expect(error?.code == .typeMismatch)
  }
}
