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

  /// This object and another one as JSON, without members that both have, written alike and mostly in the same order.
  ///
  /// - Returns: nil if one of them isn't an object.
  /// - Complexity: O(n + m) in the number of bytes.
  func withoutMembersInCommon(
    with other: Bytes
  ) throws(MappingError) -> (own: [UInt8], other: [UInt8])? {
    guard let members = try members(), let others = try other.members() else { return nil }
    var (own, rest): ([Bytes], [Bytes]) = ([], [])
    var next = 0
    for member in members {
      // Further away than this, members stay, whether they are the same or not.
      let end = Swift.min(next + 16, others.count)
      let match = (next..<end).first { JSONKey.isEqual(others[$0].key, member.key) }
      if let match {
        for added in others[next..<match] { rest.append(added.text) }
        if !JSONKey.isEqual(others[match].text, member.text) {
          own.append(member.text)
          rest.append(others[match].text)
        }
        next = match + 1
      } else {
        own.append(member.text)
      }
    }
    for added in others[next...] { rest.append(added.text) }
    return (Self.object(own), Self.object(rest))
  }

  /// The keys and the texts of an object's members; nil if these bytes aren't an object.
  private func members() throws(MappingError) -> [(key: Bytes, text: Bytes)]? {
    var reader = JSONReader(self, maximumDepth: .max, session: nil)
    guard reader.isAtObject else { return nil }
    guard try reader.beginObject() else { return [] }
    var members: [(key: Bytes, text: Bytes)] = []
    members.reserveCapacity(16)
    repeat {
      let start = reader.cursor
      let key = try reader.readRawKey()
      try reader.skip()
      members.append((key.bytes, reader.bytes(from: start, to: reader.cursor)))
    } while try reader.nextMember()
    return members
  }

  /// An object with members.
  private static func object(_ members: [Bytes]) -> [UInt8] {
    var text: [UInt8] = [.openBrace]
    for member in members {
      if text.count > 1 { text.append(.comma) }
      text.append(contentsOf: member)
    }
    text.append(.closeBrace)
    return text
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
