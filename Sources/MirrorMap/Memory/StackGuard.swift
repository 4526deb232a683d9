import Foundation

/// Watches how much of the thread's stack is left.
///
/// Nested models and values are read and written by recursion, so a deeply nested document could
/// exhaust a small stack long before it reaches the depth limit. Each level therefore compares the
/// stack pointer with the end of the stack:
///
///     end of the stack │  reserve  │        free        │ callers │ start of the stack
///                                  ↑ limit              ↑ here
///
/// The bounds are looked up once per thread and kept in its ``ThreadState``; comparing takes two
/// instructions.
struct StackGuard {
  /// What has to be left: for what happens between two comparisons, in unoptimized code too.
  private static let reserve = 64 * 1024

  /// The lowest address that may be used.
  private let limit = (Self.bounds?.lowerBound ?? 0) &+ UInt(Self.reserve)

  /// The guard of this thread.
  static var current: StackGuard { @inline(__always) get { ThreadState.current.stack } }

  /// Returns whether there is room for another level.
  ///
  /// - Parameter size: the number of bytes that it needs beyond what any level may need.
  @inline(__always)
  func hasRoom(for size: Int = 0) -> Bool {
    unsafe withUnsafeTemporaryAllocation(byteCount: 16, alignment: 16) { here in
      UInt(bitPattern: here.baseAddress) &- UInt(truncatingIfNeeded: size) > limit
        || Self.isElsewhere(UInt(bitPattern: here.baseAddress))
    }
  }

  /// Returns whether an address is outside of the thread's stack, as on a stack that a coroutine
  /// library has made. How much is left there is unknown.
  @inline(never)
  private static func isElsewhere(_ address: UInt) -> Bool {
    bounds.map { !$0.contains(address) } ?? true
  }

  /// The thread's stack; nil if the system doesn't report it.
  private static var bounds: Range<UInt>? {
    #if canImport(Darwin)
      let top = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
      return top &- UInt(pthread_get_stacksize_np(pthread_self()))..<top
    #elseif canImport(Glibc)
      var attributes = pthread_attr_t()
      guard unsafe threadAttributes(pthread_self(), &attributes) == 0 else { return nil }
      defer { unsafe pthread_attr_destroy(&attributes) }
      var bottom: UnsafeMutableRawPointer?
      var size = 0
      var guardSize = 0
      guard unsafe pthread_attr_getstack(&attributes, &bottom, &size) == 0,
        unsafe pthread_attr_getguardsize(&attributes, &guardSize) == 0
      else { return nil }
      let start = UInt(bitPattern: bottom)
      return start &+ UInt(guardSize)..<start &+ UInt(size)
    #else
      return nil
    #endif
  }
}

#if canImport(Glibc)
  /// The C library's own function, which its Swift module hides as an extension of GNU.
  ///
  /// - Precondition: the thread is running.
  @_silgen_name("pthread_getattr_np")
  private func threadAttributes(
    _ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
  ) -> Int32
#endif
