/// Reading values again: for several properties with one key, for alternatives, for values without
/// tags.
///
/// A model that contains itself can double the work at each level, and a document of 500 bytes
/// would take years. So the bytes that are read again are counted.
extension JSONReader {
  /// How many bytes of a document may be read again: sixteen times the document and, for small ones, 16 KB.
  static func rereadableCount(of bytes: Bytes) -> Int {
    Int(clamping: UInt64(bytes.count) * 16 + 16_384)
  }

  /// Goes back to the beginning of a value, to read it again.
  mutating func rewind(to position: BytePointer) throws(MappingError) {
    try countReread(from: position)
    cursor = position
  }

  /// Counts the bytes from a position to the cursor as read again.
  mutating func countReread(from position: BytePointer) throws(MappingError) {
    try countReread(of: cursor - position, at: position, "values that several properties read")
  }

  /// Counts bytes that are about to be read again.
  ///
  /// - Throws: ``MappingError`` when sixteen times the document has been read again.
  mutating func countReread(
    of byteCount: Int, at position: BytePointer? = nil, _ values: String = "values without tags"
  ) throws(MappingError) {
    rereadableCount &-= byteCount
    guard rereadableCount >= 0 else {
      throw rereadTooOften(values, at: position)
    }
  }

  func rereadTooOften(_ values: String, at position: BytePointer? = nil) -> MappingError {
    failure(
      .depthLimit, at: position, expected: "less nesting",
      found: "more \(values) than the limit allows")
  }

  /// What one of several ways of reading the next value counts for: as all of them come after each other, and few
  /// read it to its end, only a part of its bytes.
  mutating func costOfRereading(inWays count: Int) throws(MappingError) -> Int {
    let start = cursor
    // What is nested makes ways multiply, so an empty container counts as well. A scalar of a byte or two is free.
    let minimum = current == .openBrace || current == .openBracket ? 4 : 0
    try skip()
    defer { cursor = start }
    return max((cursor - start) / count, minimum)
  }

  /// Counts what has been read of a value in a way that failed.
  ///
  /// The reader has gone back to the value. When sixteen times the document has been read again, reading it fails
  /// in all other ways, too.
  mutating func countFailedAttempt(upTo position: BytePointer) {
    rereadableCount &-= (position - cursor + 3) / 4
    if rereadableCount < 0 { lastValueEnd = cursor }
  }

  /// Calls a closure that reads values of the object that has just been read, and then returns to
  /// the object's end.
  @inline(__always)
  mutating func rereading(
    _ body: (inout JSONReader) throws(MappingError) -> Void
  ) throws(MappingError) {
    let end = cursor
    // The object has been left; its values are one level further down.
    try enter()
    try body(&self)
    remainingDepth += 1
    cursor = end
  }

  /// Whether the second of two equal keys is used.
  ///
  /// - Throws: ``MappingError`` if the mapper rejects duplicates.
  @inline(never) @usableFromInline
  func replacesDuplicate(at key: BytePointer) throws(MappingError) -> Bool {
    switch duplicateKeys(at: key) {
    case .first: return false
    case .last: return true
    case .reject:
      throw failure(.duplicateKey, at: key, expected: "each key once", found: "a second one")
    }
  }
}
