import Dispatch
import MirrorMapStore
import Testing

/// Reads don't wait for an import, and see what was committed last. A read that waits would wait
/// forever; the limit ends the test then, and is far above what a busy machine needs.
@Suite(.timeLimit(.minutes(20)), .serialized) struct ReadingThreadTests {
  struct Slow: StoredModel {
    @Mapped var id: Int
    @Mapped var gate: Gate?
  }

  /// A model that is used for the first time while the import runs.
  struct Other: StoredModel {
    @Mapped var id: Int
  }

  /// Waits where it's decoded from "wait".
  struct Gate: MappableValue, Sendable {
    static let began = DispatchSemaphore(value: 0)
    static let mayEnd = DispatchSemaphore(value: 0)

    static func decode(from reader: inout JSONReader) throws -> Gate {
      if try reader.decode(String.self) == "wait" {
        began.signal()
        mayEnd.wait()
      }
      return Gate()
    }

    func encode(to writer: inout JSONWriter) throws { try writer.encode("open") }
  }

  @Test(arguments: ["memory", "file", "sqlite"])
  func readsDoNotWait(kind: String) async throws {
    let database = try TemporaryDatabase()
    let location: StoreLocation =
      switch kind {
      case "memory": .memory
      case "file": .file(at: database.url)
      default: .sqlite(at: database.url)
      }
    if kind != "memory" { try await ModelStore(location).import(Slow.self, from: #"{"id": 1}"#) }
    let store = try ModelStore(location)
    try await store.import(Slow.self, from: #"{"id": 1}"#)
    let importing = Task {
      try await store.import(Slow.self, from: #"[{"id": 2}, {"id": 1, "gate": "wait"}, {"id": 3}]"#)
    }
    await Gate.began.signaled()
    do {
      defer { Gate.mayEnd.signal() }
      #expect(try await store.fetch(Slow.self).map(\.id) == [1])
      #expect(try await store.count(Slow.self, where: { $0.id > 1 }) == 0)
      #expect(try await store.fetch(Other.self).isEmpty)
      #expect(try await [Slow].decode(from: store.export(Slow.self)).map(\.id) == [1])
    }
    #expect(try await importing.value.changes.description == "2 inserted, 1 updated")
    #expect(try await store.fetch(Slow.self).map(\.id) == [1, 2, 3])
  }
}
