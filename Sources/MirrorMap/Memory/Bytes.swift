import EssentialFoundation

/// A borrowed run of bytes: a document, a key, the text of a string.
///
/// Every access is checked against its bounds. Its lifetime isn't checked: it is valid during the
/// call that it is passed to.
@safe @frozen @usableFromInline
struct Bytes: RandomAccessCollection {
  @usableFromInline let start: BytePointer
  @usableFromInline let count: Int

  /// The bytes between two positions.
  ///
  /// - Precondition: they are readable, and `end` is not before `start`.
  @unsafe @inlinable @inline(__always)
  init(_ start: BytePointer, _ end: BytePointer) {
    self.start = start
    count = end - start
  }

  @unsafe @inlinable @inline(__always)
  init(_ buffer: UnsafeRawBufferPointer) {
    unsafe self.init(buffer.bindMemory(to: UInt8.self))
  }

  @unsafe @inlinable @inline(__always)
  init(_ buffer: UnsafeBufferPointer<UInt8>) {
    start = unsafe buffer.baseAddress.map { unsafe BytePointer($0) } ?? .nowhere
    count = buffer.count
  }

  @inlinable var startIndex: Int { 0 }
  @inlinable var endIndex: Int { count }

  @inlinable
  subscript(position: Int) -> UInt8 {
    precondition(position >= 0 && position < count)
    return unsafe start[position]
  }

  /// A part of the bytes.
  @usableFromInline
  subscript(range: Range<Int>) -> Bytes {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe Bytes(start + range.lowerBound, start + range.upperBound)
  }

  /// Whether the bytes come before others where texts are sorted by their bytes.
  func precedes(_ other: Bytes) -> Bool {
    let order = unsafe memcmp(start.address, other.start.address, Swift.min(count, other.count))
    return order != 0 ? order < 0 : count < other.count
  }

  /// Whether a slash is among the bytes.
  var hasSlash: Bool {
    @inline(__always) get { unsafe ByteScan.hasSlash(start, count) }
  }

  /// The position of the first byte that equals another one, from a position on.
  func position(of byte: UInt8, from first: Int = 0) -> Int? {
    let rest = self[first..<count]
    guard rest.count > 0 else { return nil }
    let base = unsafe UnsafeRawPointer(rest.start.address)
    guard let found = unsafe memchr(base, Int32(byte), rest.count) else { return nil }
    return unsafe first + (UnsafeRawPointer(found) - base)
  }

  /// The eight bytes from an offset on, the first one lowest.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset + 8 <= count)
    return unsafe ByteScan.load8(start + offset)
  }

  /// The four bytes from an offset on, the first one lowest, and above them the four from another one on.
  @inline(__always)
  func word(at offset: Int, _ other: Int) -> UInt64 {
    precondition(offset >= 0 && offset + 4 <= count && other >= 0 && other + 4 <= count)
    return unsafe UInt64(ByteScan.load4(start + offset))
      | UInt64(ByteScan.load4(start + other)) &<< 32
  }

  func hash(into hasher: inout Hasher) {
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(buffer))
  }

  /// The position after the last byte.
  var end: BytePointer { start + count }

  /// The bytes for the standard library.
  @inline(__always)
  var buffer: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: start.address, count: count)
  }

  @usableFromInline
  func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R? {
    try unsafe body(buffer)
  }

  // Without it, the standard library would copy the bytes into arrays one by one.
  @usableFromInline
  func _copyContents(
    initializing target: UnsafeMutableBufferPointer<UInt8>
  ) -> (IndexingIterator<Bytes>, Int) {
    let copied = self[0..<Swift.min(count, target.count)]
    _ = unsafe target.initialize(fromContentsOf: copied.buffer)
    return (self[copied.count..<count].makeIterator(), copied.count)
  }
}
