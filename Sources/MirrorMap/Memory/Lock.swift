import EssentialFoundation

/// A lock of the C library.
///
/// ThreadSanitizer doesn't see into the standard library's `Mutex`, and `NSLock` needs all of Foundation.
@safe
package final class Lock: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Calls a closure while no other thread has the lock.
  ///
  /// Precondition: the closure doesn't take the same lock, and runs no code of users, which might.
  package func withLock<R, Failure>(_ body: () throws(Failure) -> R) throws(Failure) -> R {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }
}
