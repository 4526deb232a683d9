/// A value that a caller further out lends for the time of a call.
///
/// What takes part in reading a document, however deep in the calls, looks at the one session and the
/// one reader of that document; a copy would be another one. A loan is not to be kept beyond the call
/// that it was made for; nothing of ours stores one but in what lives as short as that call.
@safe
@frozen
@usableFromInline
struct Lent<Value: ~Copyable>: @unchecked Sendable {
  @usableFromInline let address: UnsafeMutablePointer<Value>

  /// - Precondition: a value is there, and stays there as long as the loan is used.
  @unsafe @inlinable @inline(__always)
  init(_ address: UnsafeMutablePointer<Value>) { unsafe self.address = address }

  /// Moves a value to memory that stays, for a loan without an end.
  init(immortal value: consuming Value) {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe memory.initialize(to: value)
    unsafe address = memory
  }

  /// The value, where it lies.
  @inlinable
  var pointee: Value {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(address) }
    @inline(__always) nonmutating unsafeMutableAddress { unsafe address }
  }
}

/// Lends a value for the time of a call.
@inlinable @inline(__always)
func withLoan<Value: ~Copyable, R, E: Error>(
  of value: inout Value, _ body: (Lent<Value>) throws(E) -> R
) throws(E) -> R {
  try unsafe withUnsafeMutablePointer(to: &value) { (address) throws(E) -> R in
    try unsafe body(Lent(address))
  }
}
