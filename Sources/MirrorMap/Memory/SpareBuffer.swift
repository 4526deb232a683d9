import Foundation

/// The buffer that a thread keeps for the next document that it writes.
///
/// Small documents take longer to allocate than to write. So a buffer is not given back when a document
/// is complete, but left to the next one on the same thread. While it waits, nobody needs its content,
/// and its first bytes hold its size:
///
///     being written    { " i d " : 1 } …                one writer owns it
///     spare            capacity │ left over …           the thread owns it, and frees it when it ends
///
/// A document inside of which another one is written has the buffer; the other one gets a new one. What is
/// larger than ``maximumCapacity`` is given back, so that a thread does not keep much for long.
enum SpareBuffer {
  typealias Buffer = (start: UnsafeMutablePointer<UInt8>, capacity: Int)

  /// The size of the largest buffer that a thread keeps.
  static let maximumCapacity = 1 << 20

  private static let minimumCapacity = 1024

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key) { unsafe free($0) }
    return key
  }()

  /// A buffer that the caller owns from now on.
  ///
  /// - Parameter capacity: how many bytes it has at least.
  static func take(_ capacity: Int) -> Buffer {
    if let spare = unsafe pthread_getspecific(key) {
      let known: Int = unsafe spare.load(as: Int.self)
      if known >= capacity {
        pthread_setspecific(key, nil)
        return unsafe (spare.assumingMemoryBound(to: UInt8.self), known)
      }
    }
    let capacity = max(capacity, minimumCapacity)
    return unsafe (resize(nil, capacity), capacity)
  }

  /// Leaves a buffer to the next document.
  ///
  /// - Precondition: nobody uses it any more.
  static func leave(_ buffer: Buffer) {
    let old: UnsafeMutableRawPointer? = unsafe pthread_getspecific(key)
    guard
      unsafe buffer.capacity >= minimumCapacity,
      unsafe buffer.capacity <= maximumCapacity,
      unsafe (old.map { unsafe $0.load(as: Int.self) } ?? 0) < buffer.capacity
    else { return unsafe free(buffer.start) }
    unsafe free(old)
    unsafe UnsafeMutableRawPointer(buffer.start).storeBytes(of: buffer.capacity, as: Int.self)
    unsafe pthread_setspecific(key, buffer.start)
  }

  /// Gives a buffer another size; its content stays as far as it fits.
  static func resize(
    _ old: UnsafeMutablePointer<UInt8>?, _ capacity: Int
  ) -> UnsafeMutablePointer<UInt8> {
    guard let memory = unsafe realloc(old, capacity) else {
      // As for every growing collection of the standard library, there is nothing to go on with.
      preconditionFailure("Out of memory for \(capacity) bytes of JSON")
    }
    return unsafe memory.assumingMemoryBound(to: UInt8.self)
  }
}
