import Foundation

/// Something that a conformance can do although it should not, and what has to come of it.
struct Scenario: Sendable {
  enum Outcome: Sendable {
    /// The scenario's own expectations hold, and AddressSanitizer has nothing to say.
    case harmless
    /// The library ends the process with this message, before anything is read that is gone.
    case trap(String)
    /// Swift's runtime ends the process, before anything is read that is gone.
    case conflict
  }

  let name: String
  let outcome: Outcome
  /// Whether no two threads reach the same object, so that ThreadSanitizer has nothing to say
  /// either.
  let isConfined: Bool
  let run: @Sendable () throws -> Void

  static func harmless(
    _ name: String, isConfined: Bool = true, _ run: @escaping @Sendable () throws -> Void
  ) -> Scenario {
    Scenario(name: name, outcome: .harmless, isConfined: isConfined, run: run)
  }

  static func trap(
    _ name: String, _ message: String, _ run: @escaping @Sendable () throws -> Void
  ) -> Scenario {
    Scenario(name: name, outcome: .trap(message), isConfined: true, run: run)
  }

  static func conflict(_ name: String, _ run: @escaping @Sendable () throws -> Void) -> Scenario {
    Scenario(name: name, outcome: .conflict, isConfined: true, run: run)
  }
}

/// An expectation that does not hold.
struct Unexpected: Error, CustomStringConvertible {
  let description: String
}

func expect<Value: Equatable>(_ value: Value, _ expected: Value, line: Int = #line) throws {
  guard value == expected else {
    throw Unexpected(description: "line \(line): \(value) is not \(expected)")
  }
}

/// Expects an error whose text contains `part`.
func expectError(_ part: String, line: Int = #line, _ body: () throws -> Void) throws {
  do {
    try body()
  } catch {
    guard "\(error)".contains(part) else {
      throw Unexpected(description: "line \(line): \(error) does not contain \(part)")
    }
    return
  }
  throw Unexpected(description: "line \(line): nothing was thrown")
}

/// Runs a body on another thread, to its end. The lock tells ThreadSanitizer who waits for whom.
func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let (end, done) = (NSCondition(), Flag())
  let thread = Thread {
    body()
    end.withLock { done.isSet = true }
    end.signal()
  }
  thread.stackSize = 1 << 23
  thread.start()
  end.withLock { while !done.isSet { end.wait() } }
}

/// Guarded by the lock of ``onAnotherThread(_:)``.
private final class Flag: @unchecked Sendable { var isSet = false }
