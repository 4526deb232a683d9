/// What reading polymorphic values asks of the rest of the reader.
extension JSONReader {
  /// Counts bytes that are about to be read again.
  ///
  /// Untagged values within untagged values double the work at each level; a document of 500 bytes would
  /// take years.
  ///
  /// - Throws: ``MappingError`` when sixteen times the document has been read again.
  mutating func countReread(of byteCount: Int) throws(MappingError) {
    rereadableCount &-= byteCount
    guard rereadableCount >= 0 else {
      throw failure(
        .depthLimit, expected: "less nesting",
        found: "more values without tags than the limit allows")
    }
  }
}
