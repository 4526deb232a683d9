/// The changes of a store, one element for each commit; those that haven't been received yet are merged into one.
public struct StoreChangeSequence: AsyncSequence, Sendable {
  let listeners: ChangeListeners

  /// Makes an iterator, which receives the changes from now on.
  public func makeAsyncIterator() -> Iterator {
    // Nothing else holds the stream, so the listener is removed when the iterator goes.
    let (signals, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    return Iterator(
      listeners: listeners, listener: listeners.add(continuation),
      signals: signals.makeAsyncIterator())
  }

  /// Waits for commits.
  public struct Iterator: AsyncIteratorProtocol {
    let listeners: ChangeListeners
    let listener: Int
    var signals: AsyncStream<Void>.Iterator

    /// The changes of the next commits; nil when the store is gone or the task is canceled.
    public mutating func next() async -> StoreChanges? {
      while let changes = await nextPending()?.changes {
        if !changes.isEmpty { return changes }
      }
      return nil
    }

    /// What the next commits change, which may be nothing; nil when the store is gone or the task is canceled.
    mutating func nextPending() async -> ChangeListeners.Pending? {
      await signals.next().map { listeners.take(listener) }
    }
  }
}

/// Those who wait for the commits of a store. Each has the changes of any number of commits as one.
final class ChangeListeners: Sendable {
  /// What a listener hasn't received yet.
  struct Pending {
    var changes = StoreChanges()
    /// The entities that the commits have changed, even if a later one has undone that: the listener may have fetched
    /// models in between.
    var entities: Set<String> = []
  }

  private struct State {
    var pending: [Int: Pending] = [:]
    var signals: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastListener = 0
    var isFinished = false
  }

  private let state = Locked(State())

  var count: Int { state.withLock { $0.signals.count } }

  /// Adds a listener, to which a signal is sent when there are changes to take.
  func add(_ signal: AsyncStream<Void>.Continuation) -> Int {
    let (listener, isFinished) = state.withLock { state in
      state.lastListener += 1
      state.signals[state.lastListener] = signal
      return (state.lastListener, state.isFinished)
    }
    signal.onTermination = { [weak self] termination in
      self?.state.withLock { state in
        state.signals[listener] = nil
        // If the store has gone, its last changes are still to be taken.
        if case .cancelled = termination { state.pending[listener] = nil }
      }
    }
    // The store may be gone already.
    if isFinished { signal.finish() }
    return listener
  }

  func send(_ changes: StoreChanges) {
    let entities = changes.changedEntities
    let signals = state.withLock { state in
      for listener in state.signals.keys {
        state.pending[listener, default: Pending()].changes.merge(changes)
        state.pending[listener]?.entities.formUnion(entities)
      }
      return Array(state.signals.values)
    }
    for signal in signals { signal.yield() }
  }

  func take(_ listener: Int) -> Pending {
    state.withLock { $0.pending.removeValue(forKey: listener) } ?? Pending()
  }

  func finish() {
    let signals = state.withLock { state in
      state.isFinished = true
      return Array(state.signals.values)
    }
    for signal in signals { signal.finish() }
  }
}
