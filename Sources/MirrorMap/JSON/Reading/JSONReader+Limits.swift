extension JSONReader {
  /// Sets the limits, before anything has been read.
  mutating func limit(_ limits: ReadingLimits) {
    maximumLength = Self.limit(limits.stringLength)
    maximumCount = Self.limit(limits.collectionCount)
    if maximumLength < .max { quickEnd = start }
  }

  /// Limits of four gigabytes and more, or of the largest integer, count as no limit and aren't compared.
  private static func limit(_ count: Int) -> UInt32 {
    count == .max ? .max : UInt32(clamping: max(count, 0))
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
    if count >= Int(clamping: maximumCount) { try refuse(count) }
  }

  @inline(never) @usableFromInline
  mutating func refuse(_ count: Int) throws(MappingError) {
    guard maximumCount < .max else { return }
    throw failure(
      .sizeLimit, expected: "at most \(maximumCount) elements or members", found: "more of them")
  }
}
