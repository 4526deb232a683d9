/// A value that threads share, one at a time.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = Lock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// Calls `body` with the value, which no other thread accesses meanwhile.
  ///
  /// - Parameter body: none of the user's code, which might come back here and wait for itself.
  package func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    try lock.withLock { try body(&value) }
  }
}
