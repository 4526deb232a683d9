/// Containers that nobody asked for, remembered for as long as their document is read: much of what is
/// ignored is the same in object after object, and comparing it takes a fraction of the time of looking
/// through it again.
///
///     {"id": 1, "metadata": {"type": "recent", "language": "ja"}, …      looked through, remembered
///     {"id": 2, "metadata": {"type": "recent", "language": "ja"}, …      equal up to the last brace
///
/// What has been found well formed is well formed wherever the same bytes stand, and ends with the bracket
/// that closes it. Eight places are kept, chosen by some of the first bytes.
///
/// Precondition of the pointers here: places are only followed while the reader that noted them is alive, and
/// thus its document; the table is freed when the thread ends, and only the thread itself uses it.
@safe
struct SkippedContainers {
  @safe
  private struct Place {
    /// Who noted it; 0 for nobody.
    var reader: UInt64 = 0
    var start: BytePointer = .nowhere
    var length = 0
    /// How many levels were allowed.
    var depth = 0
  }

  private static let count = 8
  private let places: UnsafeMutablePointer<Place>

  init() {
    unsafe places = .allocate(capacity: Self.count)
    unsafe places.initialize(repeating: Place(), count: Self.count)
  }

  /// Frees the table, at the end of the thread.
  func free() { unsafe places.deallocate() }

  /// The place of containers that begin like the one at `start`.
  ///
  /// - Precondition: 32 bytes can be read there.
  @unsafe @inline(__always)
  private func place(for start: BytePointer) -> UnsafeMutablePointer<Place> {
    let word = unsafe ByteScan.load8(start + 8) ^ ByteScan.load8(start + 16)
    return unsafe places + Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) &>> 61)
  }

  /// Where the container at `start` ends, if an equal one has been passed over by the same reader.
  @inline(__always)
  func end(
    of start: BytePointer, _ end: BytePointer, reader: UInt64, depth: Int
  ) -> BytePointer? {
    guard end - start >= 32 else { return nil }
    let place = unsafe place(for: start).pointee
    let length = place.length
    guard place.reader == reader, place.depth <= depth, length <= end - start else { return nil }
    let last = length &- 16
    var offset = 0
    while offset < last {
      guard unsafe ByteScan.isEqual(start + offset, place.start + offset, 16) else { return nil }
      offset &+= 16
    }
    guard unsafe ByteScan.isEqual(start + last, place.start + last, 16) else { return nil }
    return start + length
  }

  /// Remembers a container that has been passed over.
  ///
  /// - Precondition: it is well formed.
  @inline(__always)
  func remember(_ start: BytePointer, _ behind: BytePointer, reader: UInt64, depth: Int) {
    guard behind - start >= 32 else { return }
    unsafe place(for: start).pointee = Place(
      reader: reader, start: start, length: behind - start, depth: depth)
  }
}
