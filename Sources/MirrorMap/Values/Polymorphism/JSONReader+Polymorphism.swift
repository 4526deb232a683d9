/// What reading polymorphic values asks of the rest of the reader.
extension JSONReader {
  /// Reads a value from an object in which a key is known to somebody else: the tag of a registry.
  ///
  /// SEAM for the policy about unknown keys: a model that is read in `body` at the object where the
  /// reader stands must not report or reject `key`. Until there is such a policy, nothing is to be done.
  @inline(__always)
  mutating func withKnownKey<R>(
    _ key: String, _ body: (inout JSONReader) throws(MappingError) -> R
  ) throws(MappingError) -> R {
    try body(&self)
  }

  /// Reads a value in a way that may turn out to be the wrong one.
  ///
  /// SEAM for reports: while `body` runs, failures must be thrown rather than reported and passed over,
  /// as one type's failure is the hint that another is meant; if it throws, whatever it has reported must
  /// be forgotten. Until there are reports, nothing is to be done.
  @inline(__always)
  mutating func trying<R>(
    _ body: (inout JSONReader) throws(MappingError) -> R
  ) throws(MappingError) -> R {
    try body(&self)
  }

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
