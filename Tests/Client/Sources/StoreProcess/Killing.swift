import Foundation
import MirrorMapStore

/// A process that imports one state after the other is killed at random moments. Reopening finds the last one that it
/// has reported, or the one after it, and nothing of any other.
enum Killing {
  static let count = 200

  /// Imports one state after the other, and prints each when it's there.
  static func write(_ kind: Kind, _ path: String) throws -> Never {
    let context = try kind.context(path)
    var state = try State.current(context, count: count) ?? 0
    say("\(state)")
    while true {
      state += 1
      try context.import(Root.self, from: State.document(state, count: count))
      say("\(state)")
    }
  }

  /// - Parameter seed: Determines the moments.
  static func run(_ kind: Kind, times: Int, seed: UInt32) throws {
    say("\(kind): seed \(seed)")
    srandom(seed)
    func random(below bound: Int) -> Int { Foundation.random() % bound }
    try withFolder { folder in
      let path = folder + "/store"
      var (last, isEarly, commits) = (0, 0, 0)
      for _ in 0..<times {
        let child = try Child("write", kind.rawValue, path)
        var printed = ""
        // One of four is killed at any moment, even while it opens the store; the others while they write, after
        // some states. A count of states, unlike a time, is the same on a slow machine.
        if random(below: 4) == 0 {
          isEarly += 1
          usleep(useconds_t(random(below: 40_000)))
        } else {
          printed = child.read(lines: 1 + random(below: 3))
          usleep(useconds_t(random(below: 10_000)))
        }
        printed += child.kill()
        let reported = printed.split(separator: "\n").compactMap { Int($0) }.last ?? last
        // The store is gone before the next child opens it.
        let found = try apply {
          try State.current(try kind.context(path), count: count) ?? 0
        }
        guard found == reported || found == reported + 1 else {
          throw Failure("state \(reported) was reported, but \(found) is there")
        }
        commits += found - last
        last = found
      }
      guard commits >= times / 2 else { throw Failure("only \(commits) commits: killed too early") }
      say("\(kind): killed \(times) times, \(isEarly) at any moment, in \(commits) commits")
    }
  }
}
