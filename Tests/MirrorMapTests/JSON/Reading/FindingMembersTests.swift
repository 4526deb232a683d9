import Testing

@testable import MirrorMap
@testable import TestSupport

struct FindingMembersTests {
  /// Members of a few kinds: several keys, spellings, values, and amounts of white space, equal keys among them.
  private func object(_ random: inout SeededGenerator) -> String {
    let keys = [
      "id", #"\u0069d"#, "name", "type", "member_id", "é", "a_key_of_more_than_thirty_two_bytes",
    ]
    let values = [
      "1", "-12.5e3", "0.25", "12345678901234567890123", #""x""#, #""\n""#, "null", "true",
    ]
    let others = [
      "[]", "[1, [2]]", "{}", #"{"id": 3}"#,
      #""a text of more than thirty-two bytes, as some are""#,
    ]
    let space = ["", " ", "\n  "].randomElement(using: &random) ?? ""
    let members = (0..<Int.random(in: 0...6, using: &random)).map { _ in
      let key = keys.randomElement(using: &random) ?? ""
      let value = (values + others).randomElement(using: &random) ?? ""
      return "\(space)\"\(key)\"\(space):\(space)\(value)\(space)"
    }
    return "{\(members.joined(separator: ","))}"
  }

  @Test
  func membersAreFoundAsInTrees() throws {
    var random = SeededGenerator(seed: 17)
    for _ in 0..<3_000 {
      let text = object(&random)
      let tree = try JSONValue.decode(from: text)
      let view = try JSONView(text)
      for key in ["id", "name", "member_id", "é", "a_key_of_more_than_thirty_two_bytes"] {
        #expect(view[key]?.value == tree[key], "\(key) in \(text)")
      }
    }
  }

  /// Where a value has been found and the reader is, or the error.
  private func outcome(
    _ bytes: Bytes, _ find: (inout JSONReader) throws(MappingError) -> BytePointer?
  ) -> String {
    var reader = JSONReader(bytes, maximumDepth: 3, session: nil)
    do throws(MappingError) {
      let found = try find(&reader)
      return "\(found.map { $0 - bytes.start } ?? -1), at \(reader.cursor - bytes.start)"
    } catch {
      return "\(error.located(in: bytes))"
    }
  }

  /// The fast path gives up at other places if less follows an object.
  @Test
  func bothPathsFindTheSameWhateverFollows() throws {
    var random = SeededGenerator(seed: 20)
    var failures = 0
    for round in 0..<2_000 {
      var text = Array(object(&random).utf8)
      if round.isMultiple(of: 2) {
        text[Int.random(in: 1..<text.count, using: &random)] = UInt8(ascii: "]")
      }
      for space in [0, 7, 31, 64] {
        GuardedBytes.withBytes(text + [UInt8](repeating: 0x20, count: space)) {
          let bytes = Bytes($0)
          for key in ["id", "name", "member_id", "é", "a_key_of_more_than_thirty_two_bytes"] {
            let plain = outcome(bytes) { (reader) throws(MappingError) in
              try reader.findMembers(key).first
            }
            let quick = outcome(bytes) { (reader) throws(MappingError) in
              try reader.findMember(key)
            }
            #expect(quick == plain, "\(key) in \(String(decoding: bytes, as: UTF8.self))")
            if plain.hasPrefix("$") { failures += 1 }
          }
        }
      }
    }
    #expect(failures > 1_000)
  }

  @Test
  func malformedObjectsHaveNoMembers() throws {
    var random = SeededGenerator(seed: 18)
    for _ in 0..<1_000 {
      let text = object(&random)
      let end = Int.random(in: 1..<text.utf8.count, using: &random)
      let broken = Array(text.utf8.prefix(end))
      for key in ["id", "name"] {
        #expect(throws: MappingError.self, "\(key) in \(String(decoding: broken, as: UTF8.self))") {
          try broken.withBytes { bytes in
            var reader = JSONReader(bytes, maximumDepth: 8, session: nil)
            return try reader.findMember(key) != nil
          }
        }
      }
    }
  }

  /// Where the first value of a key begins, key by key.
  private func firstPosition(of key: String, _ bytes: Bytes) throws -> Int? {
    var reader = JSONReader(bytes, maximumDepth: 8, session: nil)
    guard try reader.beginObject() else { return nil }
    repeat {
      if try reader.readKey() == key { return reader.cursor - bytes.start }
      try reader.skipValue()
    } while try reader.nextMember()
    return nil
  }

  @Test
  func nothingAfterAUniqueKeyMatters() throws {
    var random = SeededGenerator(seed: 19)
    for _ in 0..<1_000 {
      let text = object(&random)
      let broken = Array((text.dropLast() + #", "id": 4, "id": ]}"# + text).utf8)
      for key in ["id", "name", "member_id", "a_key_of_more_than_thirty_two_bytes"] {
        try broken.withBytes { bytes in
          var reader = JSONReader(bytes, maximumDepth: 8, session: nil)
          // The general path goes on to the object's end: it reads keys with escapes, and the document's end.
          guard let found = try? reader.findMember(key, uniqueKeys: KeyTable([(key, 0)])) else {
            return
          }
          let first = try firstPosition(of: key, bytes)
          #expect(
            first == found - bytes.start, "\(key) in \(String(decoding: broken, as: UTF8.self))")
        }
      }
    }
  }
}
