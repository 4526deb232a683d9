/// An unowned reference to a value of a caller, valid during a call.
///
/// Everything that takes part in reading a document shares the one session and the one reader of that
/// document; a copy would be another one. A reference is stored only in what doesn't outlive the call.
@safe @frozen @usableFromInline
struct UnownedReference<Value: ~Copyable>: @unchecked Sendable {
  @usableFromInline let address: UnsafeMutablePointer<Value>

  /// - Precondition: a value is there, and stays there as long as the reference is used.
  @unsafe @inlinable @inline(__always)
  init(_ address: UnsafeMutablePointer<Value>) { unsafe self.address = address }

  /// Moves a value to memory of its own, which is permanent unless the owner of the reference frees
  /// it.
  init(permanent value: consuming Value) {
    unsafe address = UnsafeMutablePointer(mutating: Permanent(value).address)
  }

  @inlinable
  var pointee: Value {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(address) }
    @inline(__always) nonmutating unsafeMutableAddress { unsafe address }
  }
}

/// Calls `body` with a reference to a value.
@inlinable @inline(__always)
func withReference<Value: ~Copyable, R, E: Error>(
  to value: inout Value, _ body: (UnownedReference<Value>) throws(E) -> R
) throws(E) -> R {
  // `withUnsafeMutablePointer(to:_:)` would call a closure that calls this one.
  try unsafe withReference(at: &value, body)
}

@unsafe @inlinable @inline(__always)
func withReference<Value: ~Copyable, R, E: Error>(
  at address: UnsafeMutablePointer<Value>, _ body: (UnownedReference<Value>) throws(E) -> R
) throws(E) -> R {
  try unsafe body(UnownedReference(address))
}
