import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Keys converted to snake case and by closures, and the dictionaries that are exempt.
struct KeyStrategyEncodingTests {
  private typealias Key = CodableAnyKey

  private struct Inner: Encodable {
    var someValue = 1
    var moreValues = ["aKey": 1]
  }

  private struct Outer: Encodable {
    var innerValue = Inner()
    var freeKeys = ["aKey": Inner()]
    var freeLists = ["aKey": [Inner()]]
    var numbersByKey = [1: Inner()]
    var optionals: [String: [String: Inner?]?]? = ["aKey": ["bKey": Inner(), "cKey": nil]]
    var listOfMaps: [[String: Int]] = [["aKey": 1], [:]]
    var oneMap: [String: Int]? = ["aKey": 1]
    var noMap: [String: Int]?
    var url = URL(string: "http://example.org/aKey")
  }

  private static let keys = [
    "firstName", "aURL", "URLString", "myURLProperty", "already_snake", "_leading", "__leadingTwo",
    "trailing__", "_leadingAndTrailing_", "_", "__", "___", "", "a", "A", "AB", "ABC", "aB", "Ab",
    "ABc", "aBC", "aBCd", "a1B2", "a1b2", "version2Number", "HTML5Parser", "URL2", "a2C", "1A",
    "A1",
    "éÀ", "straßeÖffnen", "ÄÖÜ", "ÄöÜ", "aÄö", "日本Key", "key日本", "e\u{301}Key", "aE\u{301}b",
    "ǅungla", "aǅungla", "ﬁrstKey", "İstanbulKey", "keyİ", "ıKey", "ΑΒΓκλειδί", "someΣΑΣ", "ΣΑΣ",
    "snake_caseMix", "Snake_Case", "SNAKE_CASE", "a_B", "A_B", "_A", "A_", "_a_", "a b C", "a.bC",
    "a-bC", "a/bC", "🚀Rocket", "rocket🚀Launch", "camelCASEString", "one two", "someID", "IDs",
    "iPhone", "x", "X", "xY", "xYZ", "XYz", "endsWithX", "_URL", "URL_", "aURL_", "_aURL",
  ]

  @Test func snakeCase() {
    for key in Self.keys {
      EncodingAgreement.run(.snakeCase) { encoder, _ in
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: Key(stringValue: key))
      }
    }
    EncodingAgreement.expect(Outer(), .snakeCase)
    EncodingAgreement.expect([Outer(), Outer()], .snakeCase)
    EncodingAgreement.expect(["aKey": Outer()], .snakeCase)
  }

  @Test func randomSnakeCase() {
    var random = SeededGenerator(seed: 23)
    let letters = Array("aaabbAABB__12éÉß")
    for _ in 0..<300 {
      let count = Int.random(in: 0..<9, using: &random)
      let key = String((0..<count).map { _ in letters.randomElement(using: &random) ?? "a" })
      let theirs = CodableOutcome {
        try EncoderSettings.snakeCase.foundationEncoder().encode(OneKey(key: key))
      }
      let ours = CodableOutcome {
        try EncoderSettings.snakeCase.mappingEncoder().encode(OneKey(key: key))
      }
      let texts = [theirs, ours].map { String(decoding: $0.value ?? Data(), as: UTF8.self) }
      #expect(texts[0] == texts[1], "\(key)")
    }
  }

  private struct OneKey: Encodable {
    var key: String
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: Key(stringValue: key))
    }
  }

  @Test func dictionariesAreExempt() {
    let map = ["aKey": 1, "bKey": 2]
    EncodingAgreement.expect(each: [map], .snakeCase)
    EncodingAgreement.expect(each: [["outerKey": map]], .snakeCase)
    EncodingAgreement.expect([["outerKey": [map]]], .snakeCase)
    EncodingAgreement.expect(["aKey": map as [String: Int]?, "bKey": nil], .snakeCase)
    EncodingAgreement.expect([map as [String: Int]?], .snakeCase)
    EncodingAgreement.expect(map as [String: Int]??, .snakeCase)
    EncodingAgreement.run(.snakeCase, writes: #"{"map":{"aKey":1},"direct":{"a_key":1}}"#) {
      encoder, _ in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(["aKey": 1], forKey: "map")
      try ["aKey": 1].encode(to: container.superEncoder(forKey: "direct"))
    }
  }

  @Test func nestedKeysAreConverted() {
    EncodingAgreement.run(.snakeCase, writes: #"{"an_object":{"in_it":1},"a_list":[{"in_it":2}]}"#)
    {
      encoder, _ in
      var container = encoder.container(keyedBy: Key.self)
      var object = container.nestedContainer(keyedBy: Key.self, forKey: "anObject")
      try object.encode(1, forKey: "inIt")
      var list = container.nestedUnkeyedContainer(forKey: "aList")
      var inside = list.nestedContainer(keyedBy: Key.self)
      try inside.encode(2, forKey: "inIt")
    }
  }

  private static func custom(
    _ convert: @escaping @Sendable ([any CodingKey]) -> any CodingKey
  ) -> EncoderSettings { EncoderSettings { $0.keyEncodingStrategy = .custom(convert) } }

  @Test func closures() {
    let settings = [
      Self.custom { Key(stringValue: $0.last!.stringValue.uppercased()) },
      Self.custom { Key(stringValue: $0.map(CodableFailure.text).joined(separator: ">")) },
      Self.custom { Key(intValue: $0.count) },
      Self.custom { _ in Key(stringValue: "same") },
      Self.custom { $0.first! },
      Self.custom { Key(stringValue: "/\"\n" + $0.last!.stringValue) },
    ]
    for settings in settings {
      EncodingAgreement.run(settings) { encoder, _ in
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: "a")
        try container.encode(EncodedMember(member: EncodedMember(member: [2])), forKey: "bC")
        try container.encode([EncodedMember(member: 3)], forKey: "d")
      }
      EncodingAgreement.expect(EncodedMember(member: [[EncodedMember(member: 1)]]), settings)
    }
    EncodingAgreement.expect(Outer(), settings[0])
    EncodingAgreement.expect([Outer()], settings[5])
  }

  /// Foundation's paths have no keys of nested containers, unless these convert keys themselves.
  @Test func closuresGetTheKeysOfNestedContainers() {
    let settings = Self.custom { path in
      Key(stringValue: path.map(\.stringValue).joined(separator: ">"))
    }
    let text = EncodingAgreement.ours(settings) { encoder, _ in
      var container = encoder.container(keyedBy: Key.self)
      var nested = container.nestedContainer(keyedBy: Key.self, forKey: "a")
      try nested.encode(1, forKey: "b")
      try nested.encode(EncodedMember(member: 2), forKey: "c")
    }
    #expect(text == #"{"a":{"a>b":1,"a>c":{"a>c>member":2}}}"#)
  }

  @Test func keysOfExemptDictionariesAreInPaths() {
    let settings = Self.custom { path in
      Key(stringValue: path.map(\.stringValue).joined(separator: ">"))
    }
    EncodingAgreement.expect(["x": EncodedMember(member: 1)], settings)
    EncodingAgreement.expect(["x": ["y": EncodedMember(member: 1)]], settings)
  }
}
