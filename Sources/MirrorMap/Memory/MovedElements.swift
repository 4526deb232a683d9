/// Elements in memory that gives them up: the source of an array of their exact number.
///
/// An array that is made of a collection has the collection's size, and is filled without a detour.
/// (`Array.init(unsafeUninitializedCapacity:)`, which would say it more plainly, looks up the metadata
/// of the array's storage each time: 350 instructions.)
@safe
@frozen
@usableFromInline
struct MovedElements<Element>: Collection {
  @usableFromInline let base: UnsafeMutablePointer<Element>
  public let count: Int

  /// - Precondition: so many elements are initialised there. They belong to whoever takes them, which
  ///   happens once.
  @unsafe @inlinable @inline(__always)
  init(_ base: UnsafeMutablePointer<Element>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { count }
  @inlinable public func index(after position: Int) -> Int { position &+ 1 }

  /// - Precondition: no element is asked for twice, which an array that is being made does not.
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
