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

  /// The positions of the values of one or two keys of an object.
  struct FoundMembers {
    var first: BytePointer?
    var second: BytePointer?
    /// The second one of two equal keys.
    var duplicate: BytePointer?
    /// The end of the object.
    var end: BytePointer

    fileprivate mutating func add(_ key: Int, at value: BytePointer, _ keyStart: BytePointer) {
      if (key == 0 ? first : second) != nil { duplicate = keyStart }
      if key == 0 { first = value } else { second = value }
    }
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
    if current == .openBrace, let keys = SoughtKeys.known(firstKey, secondKey) {
      try find(keys, &found)
    } else if try beginObject() {
      var separator = Separator()
      repeat {
        let keyStart = cursor
        let raw = try readRawKey()
        if isKey(raw, firstKey) {
          found.add(0, at: cursor, keyStart)
        } else if let secondKey, isKey(raw, secondKey) {
          found.add(1, at: cursor, keyStart)
        }
        try skipValue()
      } while try next(&separator, isMember: true)
    }
    found.end = cursor
    cursor = position
    return found
  }

  /// Finds keys that have been looked for before, with the help of a ``MemberPredictor``.
  private mutating func find(
    _ keys: Permanent<SoughtKeys>, _ found: inout FoundMembers
  ) throws(MappingError) {
    var scan = MemberScan(
      memory.pointee.predictors, node: keys.identity, depth: remainingDepth,
      isLimited: quickEnd != end)
    try enter()
    cursor += 1
    while true {
      var (start, place) = (cursor, cursor)
      var predicted: Int?
      if case (let predictor, var step)? = scan.prediction {
        repeat {
          start = place
          predicted = scan.consume(&step, of: predictor, at: &place, end)
        } while predicted == MemberScan.unknown && skipsShortValue(at: &place)
      }
      cursor = place
      if predicted == MemberScan.end { remainingDepth &+= 1 }
      let index =
        if let predicted { predicted } else { try parseNextKey(in: keys.pointee.table, &scan) }
      if index == MemberScan.end { return }
      if index >= 0 { found.add(index, at: cursor, keyPosition(from: start)) }
      try skipValue()
    }
  }
}
