import Dispatch

/// Runs the jobs of an actor one after the other on a queue of its own, so that storages that wait for a disk hold no
/// thread of Swift's pool.
///
/// On Apple platforms a serial queue is an executor itself; on Linux it isn't.
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(_ label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Precondition: the queue keeps this executor, and each job runs once.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

/// Confines a context to a queue.
actor StoreActor {
  private let executor: QueueExecutor
  private let context: StoreContext

  // Precondition: the actor keeps its executor.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(
    _ storage: sending any RecordStorage, label: String,
    didCommit: (@Sendable (StoreChanges) -> Void)?
  ) {
    context = StoreContext(storage: storage)
    context.didCommit = didCommit
    executor = QueueExecutor(label)
  }

  /// Runs a step with the context.
  func run<R: Sendable>(_ body: @Sendable (StoreContext) throws -> R) throws -> R {
    try body(context)
  }
}
