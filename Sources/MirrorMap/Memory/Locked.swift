import Foundation

/// A value that threads share, one at a time.
///
/// (The lock is the C library's, because ThreadSanitizer doesn't see into the standard library's
/// `Mutex`.)
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  /// Calls `body` with the value, which no other thread accesses meanwhile.
  ///
  /// - Parameter body: none of the user's code, which might come back here and wait for itself.
  func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    try lock.withLock { try body(&value) }
  }
}
