import Foundation
import MirrorMap
import Synchronization

// Objects that `init()` has handed to another thread before they are read. What both threads do to
// the same property at once is the user's race, and not shown here: the threads wait for each
// other. Shown is that the library does not write to where a value was that the other thread has
// replaced meanwhile.

/// Hands objects to another thread and waits for what it does with them.
private final class Visitor: Sendable {
  static let shared = Visitor()
  private let object = Mutex<(any AnyObject & Sendable)?>(nil)
  private let action = Mutex<@Sendable (any AnyObject & Sendable) -> Void>({ _ in })

  func publish(_ published: any AnyObject & Sendable) { object.withLock { $0 = published } }

  func during(
    _ action: @escaping @Sendable (any AnyObject & Sendable) -> Void, _ body: () throws -> Void
  ) rethrows {
    self.action.withLock { $0 = action }
    defer {
      self.action.withLock { $0 = { _ in } }
      object.withLock { $0 = nil }
    }
    try body()
  }

  /// Lets the other thread do its work, and waits for it.
  func visit() {
    guard let object = object.withLock({ $0 }) else { return }
    let action = action.withLock { $0 }
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      action(object)
      done.signal()
    }
    done.wait()
  }
}

private struct Visiting: Transform {
  func decode(_ json: String) throws -> String {
    Visitor.shared.visit()
    return json
  }
  func encode(_ object: String) throws -> String {
    Visitor.shared.visit()
    return object
  }
}

private struct Address: Mappable, Sendable {
  @Mapped var street = text("s")
  @Mapped(transform: Visiting()) var city = text("c")
  @Mapped var zip: String?
  @Mapped var lines: [String] = []
}

private final class Person: Mappable, @unchecked Sendable {
  @Mapped var name = text("n")
  @Mapped(transform: Visiting()) var nickname: String?
  @Mapped var notes: [String] = []
  @Mapped var friends: [Person] = []
  init() { Visitor.shared.publish(self) }
}

enum SelfPublishing {
  private static let person = """
    {"name": "\(text("a"))", "notes": ["\(text("b"))"], "nickname": "\(text("d"))",
    "friends": [{"name": "\(text("e"))", "nickname": "x"}], "notes2": 1}
    """

  static let scenarios: [Scenario] = [
    .harmless("other-thread-assigns-properties", isConfined: false) {
      try Visitor.shared.during({ object in
        guard let person = object as? Person else { return }
        person.name = text("1")
        person.notes = [text("2"), text("3")]
        person.nickname = nil
        person.friends = []
      }) {
        let person = try Person.decode(from: person)
        try person.update(from: Self.person)
        _ = try person.encode()
      }
    },
    .harmless("other-thread-updates-the-object", isConfined: false) {
      try Visitor.shared.during({ object in
        try? (object as? Person)?.update(from: #"{"name": "z", "notes": [], "friends": []}"#)
      }) {
        let person = try Person.decode(from: person)
        _ = try person.encode()
      }
    },
  ]
}
