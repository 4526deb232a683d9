import Foundation

/// The bytes that have arrived and that the consumer hasn't requested yet, then how they end.
final class ChunkBuffer: @unchecked Sendable {
  /// How many bytes wait before the transfer has to.
  static let capacity = 1 << 20

  private let condition = NSCondition()
  // The following properties are accessed under the condition's lock only.
  private var bytes = Data()
  private var end: Result<Data?, any Error>?
  private var consumer: CheckedContinuation<Data?, any Error>?
  private var pause: ((Bool) -> Void)?
  private var isPaused = false

  // MARK: The consumer

  /// Gives the consumer what has arrived, or else what arrives next.
  func request(_ consumer: CheckedContinuation<Data?, any Error>) {
    condition.lock()
    let result = takeBytes() ?? end
    if result == nil { self.consumer = consumer }
    condition.unlock()
    if let result { consumer.resume(with: result) }
  }

  private func takeBytes() -> Result<Data?, any Error>? {
    guard !bytes.isEmpty else { return nil }
    defer { bytes = Data() }
    condition.broadcast()
    if isPaused {
      isPaused = false
      pause?(false)
    }
    return .success(bytes)
  }

  /// Drops what hasn't been requested, even if that is all of the rest.
  func cancel() {
    condition.lock()
    (bytes, end) = (Data(), .failure(CancellationError()))
    condition.broadcast()
    condition.unlock()
    finish(nil)
  }

  // MARK: The transfer

  /// Whether the transfer has ended or the consumer has canceled it.
  var isFinished: Bool { condition.withLock { end != nil } }

  /// Keeps bytes that have arrived.
  func append(_ chunk: Data) {
    condition.lock()
    let consumer = chunk.isEmpty ? nil : self.consumer
    if let consumer {
      self.consumer = nil
      condition.unlock()
      return consumer.resume(returning: chunk)
    }
    if end == nil { bytes.append(chunk) }
    if bytes.count >= Self.capacity, !isPaused, let pause {
      isPaused = true
      pause(true)
    }
    condition.unlock()
  }

  /// Waits until the consumer has requested what has arrived, if that is much.
  func waitForRoom() {
    condition.withLock {
      while bytes.count >= Self.capacity, end == nil { condition.wait() }
    }
  }

  /// Sets what pauses the transfer where much has arrived, and what lets it go on; not two of them at once.
  func setPause(_ pause: @escaping (Bool) -> Void) {
    condition.withLock { self.pause = pause }
  }

  /// Sets the end, unless there is one.
  func finish(_ error: (any Error)?) {
    condition.lock()
    let end = self.end ?? (error.map { .failure($0) } ?? .success(nil))
    self.end = end
    let consumer = self.consumer
    self.consumer = nil
    condition.unlock()
    consumer?.resume(with: end)
  }
}
