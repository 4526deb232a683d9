import Foundation
import Testing

@testable import MirrorMapStore

/// Each step of a scenario is repeated with a storage that fails at the first call, then at the second, and so on,
/// until the step succeeds.
struct FailingStorageTests {
  final class Company: StoredModel {
    @Mapped var id: Int
    @Mapped var name: String?
    @Mapped var address: Address?
    @Related(policy: .replace, inverse: \Person.company) var staff: [Reference<Person>]
    @Related(policy: .replace) var boss: Reference<Person>?
    @Related(policy: .merge) var friends: [Reference<Person>]
    init() {}
  }

  final class Person: StoredModel {
    @Mapped var id: Int
    @Mapped var name: String
    @Mapped var age: Int?
    @Mapped var tags: [String: Int] = [:]
    @Related var company: Reference<Company>?
    @Related(inverse: \Badge.owner) var badges: Set<Reference<Badge>>
    init() {}
  }

  struct Badge: StoredModel {
    @Mapped var id: String
    @Mapped var level: Int = 1
    @Related var owner: Reference<Person>?
  }

  struct Address: Mappable {
    @Mapped var street: String?
    @Mapped var city: String?
  }

  static let seed = """
    [{"id": 1, "name": "One", "address": {"street": "A", "city": "B"}, "boss": 2, "friends": [9],
      "staff": [
        {"id": 1, "name": "Ann", "age": 30, "tags": {"a": 1},
         "badges": [{"id": "x", "level": 1}, {"id": "y", "level": 1}]},
        {"id": 2, "name": "Bob"}, {"id": 3, "name": "Cy", "age": 50}]}]
    """

  /// Updates, inserts, deletions, moves, an object inside itself, and an id that occurs twice.
  static let document = """
    [{"id": 1, "name": "Uno", "address": {"street": "C"}, "boss": {"id": 5, "name": "Eve"},
      "staff": [
        {"id": 1, "name": "Anna", "age": null, "tags": {"b": 2},
         "badges": [{"id": "x", "level": 2}, {"id": "z", "level": 1}]},
        {"id": 4, "name": "Dan", "company": {"id": 2, "name": "Two", "staff": [{"id": 3, "name": "Cyd", "age": 51}]}},
        {"id": 1, "tags": {"c": 3}, "company": {"id": 1, "name": "inner", "friends": [7]}}]},
     {"id": 2, "name": "Duo", "boss": {"id": 4, "age": 20}}]
    """

  /// A store with live objects.
  final class Fixture {
    let storage: FailingStorage
    let context: StoreContext
    var company: Company
    var people: [Person]

    init(_ inner: any RecordStorage, _ mode: FailingStorage.Mode) throws {
      storage = FailingStorage(inner, mode)
      context = StoreContext(storage: storage)
      try context.import(Company.self, from: seed)
      company = try #require(try context.fetch(Company.self, id: 1))
      people = try context.fetch(Person.self)
    }

    /// All rows, in words.
    func rows() throws -> [String] {
      try [try Company.table, try Person.table, try Badge.table].flatMap { table in
        try storage.rows(of: table.entity, matching: RowQuery()).map { "\($0)" }
      }
    }

    /// The live objects with all that can be seen of them.
    func objects() throws -> [String] {
      func words<Model: StoredModel>(_ model: Model) throws -> String {
        let table = try ModelTable<Model>.shared
        var copy = model
        let areChanged = ModelMemory.withAnyBase(of: &copy) { base in
          table.columns.map { $0.slot(in: base)?.state.isChanged }
        }
        return "\(try table.row(of: model)) \(areChanged)"
      }
      return try [words(company)] + people.map(words)
    }

    /// Whether the live objects are those that one gets.
    func expectIdentity() throws {
      #expect(try context.fetch(Company.self, id: 1) === company)
      for person in people {
        if let stored = try context.fetch(Person.self, id: person.id) {
          #expect(stored === person, "\(person.id)")
        }
      }
    }
  }

  struct Maker {
    /// Whether there is time for all ways to fail.
    let isQuick: Bool
    let make: () throws -> any RecordStorage
  }

