import Testing

@testable import MirrorMap

@Suite
struct SoughtKeyTests {
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
}
