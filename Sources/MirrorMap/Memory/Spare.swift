import Synchronization

/// An object that a call leaves to the next one, on whatever thread, which needn't make one then.
///
/// Calls that go on at the same time, or inside of each other, have objects of their own.
///
/// Precondition of the unmanaged references: each is counted once, and was exchanged for another one or for none when it
/// is released.
@safe
final class Spare<Object: AnyObject>: @unchecked Sendable {
  private let object = unsafe Atomic<Unmanaged<Object>?>(nil)

  deinit { _ = take() }

  /// The object; nil if there is none, or if it has other references.
  func take() -> Object? {
    var object = unsafe object.exchange(nil, ordering: .acquiring)?.takeRetainedValue()
    return isKnownUniquelyReferenced(&object) ? object : nil
  }

  /// Keeps an object instead of the one that is there.
  func leave(_ object: Object) {
    unsafe self.object.exchange(.passRetained(object), ordering: .acquiringAndReleasing)?.release()
  }
}
