import Testing

@testable import MirrorMap
@testable import TestSupport

struct SharedMembersTests {
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

  /// The patch between two objects is that between what is left of them without the members that both have.
  @Test func patchesDontDependOnMembersInCommon() throws {
    var random = SeededGenerator(seed: 18)
    let values = [
      "1", "null", #""x\n""#, #"{"a":1}"#, "[1,{}]", #"{"a":{"b":2},"c":3}"#, "{}",
    ]
    let keys = (0..<40).map { "k\($0)" } + [#"\""#, "é", ""]
    func text(_ members: [(String, String)]) -> String {
      "{\(members.map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
    }
    var (left, total) = (0, 0)
    for round in 0..<3_000 {
      let count = Int.random(in: 0...keys.count, using: &random)
      let members = keys.shuffled(using: &random).prefix(count)
        .map { ($0, values.randomElement(using: &random) ?? "") }
      // Some are removed, and some are changed, in some rounds most of them.
      let rarity = Int.random(in: 2...30, using: &random)
      var changed = members.filter { _ in Int.random(in: 0..<rarity, using: &random) > 0 }
      for index in changed.indices where Int.random(in: 0..<rarity, using: &random) == 0 {
        changed[index].1 = values.randomElement(using: &random) ?? ""
      }
      if round % 4 == 0 { changed.shuffle(using: &random) }
      let (some, others) = (text(members), text(changed))
      let (before, after) = round % 2 == 0 ? (some, others) : (others, some)
      let reduced = try #require(
        try before.bytes.withBytes { (before) throws(MappingError) in
          try after.bytes.withBytes { (after) throws(MappingError) in
            try before.withoutMembersInCommon(with: after)
          }
        })
      let patch = try JSONValue.decode(from: reduced.own)
        .mergePatch(to: JSONValue.decode(from: reduced.other))
      let whole = try JSONValue.decode(from: before)
        .mergePatch(to: JSONValue.decode(from: after))
      #expect(try patch.encodeString() == whole.encodeString(), "\(before) \(after)")
      left += reduced.own.count
      total += before.utf8.count
    }
    #expect(left < total / 2)
  }

  @Test(arguments: ["[1]", "1", "null", #""x""#])
  func onlyObjectsHaveMembersInCommon(_ text: String) throws {
    let object = Array("{}".utf8)
    let reduced = try object.withBytes { (object) throws(MappingError) in
      try text.bytes.withBytes { (other) throws(MappingError) in
        (
          try object.withoutMembersInCommon(with: other),
          try other.withoutMembersInCommon(with: object)
        )
      }
    }
    #expect(reduced.0 == nil && reduced.1 == nil)
  }

  private func hasMembers(_ object: String, _ other: String) throws(MappingError) -> Bool {
    let (object, other) = (Array(object.utf8), Array(other.utf8))
    return try object.withBytes { (object) throws(MappingError) in
      try other.withBytes { (other) throws(MappingError) in try object.hasMembers(of: other) }
    }
  }
}

extension String {
  fileprivate var bytes: [UInt8] { Array(utf8) }
}
