/// The progress of several threads with the parts of an array.
///
///     parts     0      1      2      3      4      5      6
///             joined joined awaited read   read   read   free
///                                 (waits)  …by two threads
///
/// Threads claim parts in the order of the document. A part is joined as soon as all parts before
/// it have been joined.
struct ParallelProgress<Element: Sendable> {
  /// Where the parts begin, and where the array ends at the latest.
  private let positions: [BytePointer]
  /// The part that is claimed next.
  private var next = 0
  /// The part that continues the elements; the number of parts when they are complete.
  private var awaited = 0
  private var waiting: [Int: (elements: HeapStack<Element>, next: Int?)] = [:]
  private var elements: [Element] = []
  private var hasFailed = false

  private var count: Int { positions.count - 1 }

  init(_ starts: [BytePointer], end: BytePointer) { positions = starts + [end] }

  /// Returns the next part for a thread to read; nil if there is none.
  mutating func claim() -> Int? {
    guard !hasFailed, awaited < count, next < count else { return nil }
    defer { next += 1 }
    return next
  }

  /// Records that a part continues past the guessed beginnings of others.
  mutating func skip(to other: Int, from number: Int) {
    // Only the beginning of the awaited part is known to be right.
    if number == awaited { next = max(next, other) }
  }

  /// Records that a part has been read, joins all parts that can be joined, and returns a buffer
  /// without elements that can be used again.
  ///
  /// - Parameter next: The part that begins where this one ends, or the number of parts; nil if the
  ///   part can't be read.
  mutating func finish(
    _ number: Int, _ elements: HeapStack<Element>, next: Int?
  ) -> HeapStack<Element>? {
    waiting[number] = (elements, next)
    var spare: HeapStack<Element>?
    while let part = waiting[awaited] {
      guard let next = part.next else {
        hasFailed = true
        break
      }
      waiting[awaited] = nil
      join(part.elements, before: positions[next])
      awaited = next
      spare = part.elements
    }
    return spare
  }

  /// Moves elements to the array. If it's full, it makes room for the elements that will probably
  /// follow, estimated from those that have been read.
  private mutating func join(_ more: HeapStack<Element>, before position: BytePointer) {
    let sum = elements.count + more.count
    if sum > elements.capacity {
      let (first, end) = (positions[0], positions[count])
      let expected = Double(sum) * Double(end - first) / Double(max(position - first, 1))
      // If elements differ in size, the estimate can be far too large.
      let most = max(sum * 4, (end - first) / max(MemoryLayout<Element>.stride, 1))
      elements.reserveCapacity(position == end ? sum : min(Int(expected * 1.05) + 1, most))
    }
    more.move(to: &elements)
  }

  /// Returns the elements when all threads are done; nil if one thread has to read them.
  func allElements(atMost maximum: Int) -> [Element]? {
    hasFailed || awaited < count || elements.count > maximum ? nil : elements
  }
}
