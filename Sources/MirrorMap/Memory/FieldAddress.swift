/// An address in the memory of a model: where its fields' offsets count from, or where one lies.
///
/// Nobody but ``FieldSlot`` and its neighbours in this folder look at what is there.
@safe
@frozen
@usableFromInline
struct FieldAddress {
  @usableFromInline let pointer: UnsafeMutableRawPointer

  @inlinable @inline(__always)
  init(_ pointer: UnsafeMutableRawPointer) { unsafe self.pointer = unsafe pointer }

  @inlinable @inline(__always)
  static func + (base: FieldAddress, offset: Int) -> FieldAddress {
    unsafe FieldAddress(base.pointer + offset)
  }
}
