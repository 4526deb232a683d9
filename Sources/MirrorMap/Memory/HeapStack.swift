/// A stack on the heap whose elements are changed in place.
///
/// An array in a property of a class would be checked for overlapping accesses at each change.
///
/// Precondition of each access: neither another one nor a push goes on, so no code of users runs
/// during one. Positions are checked.
@safe
final class HeapStack<Element> {
  private var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private(set) var capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 1)
    unsafe base = .allocate(capacity: self.capacity)
  }

  deinit {
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }

  subscript(position: Int) -> Element {
    @inline(__always) unsafeAddress {
      precondition(position >= 0 && position < count)
      return unsafe UnsafePointer(base + position)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(position >= 0 && position < count)
      return unsafe base + position
    }
  }

  @inline(__always)
  func push(_ element: consuming Element) {
    if count == capacity { grow() }
    unsafe (base + count).initialize(to: element)
    count &+= 1
  }

  /// Adds an element several times if there is room. Nothing is called for it, so the caller doesn't retain the stack.
  ///
  /// - Returns: false if there is none; ``reserve(_:)`` makes some.
  @inline(__always)
  func pushWithoutGrowing(_ element: Element, count extraCount: Int) -> Bool {
    guard extraCount >= 0, extraCount <= capacity &- count else { return false }
    for index in 0..<extraCount { unsafe (base + (count &+ index)).initialize(to: element) }
    count &+= extraCount
    return true
  }

  /// Makes room for more elements.
  func reserve(_ extraCount: Int) {
    while capacity &- count < extraCount { grow() }
  }

  /// Removes the elements from a position on.
  @inline(__always)
  func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count)
    unsafe (base + count).deinitialize(count: self.count &- count)
    self.count = count
  }

  /// Moves all elements to the end of an array.
  func move(to array: inout [Element]) {
    let moved = unsafe ElementStack.MovedElements(base, count: count)
    count = 0
    array.append(contentsOf: moved)
  }

  @inline(never)
  private func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: 2 * capacity)
    unsafe larger.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity *= 2
  }
}

// For threads that hand a stack to each other.
extension HeapStack: @unchecked Sendable where Element: Sendable {}
