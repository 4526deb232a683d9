import Foundation
import Synchronization

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
  let results = Mutex<[Int: Result]>([:])
  let waiting = Atomic<Int>(count)
  let done = DispatchGroup()
  for index in 0..<count {
    done.enter()
    let thread = Thread {
      waiting.wrappingSubtract(1, ordering: .acquiringAndReleasing)
      while waiting.load(ordering: .acquiring) > 0 { Thread.sleep(forTimeInterval: 0) }
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