  /// Lets a step fail at each of its calls.
  ///
  /// - Parameters:
  ///   - prepare: Changes the objects that the step is about.
  ///   - step: What is repeated.
  func repeatFailing(
    _ makeStorage: Maker, least: Int,
    prepare: (Fixture) throws -> Void = { _ in },
    _ step: (Fixture) throws -> Void
  ) throws {
    for mode in FailingStorage.Mode.allCases where mode == .before || makeStorage.isQuick {
      let model = try Fixture(MemoryStorage(), .before)
      try prepare(model)
      try step(model)
      let expected = try model.rows()
      var count = 0
      while true {
        let fixture = try Fixture(try makeStorage.make(), mode)
        try prepare(fixture)
        let (rows, objects) = (try fixture.rows(), try fixture.objects())
        fixture.storage.fail(after: count)
        do {
          try step(fixture)
        } catch {
          let failure = (error as? StoreError)?.underlying
          #expect(failure is FailingStorage.Failure, "\(mode) \(count): \(error)")
        }
        guard fixture.storage.hasFailed else { break }
        fixture.storage.mend()
        #expect(try fixture.rows() == rows, "\(mode) \(count)")
        #expect(try fixture.objects() == objects, "\(mode) \(count)")
        try fixture.expectIdentity()
        // It's still usable, and does now what it was asked to.
        try step(fixture)
        let after = try fixture.rows()
        #expect(after == expected, "\(mode) \(count)")
        count += 1
        try #require(count < 1000)
      }
      #expect(count >= least)
    }
  }

  func onEachStorage(_ body: (Maker) throws -> Void) throws {
    try body(Maker(isQuick: true) { MemoryStorage() })
    let database = try TemporaryDatabase()
    var count = 0
    try body(
      Maker(isQuick: false) {
        count += 1
        return try SQLiteStorage(at: database.folder.appendingPathComponent("\(count).sqlite"))
      })
  }

  @Test func imports() throws {
    try onEachStorage { storage in
      try repeatFailing(storage, least: 30) {
        try $0.context.import(Company.self, from: Self.document)
      }
    }
  }

  @Test func lossyImports() throws {
    var mapper = Mapper()
    mapper.failurePolicy = .lossy
    try onEachStorage { storage in
      try repeatFailing(storage, least: 30) {
        try $0.context.import(Company.self, from: Self.document, using: mapper)
      }
    }
  }

  @Test func saves() throws {
    try onEachStorage { storage in
      try repeatFailing(storage, least: 6) { fixture in
        fixture.company.name = "Changed"
        fixture.people[0].tags["a"] = 5
        fixture.people[1].age = 7
        fixture.people[2].company = nil
      } _: { fixture in
        try fixture.context.transaction {
          try fixture.context.save(fixture.company)
          try fixture.context.save(fixture.people)
        }
      }
    }
  }

  @Test func deletes() throws {
    try onEachStorage { storage in
      try repeatFailing(storage, least: 8) { fixture in
        try fixture.context.transaction {
          try fixture.context.delete(Badge.self, where: { $0.level == 1 })
          try fixture.context.delete(Person.self, ids: [1, 3, 8])
          try fixture.context.import(Person.self, from: #"{"id": 1, "name": "Another"}"#)
        }
      }
    }
  }

  @Test func reads() throws {
    try onEachStorage { storage in
      try repeatFailing(storage, least: 12) { fixture in
        let context = fixture.context
        _ = try context.fetch(Person.self, id: 1)
        _ = try context.fetch(Person.self, ids: [1, 2, 8])
        _ = try context.fetch(Person.self, where: { $0.age > 3 }, orderBy: { $0.name })
        _ = try context.count(Person.self)
        _ = try context.unresolved(Person.self)
        _ = try context.export(Company.self)
      }
    }
  }

  /// The first use of a model fails.
  @Test func opening() throws {
    for count in 0..<3 {
      let storage = FailingStorage(MemoryStorage())
      let context = StoreContext(storage: storage)
      storage.fail(after: count)
      let error = #expect(throws: StoreError.self) {
        try context.import(Company.self, from: Self.seed)
      }
      #expect(error?.underlying is FailingStorage.Failure)
      let changes = try context.import(Company.self, from: Self.seed).changes
      #expect(changes.description == "6 inserted")
    }
  }
}
