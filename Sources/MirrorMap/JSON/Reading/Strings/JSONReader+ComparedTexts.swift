// Swift compares and hashes strings by their canonical form (Unicode, chapter 3.11), for which combining
// marks that follow each other are sorted. For a text of nothing else that takes quadratic time: a second
// for 100 KB. Texts that are only read and written don't need it, but keys of dictionaries, elements of
// sets, and raw values do. The Stream-Safe Text Format (UAX #15) allows 30 marks in a row; no language
// needs more.

extension JSONReader {
  /// Checks that a text can be compared and hashed in linear time.
  ///
  /// - Throws: ``MappingError`` if it has too many combining marks in a row.
  @inlinable @inline(__always)
  mutating func checkComparable(_ text: String, at position: BytePointer) throws(MappingError) {
    if text.utf8.count > 512 { try checkMarks(of: text, at: position) }
  }

  @usableFromInline @inline(never)
  mutating func checkMarks(of text: String, at position: BytePointer) throws(MappingError) {
    var count = 0
    for scalar in text.unicodeScalars {
      guard scalar.isSortedMark else {
        count = 0
        continue
      }
      count += 1
      guard count <= 256 else {
        throw failure(
          .sizeLimit, at: position, expected: "at most 256 combining marks in a row",
          found: "more")
      }
    }
  }

  /// Checks the same for all texts in the value that begins at a position and has been read.
  @usableFromInline @inline(never)
  mutating func checkComparableTexts(from position: BytePointer) throws(MappingError) {
    let value = bytes(from: position, to: cursor)
    guard value.count > 512 else { return }
    try checkMarks(of: StringEscapes.unescapedLeniently(value), at: position)
  }
}

extension Unicode.Scalar {
  /// Whether the canonical form of a text has this mark, or those that it's composed of, in an order of
  /// its own.
  fileprivate var isSortedMark: Bool {
    guard value >= 0x300 else { return false }
    // Three vowel signs of Tibetan are composed of marks and aren't ordered themselves.
    return properties.canonicalCombiningClass != .notReordered
      || value == 0xF73 || value == 0xF75 || value == 0xF81
  }
}
