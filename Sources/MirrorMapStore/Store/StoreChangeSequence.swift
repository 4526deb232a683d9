import Synchronization

/// What commits change, one element for each; those that haven't been taken yet are merged into one.
public struct StoreChangeSequence: AsyncSequence, Sendable {
  let listeners: ChangeListeners

  /// Listens from now on.
  public func makeAsyncIterator() -> Iterator { Iterator(listeners.add()) }

  /// Waits for commits.
  public struct Iterator: AsyncIteratorProtocol {
    private let listener: ChangeListener
    private var signals: AsyncStream<Void>.Iterator

    init(_ listener: ChangeListener) {
      self.listener = listener
      signals = listener.signals.makeAsyncIterator()
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
  let signals: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let pending = Mutex<StoreChanges?>(nil)

  init(onEnd: @escaping @Sendable () -> Void) {
    (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
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
  }

  private let state = Mutex(State())

  func add() -> ChangeListener {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let listener = ChangeListener { [weak self] in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    state.withLock { $0.listeners[number] = listener }
    return listener
  }

  func send(_ changes: StoreChanges) {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.send(changes) }
  }

  func finish() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
  }

  var count: Int { state.withLock { $0.listeners.count } }
}
