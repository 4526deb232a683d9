internal import CThreads

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
///
/// Precondition of the addresses here: they are compared, and never followed.
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
    let here = UInt(mirrormap_stack_position())
    return here &- UInt(truncatingIfNeeded: size) > limit || Self.isElsewhere(here)
  }

  /// Returns whether an address is outside of the thread's stack, as on a stack that a coroutine
  /// library has made. How much is left there is unknown.
  @inline(never)
  private static func isElsewhere(_ address: UInt) -> Bool {
    bounds.map { !$0.contains(address) } ?? true
  }

  /// The thread's stack; nil if the system doesn't report it.
  private static var bounds: Range<UInt>? {
    let stack = mirrormap_current_stack()
    return stack.low == 0 ? nil : UInt(stack.low)..<UInt(stack.high)
  }
}
