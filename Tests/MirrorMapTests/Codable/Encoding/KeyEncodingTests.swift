import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Odd keys, their order, and keys that come twice.
struct KeyEncodingTests {
  private static let keys = [
    "", "a", "b", "A", "B", "aa", "ab", "a b", "a/b", "a\"b", "a\\b", "\0", "\n", "\u{7F}", "é",
    "z", "ä", "ß", "日本", "🚀", "👨‍👩‍👧", "\u{FFFF}", "\u{10000}", "\u{E000}", "\u{2028}", "1", "10",
    "2",
    "-1", "01", "_", "__a", "Z", "~", "{", "}", " ", "a.b", "a0", "a_", "a-", "key", "Key", "KEY",
    "e", "f", "eé", "e\u{1}",
  ]

  @Test func oddKeys() {
    for key in Self.keys {
      EncodingAgreement.expectRoundTrip([key: 1])
      EncodingAgreement.run { encoder, _ in
        var container = encoder.container(keyedBy: CodableAnyKey.self)
        try container.encode(1, forKey: CodableAnyKey(stringValue: key))
      }
    }
  }

  @Test func sortedKeys() {
    let all = Dictionary(uniqueKeysWithValues: Self.keys.enumerated().map { ($1, $0) })
    EncodingAgreement.expectRoundTrip(all)
    EncodingAgreement.expect(["outer": all, "a": ["b": 1, "a": 2]])
    var random = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      let keys = Self.keys.shuffled(using: &random).prefix(6)
      EncodingAgreement.run { encoder, _ in
        var container = encoder.container(keyedBy: CodableAnyKey.self)
        for (index, key) in keys.enumerated() {
          try container.encode([index], forKey: CodableAnyKey(stringValue: key))
        }
      }
    }
  }

  @Test func membersKeepTheirOrder() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<3 {
      let keys = (0..<300).map { "key\($0)" }.shuffled(using: &random)
      let text = "{" + keys.map { "\"\($0)\":true" }.joined(separator: ",") + "}"
      EncodingAgreement.run(writes: text) { encoder, _ in
        var container = encoder.container(keyedBy: CodableAnyKey.self)
        for key in keys { try container.encode(true, forKey: CodableAnyKey(stringValue: key)) }
      }
    }
  }

  @Test func theLastOfEqualKeysWins() {
    EncodingAgreement.run(writes: #"{"b":1,"a":3}"#) { encoder, _ in
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try container.encode(1, forKey: "a")
      try container.encode(1, forKey: "b")
      try container.encode("x", forKey: "a")
      try container.encode(3, forKey: "a")
    }
    EncodingAgreement.run(writes: #"{"a":null}"#) { encoder, _ in
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try container.encode(["a": 1], forKey: "a")
      try container.encodeNil(forKey: "a")
    }
    EncodingAgreement.run { encoder, _ in
      var first = encoder.container(keyedBy: CodableAnyKey.self)
      var second = encoder.container(keyedBy: CodableAnyKey.self)
      try first.encode(1, forKey: "a")
      try second.encode([2], forKey: "a")
      try second.encode([2], forKey: "")
      try first.encode(3, forKey: "")
    }
  }

  @Test func equalKeysAmongMany() {
    for count in [4, 100, 127, 128, 129, 500] {
      EncodingAgreement.run { encoder, _ in
        var container = encoder.container(keyedBy: CodableAnyKey.self)
        for number in 0..<count {
          try container.encode(number, forKey: CodableAnyKey(stringValue: "k\(number)"))
        }
        for number in stride(from: 0, to: count, by: 3) {
          try container.encode(-number, forKey: CodableAnyKey(stringValue: "k\(number)"))
        }
      }
    }
  }

  @Test func equalKeysThatAreEscaped() {
    EncodingAgreement.run { encoder, _ in
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      for key in ["a/b", "\n", "\"", "\\", "\u{1}", "a/b", "\n", "\"", "\\", "\u{1}"] {
        try container.encode(key + "!", forKey: CodableAnyKey(stringValue: key))
      }
    }
  }

  /// Foundation's dictionaries have room for one of two keys that look alike.
  @Test func canonicallyEquivalentKeysAreDifferent() {
    let text = EncodingAgreement.ours { encoder, _ in
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try container.encode(1, forKey: "é")
      try container.encode(2, forKey: "e\u{301}")
    }
    #expect(Array(text.utf8) == Array("{\"e\u{301}\":2,\"é\":1}".utf8))
  }

  @Test func keysThatConversionMakesEqual() {
    EncodingAgreement.run(.snakeCase) { encoder, _ in
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try container.encode(1, forKey: "aKey")
      try container.encode(2, forKey: "other")
      try container.encode(3, forKey: "a_key")
    }
  }
}
