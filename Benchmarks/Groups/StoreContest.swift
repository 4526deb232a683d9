import Foundation
import MirrorMapStore

/// MirrorMapStore against SQLite's C interface by hand: the same employees, the same table, the same settings.
enum StoreContest {
  typealias Employee = StoredEmployees.Employee
  typealias Row = StoredEmployees.Row

  private static let count = 100_000
  private static let limit = "SQLite by hand"
  private static let decodeAndLimit = "MirrorMap+SQLite by hand"
  private static let decoderAndLimit = "JSONDecoder+SQLite by hand"
  private static let store = "MirrorMapStore"
  private static let storeAgain = "MirrorMapStore, nothing changed"
  private static let storeChanged = "MirrorMapStore, two thirds changed"
  private static let structs = "MirrorMapStore, structs"
  private static let liveObjects = "MirrorMapStore, live objects"
  private static let checkedObjects = "MirrorMapStore, live objects with a hook"

  /// New rows.
  static let importing = BenchmarkGroup(
    name: "store import",
    summary: "100,000 employees into a new SQLite database; by hand, the rows are ready in memory",
    metric: .nanosecondsPerRow,
    baselines: [limit, decodeAndLimit, decoderAndLimit],
    contenders: [limit, decodeAndLimit, decoderAndLimit, store],
    goals: [store: .ratio(atLeast: 0.5)],
    mostRounds: 12,
    prepare: { workbench in
      let data = StoredEmployees.document(count: count)
      let rows = try JSONDecoder().decode([Row].self, from: data)
      let folder = try TemporaryFolder()
      if workbench.wantsChecks { try check(data, rows, folder) }
      return [
        contender(limit, folder) { try SQLiteByHand(at: $0).insert(rows) },
        contender(decodeAndLimit, folder) { url in
          let employees = try [Employee].decode(from: data)
          try SQLiteByHand(at: url).insert(employees.lazy.map { Row($0) })
        },
        contender(decoderAndLimit, folder) { url in
          try SQLiteByHand(at: url).insert(JSONDecoder().decode([Row].self, from: data))
        },
        contender(store, folder) { url in
          try StoreContext(.sqlite(at: url)).import(Employee.self, from: data)
        },
      ]
    })

  /// The same rows once more.
  static let importingAgain = BenchmarkGroup(
    name: "store import again",
    summary: "the same employees into the database that has them, unchanged or changed in a column",
    metric: .nanosecondsPerRow,
    baselines: [store],
    contenders: [store, storeAgain, storeChanged],
    goals: [storeAgain: .ratio(atLeast: 1 / 1.8)],
    mostRounds: 12,
    prepare: { workbench in
      let data = StoredEmployees.document(count: count)
      let raised = StoredEmployees.document(count: count, raise: 100)
      let folder = try TemporaryFolder()
      let full = try StoreContext(.sqlite(at: folder.file("again")))
      try full.import(Employee.self, from: data)
      let changing = try StoreContext(.sqlite(at: folder.file("changing")))
      try changing.import(Employee.self, from: data)
      if workbench.wantsChecks {
        let changes = try full.import(Employee.self, from: data).changes
        guard changes.description == "\(count) unchanged" else {
          throw BenchmarkFailure("store import again: \(changes)")
        }
      }
      var isRaised = false
      return [
        contender(store, folder) { url in
          try StoreContext(.sqlite(at: url)).import(Employee.self, from: data)
        },
        Contender(storeAgain, items: count) { try full.import(Employee.self, from: data) },
        Contender(storeChanged, items: count) {
          isRaised.toggle()
          try changing.import(Employee.self, from: isRaised ? raised : data)
        },
      ]
    })

  /// The same rows once more, whose models are objects that the program holds.
  static let importingIntoObjects = BenchmarkGroup(
    name: "store import into objects",
    summary: "10,000 employees once more into a store in memory, two thirds changed in a column",
    metric: .nanosecondsPerRow,
    baselines: [structs],
    contenders: [structs, liveObjects, checkedObjects],
    goals: [liveObjects: .ratio(atLeast: 0.35), checkedObjects: .ratio(atLeast: 0.2)],
    mostRounds: 12,
    prepare: { _ in
      let count = count / 10
      let documents = [0, 100].map { StoredEmployees.document(count: count, raise: $0) }
      let values = try StoreContext(.memory)
      try values.import(Employee.self, from: documents[0])
      return [
        Contender(structs, items: 2 * count) {
          for document in documents.reversed() { try values.import(Employee.self, from: document) }
        },
        try contender(liveObjects, documents) { (live: StoredEmployees.LiveEmployee) in live.salary
        },
        try contender(checkedObjects, documents) { (live: StoredEmployees.CheckedEmployee) in
          live.salary
        },
      ]
    })

