/// Comparing and looking for keys without making strings of them.
extension JSONReader {
  /// Calls `body` with the bytes of a scanned string, its escapes resolved.
  ///
  /// - Precondition: the string has been scanned by this reader, so that its escapes are valid.
  func withUnescaped<R, E: Error>(
    _ raw: RawString, _ body: (Bytes) throws(E) -> R
  ) throws(E) -> R {
    guard raw.hasEscapes else { return try body(raw.bytes) }
    return try unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: raw.count) {
      (buffer) throws(E) -> R in
      try unsafe body(StringEscapes.resolve(raw.bytes, into: buffer))
    }
  }

  /// Whether a scanned key, its escapes resolved, is `key`.
  func isKey(_ raw: RawString, _ key: String) -> Bool {
    // An escape is never shorter than what it stands for.
    guard raw.count >= key.utf8.count else { return false }
    return withUnescaped(raw) { JSONKey.isEqual(key, $0) }
  }

  /// Where the values of one or two keys of an object begin.
  struct FoundMembers {
    var first: BytePointer?
    var second: BytePointer?
    /// The key that is the second one of its name.
    var duplicate: BytePointer?
    /// Where the object ends.
    var end: BytePointer
  }

  /// Looks for keys in the object at the cursor; of equal ones, the last is found.
  ///
  /// The reader stays where it is. The whole object is validated.
  ///
  /// - Complexity: O(n) in the object's size, no allocation.
  mutating func findMembers(
    _ firstKey: String, _ secondKey: String? = nil
  ) throws(MappingError) -> FoundMembers {
    let (position, depth) = (cursor, remainingDepth)
    var found = FoundMembers(end: position)
    if try beginObject() {
      repeat {
        let keyStart = cursor
        let raw = try readRawKey()
        if isKey(raw, firstKey) {
          if found.first != nil { found.duplicate = keyStart }
          found.first = cursor
        } else if let secondKey, isKey(raw, secondKey) {
          if found.second != nil { found.duplicate = keyStart }
          found.second = cursor
        }
        try skipValue()
      } while try nextMember()
    }
    found.end = cursor
    (cursor, remainingDepth) = (position, depth)
    return found
  }

  /// Looks for the element of the array at the cursor at an index, and moves to it.
  ///
  /// - Returns: false if there is none.
  mutating func moveToElement(_ index: Int) throws(MappingError) -> Bool {
    guard try beginArray() else { return false }
    var rest = index
    while rest > 0 {
      try skipValue()
      guard try nextElement() else { return false }
      rest -= 1
    }
    return rest == 0
  }
}
