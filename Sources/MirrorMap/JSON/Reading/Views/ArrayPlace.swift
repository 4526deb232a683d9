/// The position of an array in a document.
@usableFromInline
struct ArrayPlace: Sendable {
  let start: BytePointer
  /// How many arrays and objects are around it.
  let depth: Int

  /// Positions where elements seem to begin, spread evenly over the rest of the input. The first
  /// one is that of the first element.
  ///
  /// Objects of one kind mostly begin with the same key, unlike the objects in them. So a position
  /// is a guess if the text after a comma is the beginning of the first element, up to its colon.
  ///
  /// Precondition of each access to a byte: a comparison with the end has shown that there is one.
  func guesses(in bytes: Bytes, count: Int) -> [BytePointer] {
    let first = ByteScan.skipWhitespace(start + 1, bytes.end)
    guard start < bytes.end, unsafe start.pointee == .openBracket, first < bytes.end else {
      return []
    }
    let opening = opening(at: first, bytes.end)
    let share = (bytes.end - first) / count
    return [first]
      + (1..<max(count, 1)).compactMap { number in
        let place = first + share * number
        return element(from: place, min(place + share, bytes.end), opening)
      }
  }

  /// The text with which an element begins.
  private func opening(at first: BytePointer, _ end: BytePointer) -> Bytes {
    guard unsafe first.pointee == .openBrace else {
      // A bracket; nothing for scalars.
      return unsafe Bytes(first, first + (first.pointee == .openBracket ? 1 : 0))
    }
    return unsafe Bytes(first, first + min(end - first, 64)).prefix { $0 != .colon }
  }

  private func element(
    from place: BytePointer, _ end: BytePointer, _ opening: Bytes
  ) -> BytePointer? {
    var pointer = place
    while pointer < end {
      defer { pointer += 1 }
      guard unsafe pointer.pointee == .comma else { continue }
      let guess = ByteScan.skipWhitespace(pointer + 1, end)
      if end - guess > opening.count,
        unsafe Bytes(guess, guess + opening.count).elementsEqual(opening)
      {
        return guess
      }
    }
    return nil
  }
}

extension JSONReader {
  /// Enters an array and moves to one of its elements.
  ///
  /// - Parameters:
  ///   - element: where the element begins, if the array is not empty.
  ///   - count: how many readers share the array.
  /// - Returns: whether there are elements.
  mutating func enter(
    _ place: ArrayPlace, element: BytePointer, of count: Int
  ) throws(MappingError) -> Bool {
    remainingDepth -= place.depth
    // Together, they must not read more bytes again than one reader.
    rereadableCount /= count
    cursor = place.start
    guard try beginArray() else { return false }
    cursor = element
    return true
  }
}