  private static func contender<Model: StoredModel>(
    _ name: String, _ documents: [Data], salary: @escaping (Model) -> Double
  ) throws -> Contender {
    let context = try StoreContext(.memory)
    try context.import(Model.self, from: documents[0])
    let live = try context.fetch(Model.self)
    return Contender(name, items: 2 * live.count) {
      for document in documents.reversed() { try context.import(Model.self, from: document) }
      guard live.count == count / 10, salary(live[0]) == 30_037.25 else {
        throw BenchmarkFailure("store import into objects: the objects are not updated")
      }
    }
  }

  /// All rows as models.
  static let fetching = BenchmarkGroup(
    name: "store fetch",
    summary: "100,000 employees from an SQLite database",
    metric: .nanosecondsPerRow,
    baselines: [limit],
    contenders: [limit, store],
    goals: [store: .ratio(atLeast: 0.5)],
    prepare: { workbench in
      let folder = try TemporaryFolder()
      let url = folder.file("fetch")
      let context = try StoreContext(.sqlite(at: url))
      try context.import(Employee.self, from: StoredEmployees.document(count: count))
      let byHand = try SQLiteByHand(at: url)
      if workbench.wantsChecks {
        let rows = try context.fetch(Employee.self).map { Row($0) }
        guard rows == (try byHand.fetchAll()), rows.count == count else {
          throw BenchmarkFailure("store fetch: the rows differ")
        }
      }
      return [
        Contender(limit, items: count) { blackHole(try byHand.fetchAll()) },
        Contender(store, items: count) { blackHole(try context.fetch(Employee.self)) },
      ]
    })

  /// Without a file.
  static let importingInMemory = BenchmarkGroup(
    name: "store import in memory",
    summary: "100,000 employees into a store in memory, against decoding them",
    metric: .nanosecondsPerRow,
    baselines: [Names.mirrorMap],
    contenders: [Names.mirrorMap, store],
    goals: [store: .ratio(atLeast: 1 / 3.0)],
    prepare: { workbench in
      let data = StoredEmployees.document(count: count)
      return [
        .untilResult(Names.mirrorMap, items: count) { try [Employee].decode(from: data) },
        .untilResult(store, items: count) {
          let context = try StoreContext(.memory)
          return (context, try context.import(Employee.self, from: data))
        },
      ]
    })

  /// A contender that fills a new database in each run. Removing it isn't timed.
  private static func contender(
    _ name: String, _ folder: TemporaryFolder, _ fill: @escaping (URL) throws -> Void
  ) -> Contender {
    Contender.untilStopped(name, items: count) {
      let url = folder.file("import")
      defer { folder.remove("import") }
      let clock = ContinuousClock()
      let start = clock.now
      try fill(url)
      return (clock.now - start) / .seconds(1)
    }
  }

  private static func check(_ data: Data, _ rows: [Row], _ folder: TemporaryFolder) throws {
    for fill in [
      { try SQLiteByHand(at: $0).insert(rows) },
      { try SQLiteByHand(at: $0).insert([Employee].decode(from: data).lazy.map { Row($0) }) },
      { try StoreContext(.sqlite(at: $0)).import(Employee.self, from: data) },
    ] as [(URL) throws -> Void] {
      defer { folder.remove("check") }
      try fill(folder.file("check"))
      guard try SQLiteByHand(at: folder.file("check")).fetchAll() == rows else {
        throw BenchmarkFailure("store import: the rows differ")
      }
    }
  }
}

/// A folder that is removed with its owner.
private final class TemporaryFolder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "mirrormap-benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func file(_ name: String) -> URL { url.appending(path: name) }

  /// Removes a database and what SQLite keeps beside it.
  func remove(_ name: String) {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(at: file(name + suffix))
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
