import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

@Suite(.temporaryFolder) struct DeclarationTests {
  /// A storage that must not be touched.
  private func untouched() throws -> StoreContext {
    try StoreContext(.storage { UntouchedStorage() })
  }

  @Test func theIDMustBeMapped() throws {
    let context = try untouched()
    #expect(
      errorText { try context.import(Computed.self, from: #"{"key": 1}"#) }
        == "Computed cannot be stored: its id isn't a mapped property; declare one: @Mapped var id: Int"
    )
    #expect(
      errorText { try context.fetch(NoID.self, where: nil) }
        == "NoID cannot be stored: its id isn't a mapped property; declare one: @Mapped var id: Int"
    )
    // Also where only a relation leads to it.
    #expect(
      errorText { try context.count(ToComputed.self) }
        == "Computed cannot be stored: its id isn't a mapped property; declare one: @Mapped var id: Int"
    )
  }

  @Test func objectsOfSubclassesAreRefused() throws {
    let context = try StoreContext(.memory)
    let dog = Dog()
    (dog.id, dog.name) = (1, "Rex")
    #expect(
      errorText { try context.save(dog as Animal) }
        == "$: an object of the subclass Dog can't be stored as Animal")
    #expect(try context.count(Animal.self) == 0)
  }

  @Test func anIndexOfAnotherModel() throws {
    #expect(
      errorText { try untouched().count(WrongIndex.self) }
        == "WrongIndex cannot be stored: it declares an index of Animal")
  }

  @Test func columnsThatDifferOnlyInCase() throws {
    let context = try untouched()
    #expect(
      errorText { try context.count(Cases.self) }
        == "Cases cannot be stored: its properties userID and userId would be the same column")
  }

  @Test func entitiesWithOneName() throws {
    let context = try untouched()
    let text = errorText { try context.import(Both.self, from: #"{"id": 1}"#) }
    #expect(text.contains("First.Thing") && text.contains("Second.THING"))
    #expect(text.contains("needs another entityName"))
  }

  @Test(arguments: StorageKind.allCases)
  func entitiesWithOneNameOneAfterTheOther(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(First.Thing.self, from: #"{"id": 1}"#)
    #expect(errorText { try context.count(Second.THING.self) }.contains("First.Thing"))
    #expect(try context.count(First.Thing.self) == 1)
  }

  @Test func aFlattenedModelWithTheAccessOfAnotherOne() throws {
    let context = try StoreContext(.memory)
    for _ in 0..<2 {
      #expect(
        errorText { try context.import(Foreign.self, from: #"{"id": 1, "flag": true}"#) }
          .contains("its _access is that of another type"))
    }
  }

  @Test func anInverseThatLeadsElsewhere() throws {
    let context = try untouched()
    let text = errorText { try context.count(Elsewhere.self) }
    #expect(
      text
        == "Elsewhere cannot be stored: the inverse of nodes leads to Node, not to Elsewhere")
  }

  @Test func anInverseInAModelThatCannotBeMadeOfItAlone() throws {
    #expect(
      errorText { try untouched().count(Worker<Titled>.self) }
        == "Worker<Titled> cannot be stored: the inverse of staff is in an optional flattened model"
        + " that requires title")
    let context = try StoreContext(.memory)
    try context.import(
      Worker<Untitled>.self, from: #"[{"id": 2, "n": "x"}, {"id": 1, "staff": [2]}]"#)
    #expect(try context.fetch(Worker<Untitled>.self).map(\.job?.boss) == [nil, Reference(1)])
  }
}

/// Has a flattened model that claims to be another one.
private struct Foreign: StoredModel {
  @Mapped var id: Int
  @Flattened var part: Part

  struct Part: Mappable {
    @Mapped var flag = false
    static var _access: _ValueAccess { Large._access }
  }

  struct Large: Mappable {
    @Mapped var numbers = [1, 2, 3]
    @Mapped var text = "a"
  }
}

/// Fails at any call.
private final class UntouchedStorage: RecordStorage {
  struct Touched: Error {}

  func open(_ entity: StoredEntity) throws { throw Touched() }
  func begin() throws { throw Touched() }
  func commit() throws { throw Touched() }
  func rollback() {}
  func rows(of entity: StoredEntity, matching query: RowQuery) throws -> [StoredRow] {
    throw Touched()
  }
  func write(_ row: StoredRow, of entity: StoredEntity, changed: ColumnSet?) throws {
    throw Touched()
  }
  func delete(_ ids: [ColumnValue], of entity: StoredEntity) throws { throw Touched() }
}

private struct Computed: StoredModel {
  @Mapped var key: Int
  var id: Int { key }
}

private final class NoID: StoredModel {
  @Mapped var name: String?

  typealias ID = Int
  var id: Int { 0 }

  required init() {}
}

private struct ToComputed: StoredModel {
  @Mapped var id: Int
  @Related var other: Reference<Computed>?
}

private struct Cases: StoredModel {
  @Mapped var id: Int
  @Mapped var userID: String?
  @Mapped("other") var userId: String?
}

private enum First {
  struct Thing: StoredModel {
    @Mapped var id: Int
  }
}

private enum Second {
  struct THING: StoredModel {
    @Mapped var id: Int
  }
}

private struct Both: StoredModel {
  @Mapped var id: Int
  @Related var first: Reference<First.Thing>?
  @Related var second: [Reference<Second.THING>]
}

private struct Elsewhere: StoredModel {
  @Mapped var id: Int
  @Related(inverse: \Node.next) var nodes: [Reference<Node>]
}

private protocol Job: Mappable, Sendable {
  var boss: Reference<Worker<Self>>? { get set }
}

private struct Titled: Job {
  @Mapped var title: String
  @Related var boss: Reference<Worker<Titled>>?
}

private struct Untitled: Job {
  struct Place: Mappable, Sendable {
    @Mapped var city: String
  }

  @Mapped var title: String?
  @Related var boss: Reference<Worker<Untitled>>?
  /// It requires something, but needn't be there.
  @Flattened var place: Place?
}

private struct Worker<Work: Job>: StoredModel {
  @Mapped var id: Int
  @Mapped var n: String?
  @Flattened var job: Work?
  @Related(inverse: \Worker<Work>.job!.boss) var staff: [Reference<Worker<Work>>]

  static var entityName: String { "Worker" }
}

private class Animal: StoredModel {
  @Mapped var id: Int
  @Mapped var name: String
  required init() {}
}

private final class Dog: Animal {}

private struct WrongIndex: StoredModel {
  @Mapped var id: Int
  static var indexes: [StoredIndex] { [StoredIndex(\Animal.name)] }
}
