/// A part of an array that one thread has read.
struct ParallelPart<Element: Sendable>: Sendable {
  /// How a part ends that has been read.
  enum Arrival {
    /// Where another part begins.
    case at(Int)
    /// At the end of the array.
    case atEnd
  }

  let elements: ElementStack.Buffer<Element>
  /// nil if the part could not be read.
  let arrival: Arrival?
}

/// How far several threads are with the parts of an array.
///
///     parts     0      1      2      3      4      5      6
///             joined joined waited  read   read   read   free
///                           for   (waits) …by two threads
///
/// Parts are taken in the order of the document, and joined in that order as soon as all before
/// them have been.
struct ParallelProgress<Element: Sendable> {
  private let starts: [BytePointer]
  private let end: BytePointer
  /// The part that is taken next.
  private var next = 0
  /// The part that continues the elements; nil when they are complete.
  private var awaited: Int? = 0
  private var waiting: [Int: ParallelPart<Element>] = [:]
  private var elements: [Element] = []
  private var hasFailed = false

  init(_ starts: [BytePointer], end: BytePointer) {
    self.starts = starts
    self.end = end
  }

  /// The next part for a thread to read; nil when there is none.
  mutating func take() -> Int? {
    guard !hasFailed, awaited != nil, next < starts.count else { return nil }
    defer { next += 1 }
    return next
  }

  /// Notes that a part goes beyond where others were thought to begin.
  mutating func pass(to other: Int, from number: Int) {
    // Whether that part itself was guessed right is known of the awaited one alone.
    if number == awaited { next = max(next, other) }
  }

  /// Notes that a part has been read, and joins what can be.
  ///
  /// - Returns: a buffer without elements that nobody needs any more.
  mutating func finish(
    _ number: Int, _ part: ParallelPart<Element>
  ) -> ElementStack.Buffer<Element>? {
    waiting[number] = part
    var spare: ElementStack.Buffer<Element>?
    while let number = awaited, let part = waiting[number] {
      guard let arrival = part.arrival else {
        hasFailed = true
        break
      }
      switch arrival {
      case .at(let other):
        join(part.elements, before: starts[other])
        awaited = other
      case .atEnd:
        join(part.elements, before: end)
        awaited = nil
      }
      waiting[number] = nil
      spare = part.elements
    }
    return spare
  }

  /// Moves elements to the array; when it is full, after making room for those that will probably
  /// come, judged by what has been read.
  private mutating func join(_ more: ElementStack.Buffer<Element>, before place: BytePointer) {
    let count = elements.count + more.count
    if count > elements.capacity, let first = starts.first {
      let expected = Double(count) * Double(end - first) / Double(max(place - first, 1))
      // Of a document that is not the same all over, it may be far too much.
      let most = max(count * 4, (end - first) / max(MemoryLayout<Element>.stride, 1))
      elements.reserveCapacity(place == end ? count : min(Int(expected * 1.05) + 1, most))
    }
    more.move(to: &elements)
  }

  /// The elements, when all threads are done; nil if one thread has to read them.
  func takeElements(atMost maximum: Int) -> [Element]? {
    guard !hasFailed, awaited == nil, elements.count <= maximum else { return nil }
    return elements
  }
}
