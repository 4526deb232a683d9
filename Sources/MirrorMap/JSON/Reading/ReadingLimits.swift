/// How large the parts of a document may be that are kept in memory.
///
/// There mostly are none of these limits, and then they cost nothing. The reader's quick ways are told
/// not to go beyond a point: for strings a place, for arrays a count. A limit moves that point to the
/// very beginning; the thorough ways, which everything then takes, compare.
struct ReadingLimits: Sendable, Equatable {
  /// How many bytes a string, a key or a number has at most that is kept as text.
  var stringLength = Int.max
  /// How many elements or members a collection has at most.
  var collectionCount = Int.max
}

extension JSONReader {
  /// Sets the limits, before anything has been read.
  mutating func limit(_ limits: ReadingLimits) {
    guard limits != ReadingLimits() else { return }
    maximumLength = max(limits.stringLength, 0)
    maximumCount = max(limits.collectionCount, 0)
    if maximumLength < .max { quickEnd = start }
    quickCount = min(quickCount, maximumCount)
  }

  /// Checks the size of the whole input.
  func checkSize(_ maximum: Int) throws(MappingError) {
    guard bytes.count > maximum else { return }
    throw failure(
      .sizeLimit, at: start, expected: "at most \(maximum) bytes", found: "more of them")
  }

  /// Checks the length of a string, key or number that has been read.
  @inline(__always)
  func checkLength(from first: BytePointer, _ length: Int) throws(MappingError) {
    if length > maximumLength { throw tooLong(first) }
  }

  /// Checks that a collection may have one more element.
  @inlinable @inline(__always)
  func checkCount(_ count: Int) throws(MappingError) {
    if count >= maximumCount { throw tooMany() }
  }

  @inline(never)
  private func tooLong(_ first: BytePointer) -> MappingError {
    failure(
      .sizeLimit, at: first, expected: "at most \(maximumLength) bytes of text",
      found: "more of them")
  }

  @inline(never)
  @usableFromInline
  func tooMany() -> MappingError {
    failure(
      .sizeLimit, expected: "at most \(maximumCount) elements or members",
      found: "more of them")
  }
}
