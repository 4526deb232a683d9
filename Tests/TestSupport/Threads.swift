import Foundation
import MirrorMap
import Testing

/// What `body` returns on a thread of its own, which has ended by then.
func onAnotherThread<Result: Sendable>(
  stackSize: Int = 1 << 22, _ body: @escaping @Sendable () -> Result
) -> Result {
  onThreads(1, stackSize: stackSize) { _ in body() }[0]
}

/// What `body` returns on each of several threads that begin at the same time.
func onThreads<Result: Sendable>(
  _ count: Int, stackSize: Int = 1 << 22, _ body: @escaping @Sendable (Int) -> Result
) -> [Result] {
  let results = Locked<[Int: Result]>([:])
  let start = StartingLine(count)
  let done = DispatchGroup()
  for index in 0..<count {
    done.enter()
    let thread = Thread {
      start.wait()
      let result = body(index)
      results.withLock { $0[index] = result }
      done.leave()
    }
    thread.stackSize = stackSize
    thread.start()
  }
  done.wait()
  return results.withLock { results in (0..<count).compactMap { results[$0] } }
}

/// Where threads wait for each other.
private final class StartingLine: @unchecked Sendable {
  private let condition = NSCondition()
  private var missing: Int
  init(_ count: Int) { missing = count }

  func wait() {
    condition.lock()
    missing -= 1
    if missing == 0 { condition.broadcast() }
    while missing > 0 { condition.wait() }
    condition.unlock()
  }
}

/// What `body` returns on another thread; nil, and an issue, if it has not ended after ten minutes. So a
/// deadlock fails a test instead of hanging the run; the threads that wait for each other stay behind.
func watched<Result: Sendable>(
  seconds: TimeInterval = 600, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable () -> Result
) -> Result? {
  let result = Locked<Result?>(nil)
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    let value = body()
    result.withLock { $0 = value }
    done.signal()
  }
  thread.stackSize = 1 << 22
  thread.start()
  if done.wait(timeout: .now() + seconds) == .timedOut {
    Issue.record("the threads wait for each other", sourceLocation: sourceLocation)
  }
  return result.withLock { $0 }
}
