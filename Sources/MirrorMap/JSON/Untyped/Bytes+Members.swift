extension Bytes {
  /// Whether these bytes are an object that has all members of another one, in the same order and written alike.
  ///
  /// - Complexity: O(n + m) in the number of bytes. Nothing is allocated.
  func hasMembers(of other: Bytes) throws(MappingError) -> Bool {
    var object = JSONReader(self, maximumDepth: .max, session: nil)
    var others = JSONReader(other, maximumDepth: .max, session: nil)
    guard object.isAtObject, others.isAtObject else { return false }
    guard try others.beginObject() else { return true }
    guard try object.beginObject() else { return false }
    while true {
      let member = try others.readMember()
      while !JSONKey.isEqual(try object.readMember(), member) {
        guard try object.nextMember() else { return false }
      }
      guard try others.nextMember() else { return true }
      guard try object.nextMember() else { return false }
    }
  }
}

extension JSONReader {
  /// Reads over a member, and returns its bytes.
  fileprivate mutating func readMember() throws(MappingError) -> Bytes {
    let start = cursor
    _ = try readRawKey()
    try skip()
    return bytes(from: start, to: cursor)
  }
}
