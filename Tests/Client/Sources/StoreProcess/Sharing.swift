import Foundation
import MirrorMapStore

/// Two processes and one store.
enum Sharing {
  /// Opens a store, and imports something.
  static func attempt(_ kind: Kind, _ path: String) {
    let start = Date()
    let code = code {
      try kind.context(path).import(Root.self, from: State.document(3, count: 10))
    }
    say("\(code?.rawValue ?? "none") \(Date().timeIntervalSince(start) > 4 ? "late" : "soon")")
  }

  /// While one process uses the store, the other can't write.
  static func locked(_ kind: Kind) throws {
    try withFolder { folder in
      let path = folder + "/store"
      let context = try kind.context(path)
      try context.import(Root.self, from: State.document(1, count: 10))
      let output = try context.transaction {
        try context.import(Root.self, from: State.document(2, count: 10))
        return try Child("attempt", kind.rawValue, path).finish()
      }
      try expect(output == (kind == .file ? "locked soon" : "locked late"), output)
      try expect(try State.current(context, count: 10) == 2, "state")
      if kind == .sqlite {
        let output = try Child("attempt", kind.rawValue, path).finish()
        try expect(output.hasPrefix("none "), output)
        try expect(try State.current(context, count: 10) == 3, "state")
      }
    }
    say("\(kind): one process at a time")
  }

  static func count(_ path: String, times: Int) throws {
    let context = try Kind.sqlite.context(path)
    for _ in 0..<times {
      // SQLite isn't fair: where the disk is slow, a process that goes on at once would keep the other one waiting
      // for longer than it waits.
      defer { usleep(1_000) }
      try context.transaction {
        var counter: Counter
        if let stored = try context.fetch(Counter.self, id: 1) {
          counter = stored
        } else {
          counter = Counter()
          counter.id = 1
        }
        counter.value += 1
        try context.save(counter)
      }
    }
  }

  /// Two processes make a database, and write to it alternately.
  static func alternating() throws {
    for round in 0..<10 {
      try withFolder { folder in
        let path = folder + "/store"
        let times = round == 0 ? 200 : 3
        let children = try (0..<2).map { _ in try Child("count", path, "\(times)") }
        for child in children {
          let output = child.finish()
          try expect(child.process.terminationStatus == 0 && output.isEmpty, output)
        }
        let value = try Kind.sqlite.context(path).fetch(Counter.self, id: 1)?.value
        try expect(value == 2 * times, "\(value ?? 0) instead of \(2 * times)")
      }
    }
    say("sqlite: two processes write alternately")
  }
}
