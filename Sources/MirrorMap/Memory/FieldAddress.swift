/// An address in the memory of a model: that of its first byte, or that of one of its fields.
///
/// Holding an address is safe. Only ``FieldSlot`` and this folder access the memory at it, with
/// the precondition that a value of the type they name is there.
@safe @frozen @usableFromInline
package struct FieldAddress {
  @usableFromInline let pointer: UnsafeMutableRawPointer

  @inlinable @inline(__always)
  init(_ pointer: UnsafeMutableRawPointer) { unsafe self.pointer = unsafe pointer }

  @inlinable @inline(__always)
  package static func + (base: FieldAddress, offset: Int) -> FieldAddress {
    unsafe FieldAddress(base.pointer + offset)
  }

  /// Initializes the memory with a value.
  ///
  /// - Precondition: the memory is uninitialized, and large enough.
  @inlinable
  func initialize<Value>(to value: consuming Value) {
    unsafe pointer.initializeMemory(as: Value.self, to: value)
  }

  /// The value at the address, to be read in place.
  ///
  /// - Precondition: a `Value` is at the address.
  @inlinable @inline(__always)
  func inPlace<Value>(_ type: Value.Type) -> InPlace<Value> {
    unsafe InPlace(UnsafePointer(pointer.assumingMemoryBound(to: type)))
  }

  /// Makes a value by a closure that initializes memory with it.
  @inlinable
  static func make<Value>(_ type: Value.Type, _ initialize: (FieldAddress) -> Void) -> Value {
    unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
      unsafe initialize(FieldAddress(UnsafeMutableRawPointer(memory.baseAddress!)))
      return unsafe memory.moveElement(from: 0)
    }
  }
}
