extension JSONReader {
  /// A position in the document to which the reader can return.
  package struct Place {
    let cursor: BytePointer
    fileprivate let start: BytePointer
    fileprivate let depth: Int
    fileprivate let lastValueEnd: BytePointer?

    /// How many bytes of the document are before it.
    package var offset: Int { cursor - start }

    /// How many objects and arrays are between another position and this one, which is inside of it; nil if that's
    /// one of another document that is still being read.
    package func depth(inside outer: Place) -> Int? {
      start == outer.start ? outer.depth - depth : nil
    }
  }

  // These getters are mutating, because others would get a copy of the reader.

  /// The position of the next value.
  package var place: Place {
    mutating get {
      Place(cursor: cursor, start: start, depth: remainingDepth, lastValueEnd: lastValueEnd)
    }
  }

  /// Whether a position of a document that is still being read is one of this document.
  package func hasPlace(_ place: Place) -> Bool { place.start == start }

  /// How many bytes of the document have been read.
  package var consumedCount: Int { mutating get { cursor - start } }

  /// How many bytes the document has.
  package var totalCount: Int { end - start }

  /// Reads a value again, and returns to where the reader is.
  ///
  /// - Throws: what `body` throws; ``MappingError`` when sixteen times the document has been read again.
  package mutating func reread<R>(
    from place: Place, _ body: (inout JSONReader) throws -> R
  ) throws -> R {
    let end = self.place
    go(to: place)
    let result = try body(&self)
    try countReread(from: place.cursor)
    go(to: end)
    return result
  }

  /// Goes back to a position, or forward.
  package mutating func go(to place: Place) {
    assert(hasPlace(place))
    (cursor, remainingDepth, lastValueEnd) = (place.cursor, place.depth, place.lastValueEnd)
  }
}
