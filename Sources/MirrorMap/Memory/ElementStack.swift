/// The memory in which a thread collects the elements of arrays until their number is known, so that
/// each array is made once, in its exact size.
///
/// The elements of an array are in a row, and those of an array inside it follow them while that array is read:
///
///     [[1, 2], [3, 4, 5]]   after the 4:   [1, 2] │ 3 │ 4 │ free
///
/// An array that doesn't fit is made of several parts. If none of them fits, it has a stack of its own.
@safe @frozen @usableFromInline
struct ElementStack {
  @usableFromInline static let size = 32 * 1024

  /// Where the free part begins.
  @usableFromInline let top: UnsafeMutablePointer<UnsafeMutableRawPointer>
  @usableFromInline let end: UnsafeMutableRawPointer

  init(size: Int = Self.size) {
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
    unsafe top = .allocate(capacity: 1)
    unsafe top.initialize(to: block)
    unsafe end = unsafe block + size
  }

  /// Frees the stack.
  ///
  /// - Precondition: nothing is on it.
  @usableFromInline
  func free() {
    unsafe top.pointee.deallocate()
    unsafe top.deallocate()
  }
}

// MARK: - The elements of an array

extension ElementStack {
  /// The elements of one array on the stack.
  ///
  /// Precondition of its use: arrays that begin later end earlier.
  @safe @usableFromInline
  struct Elements<Element>: ~Copyable {
    @usableFromInline let stack: ElementStack
    /// Whether the stack ends with the elements.
    @usableFromInline let ownsStack: Bool
    /// Where the stack ended before.
    @usableFromInline let bottom: UnsafeMutableRawPointer
    @usableFromInline let start: UnsafeMutablePointer<Element>
    @usableFromInline var count = 0

    /// Begins elements on a stack of their own, which has room for at least one, however it's aligned.
    init() {
      let size = MemoryLayout<Element>.stride + MemoryLayout<Element>.alignment
      self.init(ElementStack(size: max(ElementStack.size, size)), ownsStack: true)
    }

    @inlinable @inline(__always)
    init(_ stack: ElementStack, ownsStack: Bool = false) {
      self.stack = stack
      self.ownsStack = ownsStack
      unsafe bottom = unsafe stack.top.pointee
      unsafe start = unsafe bottom.alignedUp(for: Element.self)
        .assumingMemoryBound(to: Element.self)
    }

    /// Whether another element can be added.
    @inlinable @inline(__always)
    var hasRoom: Bool { unsafe UnsafeMutableRawPointer(start + count + 1) <= stack.end }

    /// Adds an element.
    ///
    /// - Precondition: ``hasRoom``.
    @inlinable @inline(__always)
    mutating func push(_ element: consuming Element) {
      unsafe (start + count).initialize(to: element)
      count &+= 1
      unsafe stack.top.pointee = unsafe UnsafeMutableRawPointer(start + count)
    }

    /// Adds an element that a closure initializes. The closure may use the stack itself, after the element.
    ///
    /// - Precondition: ``hasRoom``.
    @inlinable @inline(__always)
    mutating func push(_ initialize: (FieldAddress) -> Void) {
      let element = unsafe UnsafeMutableRawPointer(start + count)
      unsafe stack.top.pointee = unsafe UnsafeMutableRawPointer(start + (count &+ 1))
      unsafe initialize(FieldAddress(element))
      count &+= 1
    }

    /// The address of the last element.
    ///
    /// - Precondition: there is one.
    @inlinable @inline(__always)
    var last: FieldAddress { unsafe FieldAddress(UnsafeMutableRawPointer(start + (count &- 1))) }

    /// Moves the elements to an array of their exact number.
    @inlinable @inline(__always)
    mutating func take() -> [Element] {
      let count = count
      self.count = 0
      return unsafe [Element](moving: start, count: count)
    }

    /// Moves the elements to the end of an array.
    @inlinable
    mutating func move(to array: inout [Element]) {
      unsafe array.append(contentsOf: MovedElements(start, count: count))
      count = 0
      unsafe stack.top.pointee = unsafe bottom
    }

    @inlinable
    deinit {
      unsafe start.deinitialize(count: count)
      unsafe stack.top.pointee = unsafe bottom
      if ownsStack { stack.free() }
    }
  }
}

// MARK: - Elements beside the stack

extension ElementStack {
  /// A source of elements that are moved out of their memory.
  ///
  /// An array that is made of a collection has the collection's size and is filled at once.
  /// (`Array.init(unsafeUninitializedCapacity:)`, the plain way, looks up the metadata of the
  /// array's storage each time: 350 instructions.)
  @safe @frozen @usableFromInline
  struct MovedElements<Element>: Collection {
    @usableFromInline let base: UnsafeMutablePointer<Element>
    public let count: Int

    /// - Precondition: `count` elements are initialized at `base`. They are moved, which happens
    ///   once.
    @unsafe @inlinable @inline(__always)
    init(_ base: UnsafeMutablePointer<Element>, count: Int) {
      unsafe self.base = base
      self.count = count
    }

    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { count }
    @inlinable public func index(after position: Int) -> Int { position &+ 1 }

    /// - Precondition: each element is accessed once at most, as by an array that is being made.
    @inlinable
    public subscript(position: Int) -> Element { unsafe (base + position).move() }

    @inlinable
    public func _copyContents(
      initializing buffer: UnsafeMutableBufferPointer<Element>
    ) -> (IndexingIterator<MovedElements>, Int) {
      let moved = Swift.min(count, buffer.count)
      if moved > 0, let start = buffer.baseAddress {
        unsafe start.moveInitialize(from: base, count: moved)
      }
      return (IndexingIterator(_elements: self, _position: moved), moved)
    }
  }
}

extension Array {
  /// Makes an array of the elements in some memory, which are moved out of it.
  ///
  /// - Precondition: `count` elements are initialized at `base`.
  @unsafe @inlinable @inline(__always)
  init(moving base: UnsafeMutablePointer<Element>, count: Int) {
    unsafe self.init(ElementStack.MovedElements(base, count: count))
  }
}
