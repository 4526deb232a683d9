import Synchronization

private let lastSeen = Atomic<UInt>(0)

/// Takes a result so that the optimiser cannot leave out the work that made it.
///
/// The value's address is published with release order: as far as the compiler can tell, another
/// thread may now read every byte of it.
@inline(never)
func blackHole<Value>(_ value: Value) {
  withUnsafePointer(to: value) { pointer in
    lastSeen.store(UInt(bitPattern: pointer), ordering: .releasing)
  }
}
