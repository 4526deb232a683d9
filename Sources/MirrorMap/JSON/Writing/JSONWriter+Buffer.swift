import Foundation

/// The buffer of a writer, which grows as needed.
///
/// Precondition of what is stored at the cursor: room for it has been reserved.
extension JSONWriter {
  /// How many bytes have been written.
  @inlinable
  var count: Int {
    @inline(__always) get { unsafe cursor - base }
  }

  /// What has been written. Valid until the next write.
  var written: Bytes { unsafe Bytes(start: BytePointer(base), count: count) }

  /// Calls `body` with what has been written; the buffer stays at least as long as that.
  @inline(__always)
  borrowing func withWritten<R>(_ body: (Bytes) -> R) -> R { body(written) }

  /// What has been written since a position. Valid until the next write.
  func written(since position: Int) -> Bytes { written[position..<count] }

  /// Replaces a byte that has been written.
  mutating func replaceByte(at position: Int, with byte: UInt8) {
    precondition(position >= 0 && position < count)
    unsafe base[position] = byte
  }

  /// Moves what has been written in a range to a position before it, and takes back what follows.
  mutating func closeGap(before range: Range<Int>, at position: Int) {
    precondition(position >= 0 && position <= range.lowerBound && range.upperBound <= count)
    unsafe UnsafeMutableRawPointer(base + position).copyMemory(
      from: UnsafeRawPointer(base + range.lowerBound), byteCount: range.count)
    rewind(to: position + range.count)
  }

  /// Makes room for `size` more bytes, so that they can be written without further checks.
  @inlinable @inline(__always)
  mutating func reserve(_ size: Int) {
    if unsafe limit - cursor < size { grow(size) }
  }

  @inline(never)
  @usableFromInline
  mutating func grow(_ size: Int) {
    let used = count
    let capacity = unsafe max(2 * (limit - base), used + size + 64)
    unsafe base = unsafe ThreadState.resize(base, capacity)
    unsafe cursor = unsafe base + used
    unsafe limit = unsafe base + capacity
  }

  /// Takes back all that was written after `position`.
  @inline(__always)
  mutating func rewind(to position: Int) { unsafe cursor = unsafe base + position }

  /// What has been written. A large buffer is given away without being copied; a small one is soon
  /// copied, and serves the next document again.
  consuming func takeData() -> Data {
    let used = count
    if used <= Self.largestCopy {
      let data = unsafe Data(bytes: base, count: used)
      unsafe ThreadState.current.leaveBuffer((base, limit - base))
      discard self
      return data
    }
    let buffer = unsafe ThreadState.resize(base, used)
    discard self
    return unsafe Data(bytesNoCopy: buffer, count: used, deallocator: .free)
  }

  private static var largestCopy: Int { 1 << 14 }
}
