/// A value on the heap that its copies share until one of them is changed.
///
/// It has the size of one reference, and isn't checked for overlapping accesses, as a property of a class would be.
///
/// Precondition of each change: the storage has no other reference, so that no other access can reach it.
@safe
struct CopyOnWrite<Value: Sendable>: Sendable {
  private final class Storage: @unchecked Sendable {
    @exclusivity(unchecked) var value: Value
    init(_ value: consuming Value) { unsafe self.value = value }
  }

  private var storage: Storage

  @inline(never)
  init(_ value: consuming Value) { storage = Storage(value) }

  var value: Value {
    @inline(__always) get { unsafe storage.value }
    @inline(__always) _modify {
      makeUnique()
      yield unsafe &storage.value
    }
  }

  @inline(never)
  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = unsafe Storage(storage.value) }
  }
}
