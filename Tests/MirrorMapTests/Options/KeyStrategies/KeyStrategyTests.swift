import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Account: Mappable, Equatable {
  @Mapped var userID: Int
  @Mapped var htmlURL: String?
  @Mapped("createdOn") var created: String = "never"
  @Mapped(nil, "nick") var displayName: String?
  @Mapped var line2Text: [Int] = []
}

private struct Team: Mappable, Equatable {
  @Mapped var teamLead: Account
  @Mapped var allMembers: [Account] = []
  @Mapped var byRole: [String: Account] = [:]
}

private struct Fixed: Mappable, Equatable, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { .unchanged }
  @Mapped var innerName: String
  @Mapped var innerTeam: Team?
}

private struct Kebab: Mappable, Equatable, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { .kebabCase }
  @Mapped var outerName: String
  @Mapped var fixedPart: Fixed?
  @Mapped var someAccount: Account?
}

private struct Capitalized: KeyStrategy {
  func key(for name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}

private struct Prefixed: KeyStrategy {
  let prefix: String
  func key(for name: String) -> String { prefix + name }
}

private final class Chain: Mappable {
  @Mapped var chainName: String
  @Mapped var nextChain: Chain?
  required init() {}
}

private class Base: Mappable {
  @Mapped var baseName: String
  required init() {}
}

private class Derived: Base {
  @Mapped var derivedName: String
}

private class SnakeBase: Mappable, KeyStrategyProviding {
  class var keyStrategy: any KeyStrategy { .snakeCase }
  @Mapped var baseName: String
  required init() {}
}

private final class KebabDerived: SnakeBase {
  override class var keyStrategy: any KeyStrategy { .kebabCase }
  @Mapped var derivedName: String
}

private func mapper(_ strategy: any KeyStrategy) -> Mapper {
  var mapper = Mapper()
  mapper.keyStrategy = strategy
  return mapper
}

struct KeyStrategyTests {
  @Test func wordsOfNamesInASCIIAreThoseOfOtherNames() {
    var names = [""]
    for _ in 0..<5 {
      names += names.flatMap { name in ["a", "B", "C", "1", "_", "$"].map { name + $0 } }
    }
    let snake = StandardKeys.snakeCase
    for name in Set(names) {
      #expect(snake.key(for: name + "$é") == snake.key(for: name) + "$é")
    }
    #expect(snake.key(for: "straßenNameÄNDERNXÉa1Ö²Ü") == "straßen_name_ändernx_éa1_ö²_ü")
    // The number four is uppercase as well.
    #expect(snake.key(for: "aⅣB") == "a_ⅳ_b")
    #expect(StandardKeys.separated(by: "→").key(for: "aBCd") == "a→b→cd")
  }

  @Test(arguments: [
    (
      StandardKeys.snakeCase as any KeyStrategy, "user_id", "html_url", "display_name", "line2_text"
    ),
    (StandardKeys.kebabCase, "user-id", "html-url", "display-name", "line2-text"),
    (StandardKeys.unchanged, "userID", "htmlURL", "displayName", "line2Text"),
    (Capitalized(), "UserID", "HtmlURL", "DisplayName", "Line2Text"),
    (Prefixed(prefix: "m."), "m.userID", "m.htmlURL", "m.displayName", "m.line2Text"),
    (
      Prefixed(prefix: "\"\\é"), "\\\"\\\\éuserID", "\\\"\\\\éhtmlURL", "\\\"\\\\édisplayName",
      "\\\"\\\\éline2Text"
    ),
  ])
  func strategyOfAMapperAppliesBothWays(
    _ strategy: any KeyStrategy, _ id: String, _ url: String, _ name: String, _ line: String
  ) throws {
    let text = #"{"\#(id)":7,"\#(url)":"u","createdOn":"today","nick":"N","\#(line)":[1,2]}"#
    let account = try Account.decode(from: text, using: mapper(strategy))
    #expect(account.userID == 7)
    #expect(account.htmlURL == "u")
    #expect(account.created == "today")
    #expect(account.displayName == "N")
    #expect(account.line2Text == [1, 2])
    // The alternative is read only.
    let own = #"{"\#(id)":7,"\#(url)":"u","createdOn":"today","\#(name)":"N","\#(line)":[1,2]}"#
    #expect(try account.encodeString(using: mapper(strategy)) == own)
    #expect(try Account.decode(from: own, using: mapper(strategy)) == account)
  }

