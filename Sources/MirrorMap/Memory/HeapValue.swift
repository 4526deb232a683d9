/// A value on the heap that isn't checked for overlapping accesses, as a property of a class would be.
///
/// Precondition of each access: none of the same value goes on. So no code of users may run during one.
@safe
final class HeapValue<Value: ~Copyable> {
  /// The value, which is there as long as this object.
  let reference: UnownedReference<Value>

  init(_ value: consuming Value) { reference = UnownedReference(permanent: value) }

  deinit {
    unsafe reference.address.deinitialize(count: 1)
    unsafe reference.address.deallocate()
  }
}

/// A copy of bytes, for what outlives the call that it got them from.
///
/// Precondition: what uses the bytes keeps this object.
@safe
final class HeapBytes {
  private let memory: UnsafeMutableRawBufferPointer

  init(copying bytes: Bytes) {
    unsafe memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    unsafe memory.copyMemory(from: UnsafeRawBufferPointer(bytes.buffer))
  }

  deinit { unsafe memory.deallocate() }

  var bytes: Bytes { unsafe Bytes(UnsafeRawBufferPointer(memory)) }
}
