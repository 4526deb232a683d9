/// Comparing and finding keys without creating strings.
extension JSONReader {
  /// Calls `body` with the bytes of a scanned string, with its escapes resolved. They may not be
  /// UTF-8.
  ///
  /// - Precondition: the string has been scanned by this reader, so that its escapes are valid.
  func withUnescaped<R, E: Error>(_ raw: RawString, _ body: (Bytes) throws(E) -> R) throws(E) -> R {
    guard raw.hasEscapes else { return try body(raw.bytes) }
    return try unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: raw.count) {
      (buffer) throws(E) -> R in
      try unsafe body(StringEscapes.resolve(raw.bytes, into: buffer).text)
    }
  }

  /// Whether a scanned key, its escapes resolved, is `key`.
  @inline(__always)
  func isKey(_ raw: RawString, _ key: String) -> Bool {
    // Most keys differ in their counts. An escape is never shorter than its character.
    guard raw.count == key.utf8.count || raw.hasEscapes && raw.count > key.utf8.count else {
      return false
    }
    return withUnescaped(raw) { JSONKey.isEqual(key, $0) }
  }

  /// Moves from the end of a value, or from an object's first key, to the value of the next member if that has a
  /// certain key, written without escapes.
  ///
  /// - Parameter path: The key path whose last step the key is.
  /// - Returns: false if it hasn't; the reader hasn't moved then.
  @inline(__always)
  mutating func skipKey(
    _ key: QuotedKey, of path: @autoclosure () -> String, isFirst: Bool
  ) -> Bool {
    let end = end
    // A local position stays in a register.
    var place = cursor
    @inline(__always) func skip(_ byte: UInt8) -> Bool {
      place = ByteScan.skipWhitespace(place, end)
      guard place < end, unsafe place.pointee == byte else { return false }
      place += 1
      return true
    }
    if !isFirst {
      guard skip(.comma) else { return false }
      place = ByteScan.skipWhitespace(place, end)
    }
    let isKey =
      key.count <= QuotedKey.shortCount && end - place >= QuotedKey.shortCount
      ? unsafe key.isShortKey(at: place)
      : key.isKey(path(), beginning: bytes(from: place, to: end))
    guard isKey else { return false }
    place += key.count
    guard skip(.colon) else { return false }
    if place < end, unsafe place.pointee == .space { place += 1 }
    cursor = ByteScan.skipWhitespace(place, end)
    return true
  }

  /// The positions of the values of one or two keys of an object.
  struct FoundMembers {
    var first: BytePointer?
    var second: BytePointer?
    /// The second one of two equal keys.
    var duplicate: BytePointer?
    /// The end of the object.
    var end: BytePointer
  }

  /// Finds one or two keys in the object at the cursor; of equal ones, the last.
  ///
  /// The reader doesn't advance. The whole object is validated.
  ///
  /// - Complexity: O(n) in the object's size, no allocation.
  mutating func findMembers(
    _ firstKey: String, _ secondKey: String? = nil
  ) throws(MappingError) -> FoundMembers {
    let position = cursor
    var found = FoundMembers(end: position)
    if try beginObject() {
      var separator = Separator()
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
        try skip()
      } while try next(&separator, isMember: true)
    }
    found.end = cursor
    cursor = position
    return found
  }

  /// Finds a key in the object at the cursor like ``findMembers(_:_:)``.
  ///
  /// - Parameter uniqueKeys: the keys of which only the first member matters, and nothing after it.
  mutating func findMember(
    _ key: String, uniqueKeys: KeyTable? = nil
  ) throws(MappingError) -> BytePointer? {
    let object = cursor
    guard !limitsStrings, isAtObject, end - object > BlockSkipper.margin else {
      return try findMembers(key).first
    }
    var place = BlockSkipper.Place(position: object)
    let isDone = JSONKey.withUTF8(key) { [end, start, remainingDepth] bytes in
      let isUnique = if let uniqueKeys { uniqueKeys.index(of: bytes) >= 0 } else { false }
      return BlockSkipper.skipContainer(
        &place, end, document: start, maximumDepth: remainingDepth, key: bytes, isUnique: isUnique)
    }
    if isDone { return place.value }
    let value = try skipRest(from: place, key: key)
    cursor = object
    return value
  }
}