  @Test func withoutAStrategyNamesAreKeys() throws {
    var plain = mapper(.snakeCase)
    plain.keyStrategy = nil
    #expect(try Account.decode(from: #"{"userID":1}"#, using: plain).userID == 1)
    #expect(plain.keyStrategy == nil)
  }

  @Test func strategyReachesNestedModelsButNotDictionaryKeys() throws {
    let text = #"""
      {"team_lead":{"user_id":1,"createdOn":"never","line2_text":[]},\#
      "all_members":[{"user_id":2,"createdOn":"never","line2_text":[]}],\#
      "by_role":{"headOfX":{"user_id":3,"createdOn":"never","line2_text":[]}}}
      """#
    let team = try Team.decode(from: text, using: mapper(.snakeCase))
    #expect(team.teamLead.userID == 1)
    #expect(team.allMembers.map(\.userID) == [2])
    #expect(team.byRole["headOfX"]?.userID == 3)
    #expect(try team.encodeString(using: mapper(.snakeCase)) == text)
    #expect(try [team].encodeString(using: mapper(.snakeCase)) == "[\(text)]")
    #expect(try Team.decode(from: team.encode()) == team)
  }

  @Test func strategyOfAModelWinsAndAppliesInsideUntilTheNext() throws {
    let account = #"{"USER":0}"#
    _ = account
    let text = #"""
      {"outer-name":"o","fixed-part":{"innerName":"i","innerTeam":{"teamLead":{"userID":1,\#
      "createdOn":"never","line2Text":[]},"allMembers":[],"byRole":{}}},\#
      "some-account":{"user-id":2,"createdOn":"never","line2-text":[]}}
      """#
    for strategy in [nil, StandardKeys.snakeCase, Capitalized()] as [(any KeyStrategy)?] {
      var mapper = Mapper()
      mapper.keyStrategy = strategy
      let model = try Kebab.decode(from: text, using: mapper)
      #expect(model.outerName == "o")
      #expect(model.fixedPart?.innerTeam?.teamLead.userID == 1)
      #expect(model.someAccount?.userID == 2)
      #expect(try model.encodeString(using: mapper) == text)
    }
  }

  @Test func modelsPlannedUnderOneStrategyAreFoundUnderOthers() throws {
    for round in 0..<3 {
      for prefix in ["a", "b", "c", "d"] {
        let model = try Account.decode(
          from: #"{"\#(prefix)userID":\#(round)}"#, using: mapper(Prefixed(prefix: prefix)))
        #expect(model.userID == round)
      }
    }
  }

  @Test func modelThatHoldsItself() throws {
    let text =
      #"{"chain_name":"a","next_chain":{"chain_name":"b","next_chain":{"chain_name":"c"}}}"#
    let chain = try Chain.decode(from: text, using: mapper(.snakeCase))
    #expect(chain.nextChain?.nextChain?.chainName == "c")
    #expect(try chain.encodeString(using: mapper(.snakeCase)) == text)
  }

  @Test func subclassesFollowTheMapperOrHaveTheirOwnStrategy() throws {
    let derived = try Derived.decode(
      from: #"{"base_name":"b","derived_name":"d"}"#, using: mapper(.snakeCase))
    #expect(derived.baseName == "b")
    #expect(derived.derivedName == "d")
    let text = try (derived as Base).encodeString(using: mapper(.kebabCase))
    #expect(text == #"{"base-name":"b","derived-name":"d"}"#)
    let own = try KebabDerived.decode(from: text, using: mapper(Capitalized()))
    #expect(own.derivedName == "d")
    #expect(try own.encodeString() == text)
    #expect(try SnakeBase.decode(from: #"{"base_name":"x"}"#).baseName == "x")
  }

  @Test func errorsShowTheKeyThatWasLookedFor() {
    let snake = mapper(.snakeCase)
    #expect(
      errorText { try Account.decode(from: "{}", using: snake) }
        == "$.user_id: required key is missing, expected Int (line 1, column 1, Account.userID)")
    #expect(
      errorText { try Team.decode(from: #"{"team_lead":{"user_id":"x"}}"#, using: snake) }
        == "$.team_lead.user_id: expected Int, found a string"
        + " (line 1, column 25, Account.userID)")
    #expect(
      errorText { try Kebab.decode(from: #"{"outer-name":"","some-account":{}}"#, using: snake) }
        == "$.some-account.user-id: required key is missing, expected Int"
        + " (line 1, column 33, Account.userID)")
    var team = Team()
    team.teamLead = Account()
    #expect(
      errorText { try team.encode(using: snake) }
        == "$.team_lead.user_id: a required property was neither decoded nor assigned"
        + " (Account.userID)")
  }

  @Test func keyPathOfADecodeIsTakenAsIs() throws {
    let text = #"{"innerPart":[{"user_id":4}]}"#
    let accounts = try [Account].decode(from: text, at: "innerPart", using: mapper(.snakeCase))
    #expect(accounts.map(\.userID) == [4])
    #expect(
      errorText { try Account.decode(from: text, at: "inner_part", using: mapper(.snakeCase)) }
        == "$.inner_part: required key is missing (line 1, column 1)")
  }

  @Test func strategyAppliesToUpdatesAndMergePatches() throws {
    let snake = mapper(.snakeCase)
    var team = try Team.decode(from: #"{"team_lead":{"user_id":1,"html_url":"u"}}"#, using: snake)
    try team.update(from: #"{"team_lead":{"user_id":9,"userID":4}}"#, using: snake)
    #expect(team.teamLead.userID == 9)
    #expect(team.teamLead.htmlURL == "u")
    try team.apply(mergePatch: #"{"team_lead":{"html_url":null}}"#, using: snake)
    #expect(team.teamLead.htmlURL == nil)
    let before = team
    team.teamLead.userID = 10
    let patch = try team.mergePatch(since: before, using: snake)
    #expect(String(decoding: patch, as: UTF8.self) == #"{"team_lead":{"user_id":10}}"#)
    let derived = try Derived.decode(from: #"{"baseName":"b","derivedName":"d"}"#)
    try (derived as Base).update(from: #"{"derived_name":"e"}"#, using: snake)
    #expect(derived.derivedName == "e")
    #expect(try derived.encodeString(options: .changesOnly, using: snake) == "{}")
    derived.baseName = "c"
    let changes = try derived.encodeString(options: .changesOnly, using: snake)
    #expect(changes == #"{"base_name":"c"}"#)
  }

  @Test func equalStrategiesOfDifferentTypesAreDistinct() throws {
    struct Other: KeyStrategy {
      let prefix: String
      func key(for name: String) -> String { name + prefix }
    }
    let first = try Account.decode(from: #"{"_userID":1}"#, using: mapper(Prefixed(prefix: "_")))
    let second = try Account.decode(from: #"{"userID_":2}"#, using: mapper(Other(prefix: "_")))
    #expect(first.userID == 1 && second.userID == 2)
  }

  @Test func allWaysToEncodeFollowTheStrategy() throws {
    var account = Account()
    account.userID = 1
    let snake = mapper(.snakeCase)
    let text = #"{"user_id":1,"createdOn":"never","line2_text":[]}"#
    #expect(String(decoding: try account.encode(using: snake), as: UTF8.self) == text)
    #expect(String(decoding: try account.encodeBytes(using: snake), as: UTF8.self) == text)
    let object = try account.encodeObject(using: snake)
    #expect(object.keys.sorted() == ["createdOn", "line2_text", "user_id"])
    #expect(try Account?.some(account).encodeString(using: snake) == text)
    #expect(try ["aB": account].encodeString(using: snake) == "{\"aB\":\(text)}")
  }
}
