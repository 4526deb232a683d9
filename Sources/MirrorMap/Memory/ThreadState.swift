import EssentialFoundation
import Synchronization

/// What the library keeps for a thread from one call to the next.
///
/// A thread's state is made when the thread first reads or writes JSON, and freed when the thread
/// ends. It is one block of memory, found by one call of the C library:
///
///     stack guard │ element stack │ spare buffer │ slot 0 │ slot 1 │ … │ slot 15
///
/// The slots hold the values of ``ThreadLocal`` variables, which the layers above define.
///
/// Precondition of the pointers here: they lead to memory that is freed when the thread ends, and
/// only the thread itself follows them. Readers and writers don't change threads, because they
/// never wait.
@safe
struct ThreadState {
  /// Memory for the JSON that is written.
  typealias Buffer = (start: UnsafeMutablePointer<UInt8>, capacity: Int)

  @safe
  private struct Contents {
    let stack = StackGuard()
    let elements = ElementStack()
    var identities = Identity.Source()
    var spareBuffer: Buffer?
    var expectedCapacity = 0
  }

  private let contents: UnsafeMutablePointer<Contents>

  /// The state of this thread.
  @inline(__always)
  static var current: ThreadState {
    guard let memory = unsafe memory else { return make() }
    return unsafe ThreadState(contents: memory.assumingMemoryBound(to: Contents.self))
  }

  /// Whether this is the state of the current thread.
  var isCurrent: Bool { unsafe contents == ThreadState.current.contents }

  /// Watches the thread's stack.
  var stack: StackGuard { @inline(__always) get { unsafe contents.pointee.stack } }

  /// Where the elements of arrays are collected.
  var elements: ElementStack { @inline(__always) get { unsafe contents.pointee.elements } }

  /// Makes an identity that no other reader or writer has, on whatever thread.
  @inline(__always)
  func makeIdentity() -> Identity { unsafe contents.pointee.identities.makeIdentity() }

  @inline(never)
  private static func make() -> ThreadState {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<Contents>.stride + slotCount * MemoryLayout<Slot>.stride,
      alignment: MemoryLayout<Contents>.alignment)
    let state = unsafe ThreadState(
      contents: memory.initializeMemory(as: Contents.self, to: Contents()))
    unsafe state.slot(0).initialize(repeating: Slot(), count: slotCount)
    unsafe Self.memory = unsafe memory
    return state
  }

  /// Frees the state at an address, because its thread ends.
  static func free(_ memory: UnsafeMutableRawPointer) {
    let state = unsafe ThreadState(contents: memory.assumingMemoryBound(to: Contents.self))
    for number in 0..<slotCount { unsafe state.slot(number).pointee.free?() }
    unsafe state.slot(0).deinitialize(count: slotCount)
    state.elements.free()
    if let spare = unsafe state.contents.pointee.spareBuffer {
      unsafe EssentialFoundation.free(spare.start)
    }
    unsafe state.contents.deinitialize(count: 1)
    unsafe memory.deallocate()
  }
}

// MARK: - Slots

extension ThreadState {
  /// The value of a ``ThreadLocal`` once the thread has used it.
  @safe
  struct Slot {
    var value: UnsafeMutableRawPointer?
    /// Destroys the value and frees its memory.
    var free: (() -> Void)?
  }

  /// The number of thread-local variables that there can be.
  private static let slotCount = 16
  private static let slotsInUse = Atomic<Int>(0)

  /// Returns the number of a slot that no other variable has.
  static func makeSlotNumber() -> Int {
    let number = slotsInUse.wrappingAdd(1, ordering: .relaxed).oldValue
    precondition(number < slotCount, "more thread-local variables than slots")
    return number
  }

  /// The slot with a number, in the memory that follows the contents.
  ///
  /// - Precondition: the number comes from ``makeSlotNumber()``.
  @unsafe @inline(__always)
  func slot(_ number: Int) -> UnsafeMutablePointer<Slot> {
    unsafe UnsafeMutableRawPointer(contents + 1).assumingMemoryBound(to: Slot.self) + number
  }
}

// MARK: - The spare buffer

// Small documents take longer to allocate than to write. So a writer leaves its buffer to the thread's next
// one. A document that is written while another one is gets a buffer of its own.
extension ThreadState {
  /// The size of the largest buffer that a thread keeps.
  static let maximumSpareCapacity = 1 << 20

  private static let minimumCapacity = 1024

  /// Returns a buffer of at least so many bytes that the caller owns: the spare one if it is large enough.
  func takeBuffer(_ capacity: Int) -> Buffer {
    if let spare = unsafe contents.pointee.spareBuffer, unsafe spare.capacity >= capacity {
      unsafe contents.pointee.spareBuffer = nil
      return unsafe spare
    }
    let capacity = max(capacity, Self.minimumCapacity)
    return unsafe (Self.resize(nil, capacity), capacity)
  }

  /// The least capacity of a buffer that has to grow: enough for a document as large as the last one.
  ///
  /// Threads mostly write documents of similar sizes, and a buffer that grows step by step is copied step by step.
  var expectedCapacity: Int { unsafe contents.pointee.expectedCapacity }

  /// Remembers the size of the last document.
  func expect(_ count: Int) {
    // The writer reserves more than it writes.
    unsafe contents.pointee.expectedCapacity = min(count + count / 8, Self.maximumSpareCapacity)
  }

  /// Leaves a buffer to the next document, or frees it if it is too large or the thread has a
  /// larger one.
  ///
  /// - Precondition: The buffer is no longer in use.
  func leaveBuffer(_ buffer: Buffer) {
    let spare = unsafe contents.pointee.spareBuffer
    guard
      unsafe buffer.capacity >= Self.minimumCapacity,
      unsafe buffer.capacity <= Self.maximumSpareCapacity,
      unsafe (spare?.capacity ?? 0) < buffer.capacity
    else { return unsafe EssentialFoundation.free(buffer.start) }
    if let spare = unsafe spare { unsafe EssentialFoundation.free(spare.start) }
    unsafe contents.pointee.spareBuffer = unsafe buffer
  }

  /// Changes the size of a buffer. Its content stays as far as it fits.
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
