import MirrorMap
import Synchronization
import Testing

@testable import TestSupport

private enum Role: String, MappableValue, MappableKey, UnknownCaseProviding {
  case admin, member, other
  static var unknownCase: Role { .other }
}

private enum Level: Int, MappableValue {
  case low = 1
  case high = 2
  case unknown = -1
}

extension Level: UnknownCaseProviding {
  static var unknownCase: Level { .unknown }
}

private enum Plain: String { case a, b }

extension Plain: UnknownCaseProviding {
  static var unknownCase: Plain { .b }
}

private struct Account: Mappable {
  @Mapped var role: Role
  @Mapped var second: Role?
  @Mapped var roles: [Role] = []
  @Mapped var level: Level = .low
  @Mapped var levels: [String: Level] = [:]
  @Mapped("plain", transform: .rawValue()) var plain: Plain?
}

private struct Keyed: Mappable {
  @Mapped var counts: [Role: Int]
}

struct UnknownCaseTests {
  private static let json = """
    {"role": "owner", "second": "guest", "roles": ["admin", "root", "member"], "level": 9,
     "levels": {"a": 2, "b": 3}, "plain": "z"}
    """

  private static let issues = [
    "$.role: expected a raw value of Role, found one that it does not have (line 1, column 10, Account.role)",
    "$.second: expected a raw value of Role, found one that it does not have (line 1, column 29, Account.second)",
    "$.roles[1]: expected a raw value of Role, found one that it does not have (line 1, column 57, Account.roles)",
    "$.level: expected a raw value of Level, found one that it does not have (line 1, column 85, Account.level)",
    "$.levels.b: expected a raw value of Level, found one that it does not have (line 2, column 26, Account.levels)",
    "$.plain: expected a raw value of Plain, found one that it does not have (line 2, column 39, Account.plain)",
  ]

  @Test(arguments: [FailurePolicy.strict, .lenient, .lossy])
  func unknownRawValueBecomesTheUnknownCaseAndAnIssue(
    _ policy: FailurePolicy
  ) throws {
    let log = Mutex<[String]>([])
    var mapper = Mapper()
    mapper.failurePolicy = policy
    let silent = try Account.decode(from: Self.json, using: mapper)
    mapper.logger = { issue in log.withLock { $0.append("\(issue)") } }
    for account in [silent, try Account.decode(from: Self.json, using: mapper)] {
      #expect(account.role == .other && account.second == .other)
      #expect(account.roles == [.admin, .other, .member])
      #expect(account.level == .unknown && account.levels == ["a": .high, "b": .unknown])
      #expect(account.plain == .b)
      #expect(account.$role.presence == .value && account.$second.presence == .value)
    }
    #expect(log.withLock { $0 } == Self.issues)
    mapper.logger = nil
    let report = Account.decodeReporting(from: Self.json, using: mapper)
    #expect(report.issues.map { "\($0)" } == Self.issues)
    #expect(report.value?.role == .other)
  }

  /// The text about a type is kept. Types with one name, or of one declaration, have texts of their own.
  @Test func textsOfTypesAreNotMixedUp() {
    enum Other {
      enum Plain: String, CaseIterable, MappableValue { case x, y }
    }
    enum Plain: Int, CaseIterable, MappableValue { case one = 1 }
    struct Tagged<Tag>: RawRepresentable, MappableValue {
      var rawValue: String { "" }
      init?(rawValue: String) { return nil }
    }
    func text(_ type: (some MappableValue).Type, _ json: String) -> String {
      errorText { try type.decode(from: json) }
    }
    for _ in 0..<2 {
      for (found, expected) in [
        (text(Other.Plain.self, #""z""#), "Plain (\"x\" or \"y\")"),
        (text(Plain.self, "2"), "Plain (1)"),
        (text(Tagged<Int>.self, #""z""#), "Tagged<Int>"),
        (text(Tagged<[Int?]>.self, #""z""#), "Tagged<[Int?]>"),
      ] {
        #expect(
          found == """
            $: expected a raw value of \(expected), found one that it does not have (line 1, column 1)
            """)
      }
    }
  }

  @Test func valuesOfAnotherTypeAreStillErrors() {
    #expect(
      errorText { try [Role].decode(from: #"["admin", 1]"#) }
        == "$[1]: expected String, found a number (line 1, column 11)")
    #expect(
      errorText { try Level.decode(from: #""1""#) }
        == "$: expected Int, found a string (line 1, column 1)")
    #expect(
      errorText { try Account.decode(from: #"{"role": null}"#) }
        == "$.role: expected Role, found null (line 1, column 10, Account.role)")
  }

  @Test func nullHasTheNameOfTheTypeAsAMissingKeyHas() {
    struct List: RawRepresentable, MappableValue { var rawValue: [Int] }
    #expect(
      errorText { try Account.decode(from: "{}") }
        == "$.role: required key is missing, expected Role (line 1, column 1, Account.role)")
    #expect(
      errorText { try [Level].decode(from: "[null]") }
        == "$[0]: expected Level, found null (line 1, column 2)")
    #expect(
      errorText { try List.decode(from: "null") }
        == "$: expected List, found null (line 1, column 1)")
    #expect(
      errorText { try List.decode(from: "[1, null]") }
        == "$[1]: expected Int, found null (line 1, column 5)")
    #expect(
      errorText { try Level.decode(from: "nul") } == errorText { try Int.decode(from: "nul") })
  }

  @Test func unknownKeysOfDictionariesAreErrorsOrDropped() throws {
    let json = #"{"counts": {"admin": 1, "owner": 2}}"#
    #expect(
      errorText { try Keyed.decode(from: json) }
        == "$.counts.owner: expected a key of type Role, found another one (line 1, column 25, Keyed.counts)"
    )
    var mapper = Mapper()
    mapper.failurePolicy = .lossy
    #expect(try Keyed.decode(from: json, using: mapper).counts == [.admin: 1])
  }

  @Test func rawValueOfTheCaseIsWritten() throws {
    #expect(try [Role].decode(from: #"["owner", "admin"]"#).encodeString() == #"["other","admin"]"#)
  }

  @Test func theTransformItselfHasTheUnknownCase() throws {
    #expect(try RawValueTransform<Plain>().decode("c") == .b)
    #expect(try RawValueTransform<Plain>().decode("a") == .a)
  }
}
