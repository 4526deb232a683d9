/// Where the elements of arrays are collected until their number is known, so that each array is made
/// once, in its exact size.
///
/// A thread has one block, used as a stack. The elements of an array lie in a row, and those of an
/// array inside one of them lie above it while it is read:
///
///     [[1, 2], [3, 4, 5]]   behind the 4:   [1, 2] │ 3 │ 4 │ free
///
/// An array that does not fit goes on growing as arrays do.
@safe
@frozen
@usableFromInline
struct ElementStack {
  @usableFromInline static let size = 32 * 1024

  /// Where the free part begins.
  @usableFromInline let top: UnsafeMutablePointer<UnsafeMutableRawPointer>
  @usableFromInline let end: UnsafeMutableRawPointer

  init() {
    let block = UnsafeMutableRawPointer.allocate(byteCount: Self.size, alignment: 64)
    unsafe top = .allocate(capacity: 1)
    unsafe top.initialize(to: block)
    unsafe end = unsafe block + Self.size
  }

  /// Frees the block, at the end of the thread.
  func free() {
    unsafe (end - Self.size).deallocate()
    unsafe top.deallocate()
  }
}

/// The elements of one array on the stack.
///
/// Precondition of its use: arrays that are begun later are ended sooner.
@safe
@usableFromInline
struct StackedElements<Element>: ~Copyable {
  @usableFromInline let stack: ElementStack
  /// Where the stack ended before.
  @usableFromInline let bottom: UnsafeMutableRawPointer
  @usableFromInline let start: UnsafeMutablePointer<Element>
  @usableFromInline var count = 0

  @inlinable @inline(__always)
  init(_ stack: ElementStack) {
    self.stack = stack
    unsafe bottom = unsafe stack.top.pointee
    unsafe start = unsafe bottom.alignedUp(for: Element.self)
      .assumingMemoryBound(to: Element.self)
  }

  /// Whether another element can be added.
  @inlinable var hasRoom: Bool {
    @inline(__always) get { unsafe UnsafeMutableRawPointer(start + count + 1) <= stack.end }
  }

  /// Adds an element.
  ///
  /// - Precondition: ``hasRoom``.
  @inlinable @inline(__always)
  mutating func push(_ element: consuming Element) {
    unsafe (start + count).initialize(to: element)
    count &+= 1
    unsafe stack.top.pointee = unsafe UnsafeMutableRawPointer(start + count)
  }

  /// Adds an element that a closure initializes.
  ///
  /// The closure may use the stack itself, above the element.
  ///
  /// - Precondition: ``hasRoom``.
  @inlinable @inline(__always)
  mutating func push(initializedBy initialize: (FieldAddress) -> Void) {
    let element = unsafe UnsafeMutableRawPointer(start + count)
    unsafe stack.top.pointee = unsafe UnsafeMutableRawPointer(start + (count &+ 1))
    unsafe initialize(FieldAddress(element))
    count &+= 1
  }

  /// Where the last element lies.
  ///
  /// - Precondition: there is one.
  @inlinable var last: FieldAddress {
    @inline(__always) get { unsafe FieldAddress(UnsafeMutableRawPointer(start + (count &- 1))) }
  }

  /// Moves the elements to an array of their exact number.
  @inlinable @inline(__always)
  consuming func take() -> [Element] {
    let (start, count) = unsafe (start, count)
    self.count = 0
    return unsafe [Element](MovedElements(start, count: count))
  }

  @inlinable
  deinit {
    unsafe start.deinitialize(count: count)
    unsafe stack.top.pointee = unsafe bottom
  }
}
