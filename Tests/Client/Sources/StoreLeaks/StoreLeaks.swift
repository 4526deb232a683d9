import Foundation
import MirrorMapStore

final class Person: StoredModel {
  nonisolated(unsafe) static var count = 0

  @Mapped var id: Int
  @Mapped var name: String?
  @Mapped var tags: [String: [String]] = [:]
  @Related var boss: Reference<Person>?
  @Related(policy: .merge, inverse: \Person.boss) var staff: [Reference<Person>]
  @Related var badges: Set<Reference<Badge>>

  init() { Self.count += 1 }

  deinit { Self.count -= 1 }
}

private final class Planted {}

struct Badge: StoredModel {
  @Mapped var id: String
  @Mapped var level: Int
  @Related var owner: Reference<Person>?
}

/// Uses stores in ways that fail and succeed, under LeakSanitizer, which ends the program with an error if anything
/// was left behind. The first round, which makes what stays for ever, isn't looked at.
@main
enum StoreLeaks {
  static func main() throws {
    guard let disable = function("__lsan_disable"), let enable = function("__lsan_enable") else {
      print("StoreLeaks has to be built with --sanitize=address")
      exit(2)
    }
    disable()
    try round()
    enable()
    for _ in 0..<3 { try round() }
    let isFinished = DispatchSemaphore(value: 0)
    Task.detached {
      do { try await asynchronousRound() } catch { fatalError("\(error)") }
      isFinished.signal()
    }
    isFinished.wait()
    // To see that the sanitizer is looking; not counted, so that nothing else ends the program with an error.
    if CommandLine.arguments.contains("plant") {
      for _ in 0..<5 { _ = Unmanaged.passRetained(Planted()) }
    }
    print("failed \(failures) times, \(Person.count) objects are left")
    fflush(nil)
    exit(failures > 100 && Person.count == 0 ? 0 : 3)
  }

  private static func function(_ name: String) -> (@convention(c) () -> Void)? {
    dlsym(UnsafeMutableRawPointer(bitPattern: 0), name).map {
      unsafeBitCast($0, to: (@convention(c) () -> Void).self)
    }
  }

  nonisolated(unsafe) private static var failures = 0

  private static func attempt<R>(_ body: () throws -> R) {
    do {
      _ = try body()
    } catch {
      failures += 1
      _ = "\(error)"
    }
  }

  /// Objects that refer to each other and to themselves.
  private static let document = Array(
    #"""
    [{"id":1,"name":"a name of more than fifteen bytes","boss":{"id":2,"name":"another name of that length",
    "boss":{"id":1,"name":"inner, of more than fifteen bytes"},"staff":[{"id":1,"tags":{"a":["of more than fifteen"]}}]},
    "staff":[3,{"id":3,"name":"the third, also with a long name"}],"badges":[{"id":"a badge with a long id","level":1}]}]
    """#.utf8)

  @inline(never)
  private static func round() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("StoreLeaks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let locations: [StoreLocation] = [
      .memory, .file(at: folder.appendingPathComponent("a")),
      .sqlite(at: folder.appendingPathComponent("b")),
    ]
    for location in locations { try use(location) }
    try Data("no store".utf8).write(to: folder.appendingPathComponent("c"))
    attempt { try StoreContext(.file(at: folder.appendingPathComponent("c"))) }
    attempt { try StoreContext(.sqlite(at: folder.appendingPathComponent("c"))) }
  }

  private static func use(_ location: StoreLocation) throws {
    let context = try StoreContext(location)
    try context.import(Person.self, from: document)
    let people = try context.fetch(Person.self)
    for count in stride(from: 0, to: document.count, by: 9) {
      attempt { try context.import(Person.self, from: document[..<count]) }
    }
    var lossy = Mapper()
    lossy.failurePolicy = .lossy
    for index in stride(from: 0, to: document.count, by: 9) {
      var bytes = document
      bytes[index] = 0x5B
      attempt { try context.import(Person.self, from: bytes, using: lossy) }
    }
    people[0].name = "changed, to a name of some length"
    attempt { try context.save(people) }
    attempt {
      try context.transaction {
        try context.delete(Person.self, ids: [1])
        try context.import(Person.self, from: document)
        throw CancellationError()
      }
    }
    attempt { try context.export(Person.self) }
    attempt { try context.fetch(Person.self, where: { $0.name > "a" && $0.boss != nil }) }
    attempt { try context.unresolved(Badge.self) }
  }

  private static func asynchronousRound() async throws {
    do {
      let store = try ModelStore(.memory)
      let listening = Task { [changes = store.changes] in
        var count = 0
        for await _ in changes { count += 1 }
        return count
      }
      try await store.transaction { _ = try $0.import(Person.self, from: document) }
      try await store.import(Badge.self, from: #"{"id": "b", "level": 2}"#)
      for try await _ in store.observe(Badge.self) { break }
      listening.cancel()
      _ = await listening.value
    }
  }
}
