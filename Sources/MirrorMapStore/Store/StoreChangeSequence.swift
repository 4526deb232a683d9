import Synchronization

/// What commits change, one element for each; those that haven't been taken yet are merged into one.
public struct StoreChangeSequence: AsyncSequence, Sendable {
  let listeners: ChangeListeners

  /// Listens from now on.
  public func makeAsyncIterator() -> Iterator {
    // Only the iterator holds the stream, so the listener is removed when the iterator goes.
    let (signals, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    return Iterator(listeners.add(continuation), signals)
  }

  /// Waits for commits.
  public struct Iterator: AsyncIteratorProtocol {
    private let listener: ChangeListener
    private var signals: AsyncStream<Void>.Iterator

    init(_ listener: ChangeListener, _ signals: AsyncStream<Void>) {
      self.listener = listener
      self.signals = signals.makeAsyncIterator()
    }

    /// The changes of the next commits; nil when the store is gone or the task is cancelled.
    public mutating func next() async -> StoreChanges? {
      while await signals.next() != nil {
        if let changes = listener.take() { return changes }
      }
      return nil
    }
  }
}

/// What waits for commits. It keeps the changes of any number of them as one.
final class ChangeListener: Sendable {
  private let continuation: AsyncStream<Void>.Continuation
  private let pending = Mutex<StoreChanges?>(nil)

  init(_ continuation: AsyncStream<Void>.Continuation, onEnd: @escaping @Sendable () -> Void) {
    self.continuation = continuation
    continuation.onTermination = { _ in onEnd() }
  }

  func send(_ changes: StoreChanges) {
    pending.withLock { pending in
      if pending == nil { pending = changes } else { pending?.merge(changes) }
    }
    continuation.yield()
  }

  func take() -> StoreChanges? {
    pending.withLock { pending in
      defer { pending = nil }
      return pending
    }
  }

  func finish() { continuation.finish() }
}

/// The listeners of a store.
final class ChangeListeners: Sendable {
  private struct State {
    var listeners: [Int: ChangeListener] = [:]
    var count = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  func add(_ continuation: AsyncStream<Void>.Continuation) -> ChangeListener {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let listener = ChangeListener(continuation) { [weak self] in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    let isFinished = state.withLock { state in
      state.listeners[number] = listener
      return state.isFinished
    }
    // The store is gone already.
    if isFinished { listener.finish() }
    return listener
  }

  func send(_ changes: StoreChanges) {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.send(changes) }
  }

  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }

  var count: Int { state.withLock { $0.listeners.count } }
}
