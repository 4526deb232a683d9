import Foundation

/// A value that threads share, one at a time.
///
/// (The lock is the C library's, as ThreadSanitizer does not see into the standard library's `Mutex`.)
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  /// Runs `body` with the value, which no other thread sees meanwhile.
  ///
  /// - Parameter body: no code of the user's, which might come back here and wait for itself.
  func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    try lock.withLock { try body(&value) }
  }
}
