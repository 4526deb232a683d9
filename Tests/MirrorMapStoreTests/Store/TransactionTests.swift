import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

@Suite(.temporaryFolder) struct TransactionTests {
  @Test(arguments: StorageKind.allCases)
  func allOrNothing(kind: StorageKind) async throws {
    let store = try kind.store()
    try await store.import(Item.self, from: #"[{"id": 1, "text": "a"}, {"id": 2, "text": "b"}]"#)
    let text = await errorText {
      try await store.transaction { context in
        var item = try #require(try context.fetch(Item.self, id: 1))
        item.text = "x"
        try context.save(item)
        try context.delete(Item.self, ids: [2])
        try context.import(Item.self, from: #"{"id": 3, "text": "c"}"#)
        #expect(try context.fetch(Item.self).map(\.text) == ["x", "c"])
        throw StoreError(.failed, "on purpose")
      }
    }
    #expect(text == "on purpose")
    #expect(try await store.fetch(Item.self).map(\.text) == ["a", "b"])
    let count = try await store.transaction { context in
      try context.delete(Item.self, ids: [2])
      try context.import(Item.self, from: #"{"id": 3, "text": "c"}"#)
      return try context.count(Item.self)
    }
    #expect(count == 2)
    #expect(try await store.fetch(Item.self).map(\.text) == ["a", "c"])
  }

  @Test(arguments: StorageKind.allCases)
  func anInnerFailureEndsAll(kind: StorageKind) throws {
    let context = try kind.context()
    let text = errorText {
      try context.transaction {
        try context.import(Item.self, from: #"{"id": 1, "text": "a"}"#)
        _ = try? context.transaction {
          try context.import(Item.self, from: #"{"id": 2, "text": "b"}"#)
          throw StoreError(.failed, "inner")
        }
      }
    }
    #expect(text == "inner")
    #expect(try context.count(Item.self) == 0)
    try context.transaction {
      try context.transaction {
        _ = try context.import(Item.self, from: #"{"id": 1, "text": "a"}"#)
      }
    }
    #expect(try context.count(Item.self) == 1)
  }

  /// What goes wrong before a step has written anything fails the transaction as well.
  @Test(arguments: StorageKind.allCases)
  func aCaughtErrorEndsAll(kind: StorageKind) throws {
    if kind.keepsRows {
      try kind.context().import(Former.self, from: #"{"id": 1, "value": "text"}"#)
    }
    func expectFailure(_ step: (StoreContext) throws -> Void) throws {
      let context = try kind.context()
      var caught: (any Error)?
      let text = errorText {
        try context.transaction {
          try context.import(Item.self, from: #"{"id": 1, "text": "a"}"#)
          do { try step(context) } catch { caught = error }
        }
      }
      #expect(caught.map { "\($0)" } == text)
      #expect(try context.count(Item.self) == 0)
    }
    try expectFailure { try $0.import(Item.self, from: "{") }
    try expectFailure { try $0.import(Unidentified.self, from: "[]") }
    try expectFailure { try $0.delete(Unidentified.self, ids: [1]) }
    try expectFailure { try $0.save(Unidentified()) }
    try expectFailure { try $0.delete(Item.self, where: { $0[dynamicMember: \.computed] == 1 }) }
    try expectFailure { try $0.delete(Measure.self, ids: [.nan]) }
    try expectFailure { try $0.import(Item.self, fromObject: ["id": Date()]) }
    if kind.keepsRows {
      try expectFailure { try $0.import(Latter.self, from: "[]") }
      try expectFailure { try $0.delete(Latter.self, where: { $0.id == 1 }) }
    }
  }

  @Test(arguments: StorageKind.allCases)
  func theFirstUseOfAModel(kind: StorageKind) throws {
    let context = try kind.context()
    _ = errorText {
      try context.transaction {
        try context.import(Box.self, from: #"{"id": 1, "owner": {"id": 5, "text": "a"}}"#)
        throw StoreError(.failed, "on purpose")
      }
    }
    #expect(try context.count(Box.self) == 0 && context.count(Item.self) == 0)
    try context.import(Box.self, from: #"{"id": 1, "owner": {"id": 5, "text": "a"}}"#)
    #expect(try context.fetch(Item.self).map(\.text) == ["a"])
  }

  @Test(arguments: StorageKind.allCases)
  func changesOfTheWholeTransaction(kind: StorageKind) async throws {
    let store = try kind.store()
    var changes = store.changes.makeAsyncIterator()
    try await store.transaction { context in
      try context.import(Item.self, from: #"[{"id": 1, "text": "a"}, {"id": 2, "text": "b"}]"#)
      try context.import(Item.self, from: #"{"id": 1, "text": "c"}"#)
      try context.delete(Item.self, ids: [2])
    }
    let all = try #require(await changes.next())
    #expect(all.inserted(Item.self) == [1] && all.deleted(Item.self) == [])
    #expect(all.description == "1 inserted")
  }

  // MARK: Progress and cancellation

  private func document(_ count: Int) -> String {
    "[\((0..<count).map { #"{"id": \#($0), "text": "some text"}"# }.joined(separator: ","))]"
  }

  @Test(arguments: StorageKind.allCases)
  func progressInBytes(kind: StorageKind) throws {
    let context = try kind.context()
    let json = document(1000)
    let progress = Progress(totalUnitCount: 0)
    try context.import(Item.self, from: json, progress: progress)
    #expect(progress.totalUnitCount == Int64(json.utf8.count))
    #expect(progress.completedUnitCount == Int64(json.utf8.count))
    let short = Progress(totalUnitCount: 0)
    try context.import(Item.self, from: document(3), progress: short)
    #expect(short.totalUnitCount == Int64(document(3).utf8.count))
    #expect(short.isFinished)
    let export = Progress(totalUnitCount: 0)
    _ = try context.export(Item.self, progress: export)
    #expect(export.totalUnitCount == 1000 && export.isFinished)
  }

  @Test(arguments: StorageKind.allCases)
  func progressIsThatOfTheOuterDocument(kind: StorageKind) throws {
    let context = try kind.context()
    func note(_ id: Int, _ inner: String) -> String {
      #"{"id": \#(id), "part": "\#(inner.replacingOccurrences(of: "\"", with: "\\\""))"}"#
    }
    // An object inside itself is read again, and so are those in it.
    let last = note(5000, "9").dropLast() + #", "next": {"id": 5000, "text": "again"}}"#
    // Reports are at each 64th object, so that they're inside of strings.
    let notes =
      [#"{"id": 7000}"#] + (0..<300).map { note($0, #"{"id": \#(1000 + $0), "text": "inner"}"#) }
    let json = "[\((notes + [String(last)] + [note(6000, "8")]).joined(separator: ","))]"
    let progress = Progress(totalUnitCount: 0)
    let steps = Steps(progress)
    var values = MappingContext()
    values[Steps.self] = steps
    try context.import(Memo.self, from: json, context: values, progress: progress)
    #expect(steps.counts.count > 600 && Set(steps.totals) == [Int64(json.utf8.count)])
    #expect(steps.counts == steps.counts.sorted() && Set(steps.counts).count > 4)
  }

  @Test(arguments: StorageKind.allCases)
  func aProgressCancels(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Item.self, from: #"{"id": 0, "text": "a"}"#)
    let progress = Progress(totalUnitCount: 0)
    #expect(
      errorText {
        try context.import(
          Canceler.self, from: Canceler.document, context: .with(progress), progress: progress)
      }
        == "CancellationError()")
    #expect(try context.count(Canceler.self) == 0)
    #expect(try context.fetch(Item.self).map(\.text) == ["a"])
    let canceled = Progress(totalUnitCount: 0)
    canceled.cancel()
    #expect(
      errorText { try context.import(Item.self, from: "[]", progress: canceled) }
        == "CancellationError()")
    #expect(
      errorText { try context.export(Item.self, progress: canceled) } == "CancellationError()")
  }

  @Test(arguments: StorageKind.allCases)
  func aTaskCancels(kind: StorageKind) async throws {
    let store = try kind.store()
    let json = document(2000)
    let task = Task {
      withUnsafeCurrentTask { unsafe $0?.cancel() }
      return await errorText { try await store.import(Item.self, from: json) }
    }
    #expect(await task.value == "CancellationError()")
    #expect(try await store.count(Item.self) == 0)
    // A lossy policy doesn't drop it.
    var mapper = Mapper()
    mapper.failurePolicy = .lossy
    let lossy = mapper
    let progress = Progress(totalUnitCount: 0)
    #expect(
      await errorText {
        try await store.import(
          Canceler.self, from: Canceler.document, using: lossy, context: .with(progress),
          progress: progress)
      } == "CancellationError()")
    #expect(try await store.count(Canceler.self) == 0)
  }

  @Test(arguments: StorageKind.allCases)
  func objectsOfAFailedFirstTransaction(kind: StorageKind) throws {
    if kind.keepsRows {
      try kind.context().import(Person.self, from: #"[{"id": 1, "name": "a"}, {"id": 2}]"#)
    }
    let context = try kind.context()
    var held: [Person] = []
    for _ in 0..<2 {
      _ = errorText {
        try context.transaction {
          held += try context.fetch(Person.self, ids: [1])
          // One that is fetched after a change may have what is rolled back.
          try context.import(Person.self, from: #"{"id": 2, "name": "x"}"#)
          held += try context.fetch(Person.self, ids: [2])
          throw StoreError(.failed, "on purpose")
        }
      }
    }
    if kind.keepsRows {
      #expect(held.map(\.name) == ["a", nil, "a", nil])
      #expect(held[0] === held[2] && held[1] === held[3])
      #expect(try context.fetch(Person.self, id: 1) === held[0])
      #expect(try context.fetch(Person.self, id: 2) === held[1])
      held[0].name = "b"
      #expect(try context.save(held[0]).updated(Person.self) == [1: ["name"]])
    } else {
      #expect(try context.count(Person.self) == 0)
    }
  }
}

private struct Unidentified: StoredModel {
  var id = 1
  @Mapped var text: String?
}

private struct Measure: StoredModel {
  @Mapped var id: Double
}

private struct Former: StoredModel {
  static var entityName: String { "Changed" }
  @Mapped var id: Int
  @Mapped var value: String
}

private struct Latter: StoredModel {
  static var entityName: String { "Changed" }
  @Mapped var id: Int
  @Mapped var value: Int
}

extension Item {
  fileprivate var computed: Int {
    get { 1 }
    set {}
  }
}

/// A model whose hundredth object cancels the import.
private struct Canceler: StoredModel, DecodeCompleting {
  @Mapped var id: Int

  func didDecode(in context: MappingContext) throws {
    if id == 100 { context[ProgressKey.self]?.progress.cancel() }
  }

  static var document: String {
    "[\((0..<1000).map { #"{"id": \#($0)}"# }.joined(separator: ","))]"
  }
}

private struct Memo: StoredModel, DecodeCompleting {
  @Mapped var id: Int
  @Mapped var text: String?
  @Mapped(transform: .stringifiedJSON(Reference<Memo>?.self)) var part: Reference<Memo>?
  @Related var next: Reference<Memo>?

  func didDecode(in context: MappingContext) throws { context[Steps.self]?.add() }
}

/// What a progress has reported.
private final class Steps: @unchecked Sendable {
  private let progress: Progress
  private(set) var counts: [Int64] = []
  private(set) var totals: [Int64] = []

  init(_ progress: Progress) { self.progress = progress }

  func add() {
    counts.append(progress.completedUnitCount)
    totals.append(progress.totalUnitCount)
  }
}

private struct ProgressKey: Sendable {
  let progress: Progress
}

extension MappingContext {
  fileprivate static func with(_ progress: Progress) -> MappingContext {
    var context = MappingContext()
    context[ProgressKey.self] = ProgressKey(progress: progress)
    return context
  }
}
