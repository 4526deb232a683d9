import Testing

@testable import MirrorMap

@Suite struct SharedMembersTests {
  @Test(arguments: [
    (#"{"a":1,"b":"x"}"#, #"{"a":1}"#, true),
    (#"{"a":1,"b":"x"}"#, #"{"b":"x"}"#, true),
    (#"{"a":1,"b":"x","c":[{"a":1}]}"#, #"{"a":1,"c":[{"a":1}]}"#, true),
    (#"{"a":1}"#, "{}", true), ("{}", "{}", true),
    ("{}", #"{"a":1}"#, false),
    (#"{"a":1,"b":"x"}"#, #"{"a":2}"#, false),
    (#"{"a":1,"b":"x"}"#, #"{"b":"x","a":1}"#, false),
    (#"{"a":1,"b":"x"}"#, #"{"a":1,"c":1}"#, false),
    (#"{"a":1,"b":"x"}"#, #"{"b":1}"#, false),
    (#"{"b":{"a":1}}"#, #"{"a":1}"#, false),
    (#"{"a":12}"#, #"{"a":1}"#, false),
    ("[1]", "[1]", false), ("null", #"{"a":1}"#, false), (#"{"a":1}"#, "null", false),
  ])
  func membersAreComparedWithTheirBytes(_ object: String, _ other: String, _ expected: Bool) throws
  {
    #expect(try hasMembers(object, other) == expected)
  }

  /// An object that has the members already is what merging them would make.
  @Test func objectsThatHaveTheMembersStayTheSame() throws {
    var random = SeededGenerator(seed: 17)
    let values = ["1", "null", #""x\n""#, #"{"a":1}"#, "[1,{}]", "1.50", #"{"a":{"b":null}}"#]
    let keys = ["a", "b", #"\""#, "é", ""]
    func object() -> String {
      let members = keys.shuffled(using: &random).prefix(.random(in: 0...5, using: &random))
        .map { "\"\($0)\":\(values.randomElement(using: &random) ?? "")" }
      return "{\(members.joined(separator: ","))}"
    }
    var held = 0
    for _ in 0..<5_000 {
      let (object, other) = (object(), object())
      guard try hasMembers(object, other) else { continue }
      let value = try JSONValue.decode(from: object)
      #expect(try value.merged(with: JSONValue.decode(from: other)) == value, "\(object) \(other)")
      held += 1
    }
    #expect(held > 500)
  }

  private func hasMembers(_ object: String, _ other: String) throws(MappingError) -> Bool {
    let (object, other) = (Array(object.utf8), Array(other.utf8))
    return try object.withBytes { (object) throws(MappingError) in
      try other.withBytes { (other) throws(MappingError) in try object.hasMembers(of: other) }
    }
  }
}
