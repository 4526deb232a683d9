import MirrorMap
import Testing

@testable import TestSupport

private class Account: Mappable {
  @Mapped var id: Int
  @Mapped("name", "title") var name: String
  @Mapped var createdBy: String?
  required init() {}
}

private class LegacyAccount: Account, KeyOverrideProviding {
  class var keyOverrides: [String: String] { ["id": "legacy.account_id", "name": #"full\.name"#] }
  @Mapped var flags: [String] = []
}

private final class OlderAccount: LegacyAccount {
  override class var keyOverrides: [String: String] { ["id": "no"] }
}

private struct Snake: Mappable, KeyStrategyProviding, KeyOverrideProviding {
  static var keyStrategy: any KeyStrategy { .snakeCase }
  static var keyOverrides: [String: String] { ["fullName": "fullName", "scores": "games.*.score"] }
  @Mapped var fullName: String
  @Mapped var homeTown: String
  @Mapped("results") var scores: [Int] = []
}

private struct Misspelled: Mappable, KeyOverrideProviding {
  static var keyOverrides: [String: String] { ["nmae": "n"] }
  @Mapped var name: String
}

private struct OfNoKey: Mappable, KeyOverrideProviding {
  static var keyOverrides: [String: String] { ["others": "n"] }
  @Mapped var name: String
  @Extras var others: JSONObject
}

private struct Twice: Mappable, KeyOverrideProviding {
  static var keyOverrides: [String: String] { ["name": "title"] }
  @Mapped var name: String
  @Mapped var title: String
}

private struct EmptyOverride: Mappable, KeyOverrideProviding {
  static var keyOverrides: [String: String] { ["name": "a..b"] }
  @Mapped var name: String
}

struct KeyOverrideTests {
  @Test func subclassGivesInheritedPropertiesOtherKeys() throws {
    let text = #"{"legacy":{"account_id":7},"full.name":"Ann","createdBy":"Bo","flags":["x"]}"#
    let account = try LegacyAccount.decode(from: text)
    #expect(account.id == 7)
    #expect(account.name == "Ann")
    #expect(try account.encodeString() == text)
    #expect(try Account.decode(from: #"{"id":1,"title":"T"}"#).name == "T")
    #expect(
      LegacyAccount.mapping.properties.map(\.keyPaths) == [
        [["legacy", "account_id"]], [["full.name"]], [["createdBy"]], [["flags"]],
      ])
    #expect(LegacyAccount.jsonSchema["required"] == ["legacy", "full.name"])
  }

  @Test func alternativesAreReplacedAsWell() {
    #expect(
      errorText {
        try LegacyAccount.decode(from: #"{"legacy":{"account_id":7},"name":"a","title":"b"}"#)
      }
        == #"$["full.name"]: required key is missing, expected String"#
        + " (line 1, column 1, LegacyAccount.name)")
  }

  @Test func subclassOfASubclassOverridesAgain() throws {
    let account = try OlderAccount.decode(from: #"{"no":8,"name":"Cy"}"#)
    #expect(account.id == 8)
    #expect(try account.encodeString() == #"{"no":8,"name":"Cy","flags":[]}"#)
    try account.update(from: #"{"no":9}"#)
    #expect(account.id == 9)
  }

  @Test func strategiesLeaveOverridesAloneAndWildcardsWork() throws {
    let snake = try Snake.decode(
      from: #"{"fullName":"Di","home_town":"Rom","games":[{"score":1},{"score":2}]}"#)
    #expect(snake.fullName == "Di")
    #expect(snake.homeTown == "Rom")
    #expect(snake.scores == [1, 2])
    #expect(try snake.encodeString() == #"{"fullName":"Di","home_town":"Rom"}"#)
  }

  @Test func wrongOverridesAreDeclarationErrors() {
    #expect(
      errorText { try Misspelled.validateMapping() }
        == "Misspelled.nmae cannot be mapped: keyOverrides has its name, but it isn't a property"
        + " with a key")
    #expect(
      errorText { try OfNoKey.decode(from: "{}") }
        == "OfNoKey.others cannot be mapped: keyOverrides has its name, but it isn't a property"
        + " with a key")
    #expect(
      errorText { try Twice.decode(from: "{}") }
        == #"Twice.title cannot be mapped: it writes the same key "title" as Twice.name"#)
    #expect(
      errorText { try EmptyOverride.decode(from: "{}") }
        == "EmptyOverride.name cannot be mapped: its key path has an empty step; use nested: false for a"
        + " key with delimiters in it")
  }
}
