/// A stack of elements in memory of its own, which grows as needed.
///
/// - Precondition: a position that is accessed is less than the count.
@safe
struct MemoryStack<Element>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 1)
    unsafe base = .allocate(capacity: self.capacity)
  }

  deinit {
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }

  @unsafe
  subscript(position: Int) -> Element {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(base + position) }
    @inline(__always) unsafeMutableAddress { unsafe base + position }
  }

  @inline(__always)
  mutating func push(_ element: consuming Element) {
    if count == capacity { grow() }
    unsafe (base + count).initialize(to: element)
    count &+= 1
  }

  mutating func removeLast() -> Element {
    precondition(count > 0)
    count &-= 1
    return unsafe (base + count).move()
  }

  /// Moves the elements from a position on to an array of their exact number.
  mutating func removeAll(from first: Int) -> [Element] {
    let taken = count &- first
    precondition(first >= 0 && taken >= 0)
    count = first
    return unsafe [Element](moving: base + first, count: taken)
  }

  @inline(never)
  private mutating func grow() {
    let more = capacity * (capacity < 4096 ? 4 : 2)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: more)
    unsafe larger.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity = more
  }
}
