import Foundation

/// A variable of which each thread has its own.
///
/// It does not keep what it holds alive: whoever sets it does, and sets it back.
@safe
struct ThreadLocal<Object: AnyObject>: @unchecked Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key, nil)
    self.key = key
  }

  /// What the variable holds on this thread.
  ///
  /// Precondition of the pointer behind it: only ``with(_:_:)`` sets it, and keeps the object alive until
  /// it has set it back.
  var value: Object? {
    @inline(__always) get {
      guard let address = unsafe pthread_getspecific(key) else { return nil }
      return unsafe Unmanaged<Object>.fromOpaque(address).takeUnretainedValue()
    }
  }

  /// Runs `body` while the variable holds an object on this thread, and then what it held before.
  func with<R, E: Error>(_ object: Object?, _ body: () throws(E) -> R) throws(E) -> R {
    let outer = unsafe pthread_getspecific(key)
    unsafe pthread_setspecific(key, object.map { unsafe Unmanaged.passUnretained($0).toOpaque() })
    defer {
      unsafe pthread_setspecific(key, outer)
      withExtendedLifetime(object) {}
    }
    return try body()
  }
}
