import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Dictionaries with all kinds of keys, and enums with associated values.
struct DictionaryEncodingTests {
  private enum Color: String, Codable { case red, green }
  private enum Tone: String, Codable, CodingKeyRepresentable {
    case high
    case low = "the_low"
  }
  private enum Size: Int, Codable { case small, large }
  private struct Point: Codable, Hashable { var x = 1, y = 2 }

  private struct Name: Codable, Hashable, CodingKeyRepresentable {
    var text: String
    init(_ text: String) { self.text = text }
    var codingKey: any CodingKey { CodableAnyKey(stringValue: text) }
    init?<T: CodingKey>(codingKey: T) { text = codingKey.stringValue }
  }

  private enum Shape: Codable, Equatable {
    case none
    case circle(radius: Double)
    case square(Int, named: String?)
    case group([Shape], Point)
    indirect case inverse(Shape)
  }

  @Test func textKeys() {
    EncodingAgreement.expectRoundTrip(["b": 1, "a": 2, "": 3, "c/d": 4])
    EncodingAgreement.expectRoundTrip(["b": ["c": ["d": Point()]], "a": [:]])
    EncodingAgreement.expectRoundTrip(["one": Point(x: 3)])
    EncodingAgreement.expectRoundTrip(["one": [1.5, -0.0]])
    EncodingAgreement.expectRoundTrip(["one": nil, "two": Point()] as [String: Point?])
    EncodingAgreement.expectRoundTrip(["one": "1", "two": "2"])
  }

  @Test func numberKeys() {
    EncodingAgreement.expectRoundTrip([10: "a", 9: "b", -1: "c", Int.max: "d"])
    EncodingAgreement.expectRoundTrip([1: Point()])
    EncodingAgreement.expectRoundTrip([Int: Int]())
    EncodingAgreement.expect([UInt8(1): true])
    EncodingAgreement.expect([1.5: true])
  }

  @Test func otherKeys() {
    EncodingAgreement.expect([Color.red: 1])
    EncodingAgreement.expect([Size.small: 1])
    EncodingAgreement.expect([Point(): [1]])
    EncodingAgreement.expect([true: "yes"])
    EncodingAgreement.expectRoundTrip([Tone.high: 1, .low: 2])
    EncodingAgreement.expectRoundTrip([Tone.high: Point(), .low: Point()])
    EncodingAgreement.expectRoundTrip([Name("b"): [1], Name("a/"): []])
    EncodingAgreement.expect([UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"): 1])
    EncodingAgreement.expect([Date(timeIntervalSince1970: 1): 1])
  }

  @Test func otherKeysAndStrategies() {
    let custom = EncoderSettings {
      $0.keyEncodingStrategy = .custom { CodableAnyKey(stringValue: "<\($0.last!.stringValue)>") }
    }
    for settings in [.snakeCase, custom] {
      EncodingAgreement.expect([Name("aKey"): EncodedMember(member: 1)], settings)
      EncodingAgreement.expect([Tone.low: 1, .high: 2], settings)
      EncodingAgreement.expect([10: 1, 2: 2], settings)
      EncodingAgreement.expect(["aKey": [Name("bKey"): 1]], settings)
      EncodingAgreement.expect([Color.red: ["aKey": 1]], settings)
      EncodingAgreement.expect(EncodedMember(member: [Name("aKey"): ["bKey": 1]]), settings)
    }
  }

  @Test func sets() {
    EncodingAgreement.expectRoundTrip(Set<Int>())
    EncodingAgreement.expectRoundTrip(Set(["a"]))
    EncodingAgreement.expectRoundTrip(Set([Point()]))
  }

  @Test func associatedValues() {
    let shapes: [Shape] = [
      .none, .circle(radius: 1.5), .square(1, named: nil), .square(2, named: "x"),
      .group([.none, .circle(radius: 0)], Point()), .inverse(.inverse(.none)),
    ]
    for shape in shapes { EncodingAgreement.expectRoundTrip(shape) }
    EncodingAgreement.expectRoundTrip(shapes)
    EncodingAgreement.expectRoundTrip(["a": shapes])
    EncodingAgreement.expect(shapes, .snakeCase)
    EncodingAgreement.expect([Shape.circle(radius: .nan)], .nested)
    EncodingAgreement.expect(
      EncodedMember(member: Shape.group([.circle(radius: .nan)], Point())), .nested)
  }

  @Test func largeDictionaries() {
    for count in [10, 127, 128, 129, 1000] {
      let pairs = (0..<count).map { ("key \($0)", $0) }
      EncodingAgreement.expectRoundTrip(Dictionary(uniqueKeysWithValues: pairs))
    }
  }

  @Test func failingMembers() {
    EncodingAgreement.expect(["a": Double.nan])
    EncodingAgreement.expect(["a": ["b": [Double.nan]]])
    EncodingAgreement.expect([1: Double.nan])
    EncodingAgreement.expect([Name("a"): Double.nan])
    EncodingAgreement.expect([Point(): Double.nan])
  }

  /// Keys that follow a dictionary in the same object, and equal one of its keys.
  @Test func equalKeysAfterADictionary() {
    EncodingAgreement.run { encoder, _ in
      var single = encoder.singleValueContainer()
      try single.encode(["a": 1, "b": 2])
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try container.encode(9, forKey: "a")
    }
    EncodingAgreement.run { encoder, _ in
      var single = encoder.singleValueContainer()
      try single.encode(Dictionary(uniqueKeysWithValues: (0..<100).map { ("k\($0)", $0) }))
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      for number in 50..<150 {
        try container.encode(-1, forKey: CodableAnyKey(stringValue: "k\(number)"))
      }
    }
    EncodingAgreement.run(writes: #"{"x":{"b":2,"a":9}}"#) { encoder, _ in
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try container.encode(
        EncodingScript { encoder, _ in
          var single = encoder.singleValueContainer()
          try single.encode(["b": 2])
          var container = encoder.container(keyedBy: CodableAnyKey.self)
          try container.encode(1, forKey: "a")
          try container.encode(9, forKey: "a")
        }, forKey: "x")
    }
  }
}
