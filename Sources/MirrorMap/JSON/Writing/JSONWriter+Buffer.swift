import EssentialFoundation

/// The buffer of a writer, which grows as needed.
///
/// Precondition of the stores at the cursor: room for them has been reserved.
extension JSONWriter {
  /// How many bytes have been written.
  @inlinable
  var count: Int {
    @inline(__always) get { unsafe cursor - base }
  }

  /// The output. Valid until the next write.
  var written: Bytes { unsafe Bytes(BytePointer(base), BytePointer(cursor)) }

  /// Calls `body` with the output, which is valid until `body` returns.
  @inline(__always)
  borrowing func withWritten<R>(_ body: (Bytes) -> R) -> R { body(written) }

  /// The output since a position. Valid until the next write.
  func written(since position: Int) -> Bytes { written[position..<count] }

  /// Replaces a byte that has been written.
  mutating func replaceByte(at position: Int, with byte: UInt8) {
    precondition(position >= 0 && position < count)
    unsafe base[position] = byte
  }

  /// Moves a range of the output to a position before it, and removes the output after the range.
  mutating func closeGap(before range: Range<Int>, at position: Int) {
    precondition(position >= 0 && position <= range.lowerBound && range.upperBound <= count)
    assert(laidOutCount <= position)
    unsafe UnsafeMutableRawPointer(base + position).copyMemory(
      from: UnsafeRawPointer(base + range.lowerBound), byteCount: range.count)
    rewind(to: position + range.count)
  }

  /// Makes room for `size` more bytes, so that they can be written without further checks.
  @inlinable @inline(__always)
  mutating func reserve(_ size: Int) {
    if unsafe limit - cursor < size { grow(size) }
  }

  /// Where the next byte goes.
  var output: OutputCursor {
    @inline(__always) get { unsafe OutputCursor(cursor) }
    @inline(__always) set { unsafe cursor = unsafe newValue.address }
  }

  /// Makes room for `size` more bytes, and what whole blocks exceed them by, and returns the cursor that writes them.
  @inline(__always)
  mutating func reserved(_ size: Int) -> OutputCursor {
    reserve(size &+ OutputCursor.excess)
    return output
  }

  /// Makes room for `size` more bytes at a cursor that is ahead of the writer's own, and returns the cursor, which has
  /// moved if the buffer has.
  @inline(__always)
  mutating func makeRoom(for size: Int, at output: OutputCursor) -> OutputCursor {
    if unsafe limit - output.address >= size &+ OutputCursor.excess { return output }
    self.output = output
    return reserved(size)
  }

  @inline(never)
  @usableFromInline
  mutating func grow(_ size: Int) {
    let used = count
    let expected = ThreadState.current.expectedCapacity
    let capacity = unsafe max(2 * (limit - base), used + size + 64, expected)
    unsafe base = unsafe ThreadState.resize(base, capacity)
    unsafe cursor = unsafe base + used
    unsafe limit = unsafe base + capacity
  }

  /// Removes the output after a position.
  @inline(__always)
  mutating func rewind(to position: Int) {
    unsafe cursor = unsafe base + position
    if laidOutCount > position { laidOutCount = position }
  }

  /// Returns the output. A large buffer becomes the data without being copied. A small one is
  /// copied and reused for the next document.
  ///
  /// The rest of a very large buffer mostly has no pages yet and stays: if such blocks are made smaller, allocators
  /// return their pages to the system when the data is released, and each document needs new ones.
  consuming func takeData() -> Data {
    let used = count
    let capacity = unsafe limit - base
    let thread = ThreadState.current
    thread.expect(used)
    if used <= 1 << 14 {
      let data = unsafe Data(bytes: base, count: used)
      unsafe thread.leaveBuffer((base, capacity))
      discard self
      return data
    }
    let keepsRest = used >= 1 << 17 && capacity <= 2 * used + 1024
    let buffer = unsafe keepsRest ? base : ThreadState.resize(base, used)
    discard self
    return unsafe Data(bytesNoCopy: buffer, count: used, deallocator: .free)
  }
}
