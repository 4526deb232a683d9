/// A growing row of elements that gives them up at the end, so that several rows become one array
/// without a copy of their elements.
///
/// Precondition of the accesses: `count` elements are initialised.
@safe
final class ElementBuffer<Element: Sendable>: @unchecked Sendable {
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

  func append(_ element: consuming Element) {
    if count == capacity { grow() }
    unsafe (base + count).initialize(to: element)
    count &+= 1
  }

  /// Moves all elements to the end of an array.
  func move(to array: inout [Element]) {
    let moved = unsafe MovedElements(base, count: count)
    count = 0
    array.append(contentsOf: moved)
  }

  private func grow() {
    let more = capacity * 2
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: more)
    unsafe larger.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity = more
  }
}
