import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private enum Suit: String { case hearts, spades }
private enum Level: Int {
  case low = 1
  case high = 300
}
private struct Flags: OptionSet { let rawValue: UInt8 }
private struct Key: RawRepresentable, Hashable { var rawValue: Date }

private struct Card: Mappable {
  @Mapped(transform: .rawValue()) var suit: Suit?
  @Mapped(transform: .rawValue()) var level: Level?
  @Mapped(transform: .rawValue()) var flags: Flags?
  @Mapped(transform: .rawValue()) var keys: Set<Key>?
  @Mapped(transform: .rawValue(Suit.self)) var hands: [String: [Suit]]?
}

struct RawValueTransformTests {
  @Test func enumsAndOptionSetsInTheFormOfTheRawValue() throws {
    let json = """
      {"suit":"spades","level":300,"flags":255,"keys":["2024-01-01T00:00:00Z"],\
      "hands":{"a":["hearts","spades"]}}
      """
    let card = try Card.decode(from: json)
    #expect(card.suit == .spades)
    #expect(card.level == .high)
    #expect(card.flags?.rawValue == 255)
    #expect(card.keys?.first?.rawValue == Date(timeIntervalSince1970: 1_704_067_200))
    #expect(card.hands == ["a": [.hearts, .spades]])
    #expect(try card.encodeString() == json)
  }

  @Test func nullHasTheNameOfTheType() {
    #expect(
      errorText { try Card.decode(from: #"{"hands":{"a":["spades",null]}}"#) }
        == "$.hands.a[1]: expected Suit, found null (line 1, column 25, Card.hands)")
  }

  @Test func rawValueWithoutACaseIsAnError() {
    #expect(
      errorText { try Card.decode(from: #"{"suit":"clubs"}"#) }
        == """
        $.suit: expected a raw value of Suit, found one that it does not have \
        (line 1, column 9, Card.suit)
        """)
    #expect(
      errorText { try Card.decode(from: #"{"hands":{"a":["hearts",""]}}"#) }
        == """
        $.hands.a[1]: expected a raw value of Suit, found one that it does not have \
        (line 1, column 25, Card.hands)
        """)
    #expect(
      errorText { try Card.decode(from: #"{"level":1.5}"#) }
        == "$.level: expected Int, found a number with a fraction (line 1, column 10, Card.level)")
    #expect(
      errorText { try Card.decode(from: #"{"flags":256}"#) }
        == """
        $.flags: expected UInt8, found a number out of its range (line 1, column 10, Card.flags)
        """)
  }
}
