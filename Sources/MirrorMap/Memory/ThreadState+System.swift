import EssentialFoundation

// How the system finds the memory of a thread's state. This is the only Swift file that depends on the
// system's threads: where there are no POSIX threads, it needs another implementation.
extension ThreadState {
  /// The memory of the current thread's state; nil until it's set.
  ///
  /// Precondition of the pointer: it leads to memory that ``free(_:)`` frees.
  @inline(__always)
  static var memory: UnsafeMutableRawPointer? {
    get { unsafe pthread_getspecific(key) }
    set { unsafe pthread_setspecific(key, newValue) }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key) { memory in
      // Optional on some systems and not on others.
      let memory: UnsafeMutableRawPointer? = unsafe memory
      if let memory = unsafe memory { unsafe ThreadState.free(memory) }
    }
    return key
  }()
}
