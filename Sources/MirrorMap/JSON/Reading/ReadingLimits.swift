/// How large a document and its parts may be.
///
/// There mostly are none of these limits, and then they cost nothing. The reader's quick ways are told
/// not to go beyond a point: for strings a place, for arrays a count. A limit moves that point to the
/// very beginning; the thorough ways, which everything then takes, compare.
struct ReadingLimits: Sendable, Equatable {
  /// How many bytes a string, a key or a number has at most that is kept as text.
  var stringLength = Int.max
  /// How many elements or members a collection has at most.
  var collectionCount = Int.max
  /// How many bytes the document has at most.
  var documentSize = Int.max
}

extension JSONReader {
  /// Sets the limits, before anything has been read.
  mutating func limit(_ limits: ReadingLimits) {
    // What has no limit, and what has a limit of four gigabytes and more, is not compared.
    maximumLength = UInt32(clamping: max(limits.stringLength, 0))
    maximumCount = UInt32(clamping: max(limits.collectionCount, 0))
    if maximumLength < .max { quickEnd = start }
    quickCount = UInt8(min(UInt32(quickCount), maximumCount))
  }

  /// Checks the size of the whole input.
  func checkSize(_ limits: ReadingLimits) throws(MappingError) {
    let maximum = max(limits.documentSize, 0)
    guard bytes.count > maximum else { return }
    throw failure(
      .sizeLimit, at: start, expected: "at most \(maximum) bytes", found: "more of them")
  }

  /// Checks the length of a text that has been read.
  mutating func checkLength(_ length: Int, from first: BytePointer) throws(MappingError) {
    guard length > maximumLength, maximumLength < .max else { return }
    throw failure(
      .sizeLimit, at: first, expected: "at most \(maximumLength) bytes of text",
      found: "more of them")
  }

  /// Finds the end of the string at the cursor as ``scanLongString()`` does, where its length is
  /// limited.
  @inline(never)
  mutating func scanLimitedString() throws(MappingError) -> RawString {
    let first = cursor
    quickEnd = end
    defer { quickEnd = start }
    let raw = try scanLongString()
    try checkLength(raw.count, from: first)
    return raw
  }

  /// Checks that a collection may have one more element.
  @inlinable @inline(__always)
  mutating func checkCount(_ count: Int) throws(MappingError) {
    if count >= Int(truncatingIfNeeded: maximumCount) { try refuse(count) }
  }

  @inline(never)
  @usableFromInline
  mutating func refuse(_ count: Int) throws(MappingError) {
    guard maximumCount < .max else { return }
    throw failure(
      .sizeLimit, expected: "at most \(maximumCount) elements or members", found: "more of them")
  }
}
