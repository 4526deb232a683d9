import Synchronization

/// What tells a reader or writer from every other one that is in use.
///
/// Readers and writers cannot be copied, and the memory that they point to lives as long as the
/// call that made them. But code that is handed two of them as `inout` can swap them, and so carry
/// one out of its call:
///
///     Outer.decode(from: &reader)        reader: of the outer document
///       Inner.decode(from: text)         inner:  of `text`
///         swap(&reader, &inner)          by code of the user that reaches both
///       `text` goes away                 reader: of memory that is gone
///
/// So the code that hands one of them to user code keeps its identity in a local variable, which that code
/// cannot reach, and compares it as soon as the code returns or throws. If it differs, the process ends,
/// while both documents are still there. See ``HandedOut``.
@frozen @usableFromInline
struct Identity {
  @usableFromInline let number: UInt64

  /// Makes identities that are never equal, whichever threads make them.
  ///
  /// Each thread has one of these, and takes four billion numbers at a time.
  struct Source {
    private static let blockCount = Atomic<UInt64>(0)

    private var last = Source.takeBlock()

    @inline(__always)
    mutating func makeIdentity() -> Identity {
      last &+= 1
      if UInt32(truncatingIfNeeded: last) == 0 { last = Self.takeBlock() &+ 1 }
      return Identity(number: last)
    }

    /// The number before the first one of a block.
    private static func takeBlock() -> UInt64 {
      blockCount.wrappingAdd(1, ordering: .relaxed).oldValue &<< 32
    }
  }
}

/// What user code is handed as `inout`, and must not swap for another one.
@usableFromInline
protocol HandedOut: ~Copyable {
  /// Stays the same as long as the value is in use, wherever it is moved to.
  var identity: Identity { get }
}

extension HandedOut where Self: ~Copyable {
  /// Hands the value to user code.
  ///
  /// Ends the process if that code leaves another value in its place.
  @inlinable @inline(__always)
  mutating func handOut<R>(to body: (inout Self) throws -> R) rethrows -> R {
    let identity = identity
    defer { requireIdentity(identity) }
    return try body(&self)
  }

  /// Ends the process if this is another value than the one that was handed out.
  @inlinable @inline(__always)
  borrowing func requireIdentity(_ identity: Identity) {
    if self.identity.number != identity.number { Self.trapAfterSwap() }
  }

  @inline(never) @usableFromInline
  static func trapAfterSwap() -> Never {
    // Neither value is safe to use any more: each may outlive the bytes that it refers to.
    fatalError("\(Self.self) was swapped for another one by the code that it was handed to")
  }
}
