import Synchronization

/// A value in memory that is never freed, as plans are: there is one per type.
///
/// Following it costs no reference counting, for which threads that share a model would contend.
@safe @frozen @usableFromInline
struct Permanent<Value: ~Copyable>: @unchecked Sendable, Hashable {
  @usableFromInline let address: UnsafePointer<Value>

  /// Moves a value to permanent memory.
  init(_ value: consuming Value) {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe memory.initialize(to: value)
    unsafe address = UnsafePointer(memory)
  }

  /// - Precondition: the address is that of another one.
  @unsafe @inline(__always)
  fileprivate init(address: UnsafePointer<Value>) { unsafe self.address = address }

  /// A number that identifies the value.
  var identity: UInt { @inline(__always) get { unsafe UInt(bitPattern: address) } }

  @inlinable
  var pointee: Value {
    @inline(__always) unsafeAddress { unsafe address }
  }

  @inlinable
  static func == (left: Permanent, right: Permanent) -> Bool {
    unsafe left.address == right.address
  }

  @inlinable
  func hash(into hasher: inout Hasher) { unsafe hasher.combine(address) }
}

/// A reference to the plan of a model for code that does not know what a plan is.
@safe @frozen @usableFromInline
struct PlanReference: @unchecked Sendable {
  fileprivate let address: UnsafeRawPointer

  init<Value>(_ value: Permanent<Value>) { unsafe address = UnsafeRawPointer(value.address) }

  /// What the reference was made of.
  ///
  /// - Precondition: that was a `Permanent<Value>`.
  @inline(__always)
  func restored<Value>() -> Permanent<Value> {
    unsafe Permanent(address: address.assumingMemoryBound(to: Value.self))
  }
}

/// An array in memory that is never freed.
@safe
struct PermanentArray<Element>: @unchecked Sendable {
  private let address: UnsafePointer<Element>
  let count: Int

  /// Copies elements to permanent memory.
  init(_ elements: some Collection<Element>) {
    self.init(count: elements.count) { memory in
      for element in elements { memory.append(element) }
    }
  }

  /// Makes elements in permanent memory.
  ///
  /// - Parameters:
  ///   - count: The number of elements.
  ///   - make: Appends that many elements.
  @inline(__always)
  init(count: Int, _ make: (inout OutputSpan<Element>) -> Void) {
    guard count > 0 else {
      // There is nothing to refer to, so the address is only a number.
      unsafe address = UnsafePointer(bitPattern: MemoryLayout<Element>.alignment)!
      self.count = 0
      return
    }
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: count)
    var span = unsafe OutputSpan(buffer: memory, initializedCount: 0)
    make(&span)
    self.count = unsafe span.finalize(for: memory)
    unsafe address = UnsafePointer(memory.baseAddress!)
  }

  var isEmpty: Bool { count == 0 }

  /// The element at an index, in its memory.
  ///
  /// - Precondition: there is one. That isn't checked in optimized code, because indexes come from
  ///   the tables of the same plan.
  subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress {
      assert(index >= 0 && index < count)
      return unsafe address + index
    }
  }

  /// The element at an index, borrowed without counting references.
  ///
  /// - Precondition: there is one.
  subscript(borrowed index: Int) -> InPlace<Element>.Borrowed {
    @inline(__always) unsafeAddress {
      assert(index >= 0 && index < count)
      return unsafe UnsafeRawPointer(address + index).assumingMemoryBound(
        to: InPlace<Element>.Borrowed.self)
    }
  }
}

extension PermanentArray where Element == UInt8 {
  /// Where the bytes begin.
  var start: BytePointer { unsafe BytePointer(address) }
}

/// Slots for permanent values, which threads fill and read without a lock.
@safe
struct PermanentSlots<Value>: @unchecked Sendable {
  private let slots: UnsafeMutablePointer<Atomic<UInt>>
  private let count: Int

  /// - Parameter count: the number of slots, a power of two.
  init(count: Int) {
    unsafe slots = .allocate(capacity: count)
    self.count = count
    for index in 0..<count { unsafe (slots + index).initialize(to: Atomic(0)) }
  }

  @inline(__always)
  private func slot(_ number: UInt) -> UnsafeMutablePointer<Atomic<UInt>> {
    unsafe slots + Int(truncatingIfNeeded: number & UInt(count &- 1))
  }

  /// Returns the value in a slot. Numbers wrap around at the number of slots.
  @inline(__always)
  func load(_ number: UInt = 0) -> Permanent<Value>? {
    let address = unsafe slot(number).pointee.load(ordering: .acquiring)
    return unsafe UnsafePointer(bitPattern: address).map { unsafe Permanent(address: $0) }
  }

  /// Puts a value into a slot.
  func store(_ value: Permanent<Value>, _ number: UInt = 0) {
    unsafe slot(number).pointee.store(UInt(bitPattern: value.address), ordering: .releasing)
  }
}

extension ObjectIdentifier {
  /// Type metadata is aligned, so its low bits are always the same; the multiplication mixes the
  /// others in.
  @inline(__always)
  var slot: UInt {
    let bits = UInt64(UInt(bitPattern: self))
    return UInt(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) &>> 40)
  }
}
