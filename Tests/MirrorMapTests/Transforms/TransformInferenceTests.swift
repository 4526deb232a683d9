import Foundation
import MirrorMap
import Testing

private enum Suit: String { case hearts, spades }

private struct Coin: Mappable, Equatable { @Mapped var value: Int }

private struct Token: Codable, Equatable { var id: Int }

/// Every transform by its short name, in the shapes that are likeliest to be ambiguous.
private struct Everything: Mappable {
  @Mapped(transform: .unixSeconds(text: .accepted)) var unix: Date?
  @Mapped(transform: .unixMilliseconds(text: .written)) var unixList: [Date]? = nil
  @Mapped(transform: .date(format: "yyyy-MM-dd")) var day: Date?
  @Mapped(transform: .date(format: "HH:mm", timeZone: .gmt)) var times: [[Date]] = []
  @Mapped(transform: .date(DateFormatter())) var formatted: Date?
  @Mapped(transform: .firstOf(.iso8601, .unixSeconds)) var first: Date
  @Mapped(transform: .firstOf(.iso8601, .unixSeconds, .date(format: "yyyy"))) var three: Date?
  @Mapped(transform: .firstOf(.hexColor, .hexColor, .hexColor, .hexColor)) var four: [RGBAColor] =
    []
  @Mapped(transform: .firstOf(.any, .any, .any, .any, .any)) var five: [String: Any] = [:]
  @Mapped(transform: .decimal) var decimal: Decimal = 1
  @Mapped(transform: .decimalText) var decimals: [String: Decimal]?
  @Mapped(transform: .decimalNumber) var number: NSDecimalNumber?
  @Mapped(transform: .decimalNumberText) var numbers: [NSDecimalNumber] = []
  @Mapped(transform: .hexColor) var color: RGBAColor?
  @Mapped(transform: .hexColor(prefix: false, alpha: .always)) var colors: [String: [RGBAColor]]?
  @Mapped(transform: .rawValue()) var suit: Suit?
  @Mapped(transform: .rawValue(Suit.self)) var suits: [[Suit]]?
  @Mapped(transform: .codable()) var token: Token?
  @Mapped(transform: .codable()) var tokens: [Token] = []
  @Mapped(transform: .codable()) var tokenMap: [String: Token] = [:]
  @Mapped(transform: .codable([Token].self)) var tokenList: [Token]?
  @Mapped(transform: .codable(Token.self)) var tokenItems: [Token]?
  @Mapped(transform: .codable(decoding: { $0.dateDecodingStrategy = .iso8601 })) var dated: Token?
  @Mapped(transform: .stringifiedJSON()) var coin: Coin?
  @Mapped(transform: .stringifiedJSON()) var coins: [String: [Coin]]?
  @Mapped(transform: .stringifiedJSON([Coin].self)) var purse: [Coin]?
  @Mapped(transform: .stringifiedJSON(JSONValue.self)) var tree: JSONValue = .null
  @Mapped(transform: .any) var any: Any?
  @Mapped(transform: .any) var anyList: [Any]?
  @Mapped(transform: .any) var anyMap: [String: Any]?
  @Mapped(transform: .any) var anyMaps: [[String: Any]] = []
  @Mapped(transform: .url(escapesInvalidCharacters: true)) var url: URL?
}

private struct Box<Content: MappableValue>: Mappable {
  @Mapped var content: Content
  @Mapped(transform: .stringifiedJSON(Content.self)) var text: Content?
  @Mapped(transform: .any) var meta: [String: Any] = [:]
  @Mapped(transform: .rawValue()) var suit: Suit = .hearts
  @Mapped(transform: .decimalText) var price: Decimal?
}

private class Base: Mappable {
  @Mapped(transform: .any) var meta: [String: Any]?
  @Mapped(transform: .codable()) var token: Token
  required init() {}
}

private final class Derived: Base {
  @Mapped(transform: .rawValue()) var suit: Suit
  @Mapped(transform: .hexColor) var color: RGBAColor = RGBAColor(red: 0, green: 0, blue: 0)
  @Mapped(transform: .firstOf(.unixSeconds, .iso8601)) var at: Date?
}

struct TransformInferenceTests {
  @Test func transformsByTheirShortNamesInAStruct() throws {
    let json = """
      {"first":"1970-01-01T00:00:00Z","decimal":1.5,"suit":"spades","suits":[["hearts"],[]],\
      "token":{"id":1},"tokens":[{"id":2}],"tokenMap":{"a":{"id":3}},"tokenList":[{"id":4}],\
      "tokenItems":[{"id":5}],"coin":"{\\"value\\":1}","coins":{"a":["{\\"value\\":2}"]},\
      "purse":"[{\\"value\\":3}]","tree":"[null]","anyList":[1,null],"anyMap":{"a":true}}
      """
    let model = try Everything.decode(from: json)
    #expect(model.suits == [[.hearts], []])
    #expect(model.tokenList == [Token(id: 4)])
    #expect(model.tokenItems == [Token(id: 5)])
    #expect(model.coins?["a"]?.first?.value == 2)
    #expect(model.purse?.first?.value == 3)
    #expect(model.tree == [nil])
    let written = try JSONValue.decode(from: model.encode())
    let read = try JSONValue.decode(from: json)
    for member in try #require(read.object) { #expect(written[member.key] == member.value) }
    // Of what was absent, only what has a default is written.
    let absent: Set = ["times", "four", "five", "numbers", "anyMaps"]
    #expect(
      try Set(#require(written.object).map(\.key)).symmetricDifference(
        #require(read.object).map(\.key)) == absent)
  }

  @Test func transformsByTheirShortNamesInAGenericStruct() throws {
    let json = #"{"content":[1],"text":"[2]","meta":{"a":[1.5]},"suit":"spades","price":"0.10"}"#
    let box = try Box<[Int]>.decode(from: json)
    #expect(box.text == [2])
    #expect(
      try box.encodeString()
        == #"{"content":[1],"text":"[2]","meta":{"a":[1.5]},"suit":"spades","price":"0.1"}"#)
    #expect(try Box<String>.decode(from: #"{"content":"x","text":"\"y\""}"#).text == "y")
  }

  @Test func transformsByTheirShortNamesInClasses() throws {
    let json = ##"{"meta":{"a":1},"token":{"id":1},"suit":"hearts","color":"#FF0000","at":5}"##
    let model = try Derived.decode(from: json)
    #expect(model.token == Token(id: 1))
    #expect(model.suit == .hearts)
    #expect(model.color.red == 255)
    #expect(try model.encodeString() == json)
  }
}
