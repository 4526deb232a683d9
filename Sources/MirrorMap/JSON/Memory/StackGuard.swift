import Foundation

/// Watches how much of the thread's stack is left.
///
/// Models in models and values in values are read and written by recursion, so a deeply nested
/// document could exhaust a small stack long before it reaches the depth limit. Documents of ordinary
/// depth cost nothing: the thread's bounds are asked for only beyond `ordinaryDepth` levels.
struct StackGuard {
  /// How many levels of nesting need no look at the stack.
  static let ordinaryDepth = 16

  /// What has to be left: for one more level, of unoptimised code and large models too.
  private static let reserve = 64 * 1024

  /// The lowest address that may be used, once it is known.
  private var limit: UInt?

  /// Whether there is room for another level.
  mutating func hasRoom() -> Bool {
    let limit = self.limit ?? Self.threadLimit()
    self.limit = limit
    return unsafe withUnsafeTemporaryAllocation(byteCount: 16, alignment: 16) { here in
      UInt(bitPattern: here.baseAddress) > limit
    }
  }

  /// The lowest address of this thread's stack plus the reserve; 0 where the system does not tell.
  private static func threadLimit() -> UInt {
    #if canImport(Darwin)
      let top = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
      return top &- UInt(pthread_get_stacksize_np(pthread_self())) &+ UInt(reserve)
    #elseif canImport(Glibc)
      var attributes = pthread_attr_t()
      guard unsafe threadAttributes(pthread_self(), &attributes) == 0 else { return 0 }
      defer { unsafe pthread_attr_destroy(&attributes) }
      var bottom: UnsafeMutableRawPointer?
      var size = 0
      var guardSize = 0
      guard unsafe pthread_attr_getstack(&attributes, &bottom, &size) == 0,
        unsafe pthread_attr_getguardsize(&attributes, &guardSize) == 0
      else { return 0 }
      return UInt(bitPattern: bottom) &+ UInt(guardSize) &+ UInt(reserve)
    #else
      return 0
    #endif
  }
}

#if canImport(Glibc)
  /// The C library's own function, which its Swift module hides as an extension of GNU.
  @_silgen_name("pthread_getattr_np")
  private func threadAttributes(
    _ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
  ) -> Int32
#endif
