import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Empty containers, values that encode nothing, null, and documents that are a single scalar.
struct EmptyEncodingTests {
  private struct Nothing: Codable, Equatable {}

  private struct Silent: Encodable {
    func encode(to encoder: any Encoder) throws {}
  }

  private struct Hesitating: Encodable {
    func encode(to encoder: any Encoder) throws { _ = encoder.singleValueContainer() }
  }

  private struct Optionals: Codable, Equatable {
    var number: Int?
    var text: String?
    var list: [Int?]?
    var twice: Int??
    var nested: Inner?
    struct Inner: Codable, Equatable { var value: Bool? }
  }

  @Test func emptyContainers() {
    EncodingAgreement.expect(each: [[Int]()])
    EncodingAgreement.expect(each: [[Nothing]()])
    EncodingAgreement.expect(each: [[String: Int]()])
    EncodingAgreement.expect(each: [[Int: Int]()])
    EncodingAgreement.expect(each: [[[String: [Int]]]()])
    EncodingAgreement.expect(each: [Nothing()])
    EncodingAgreement.expect(["a": [], "b": [[]], "c": [[], []]] as [String: [[Int]]])
    EncodingAgreement.expect(["a": [:], "b": ["c": [:]]] as [String: [String: [String: Int]]])
  }

  @Test func fragments() {
    EncodingAgreement.expect(1)
    EncodingAgreement.expect("a/b")
    EncodingAgreement.expect(true)
    EncodingAgreement.expect(1.5)
    EncodingAgreement.expect(nil as Int?)
    EncodingAgreement.expect(nil as [Int]??)
    EncodingAgreement.expect(Date(timeIntervalSince1970: 0))
    EncodingAgreement.expect(Data([1, 2]))
  }

  @Test func nothingIsAnErrorOfADocument() {
    EncodingAgreement.expect(Silent())
    EncodingAgreement.expect(Hesitating())
    EncodingAgreement.expect(Silent?.some(Silent()))
    EncodingAgreement.expect(EncodedWhole(value: Silent()))
    #expect(EncodingAgreement.ours(Silent()) == "error invalidValue Silent at ")
  }

  @Test func nothingIsAnEmptyObjectInside() {
    EncodingAgreement.expect([Silent(), Silent()], writes: "[{},{}]")
    EncodingAgreement.expect(["a": Hesitating()], writes: #"{"a":{}}"#)
    EncodingAgreement.expect(EncodedMember(member: Silent()), writes: #"{"member":{}}"#)
    EncodingAgreement.expect(EncodedPair(value: Silent()), writes: "[{},{}]")
    EncodingAgreement.expect([Silent?.some(Silent()), nil], writes: "[{},null]")
    EncodingAgreement.expect([EncodedWhole(value: Silent())], writes: "[{}]")
  }

  @Test func missingValues() {
    EncodingAgreement.expectRoundTrip(Optionals())
    EncodingAgreement.expectRoundTrip(
      Optionals(number: 1, text: "", list: [1, nil], nested: .init(value: nil)))
    EncodingAgreement.expectRoundTrip([Optionals?]([nil, Optionals(nested: .init(value: true))]))
    EncodingAgreement.expect(Optionals(twice: .some(nil)))
    EncodingAgreement.expectRoundTrip(["a": nil, "b": 1] as [String: Int?])
    EncodingAgreement.expectRoundTrip([nil, [nil, 1], []] as [[Int?]?])
    EncodingAgreement.expect([nil, .some(nil), 1] as [Int??])
  }

  @Test func nullInEveryContainer() {
    EncodingAgreement.run(writes: #"{"a":null,"b":[null,null],"c":null}"#) { encoder, log in
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try container.encodeNil(forKey: "a")
      var list = container.nestedUnkeyedContainer(forKey: "b")
      try list.encodeNil()
      try list.encode(nil as String?)
      log.note(list.count)
      var single = container.superEncoder(forKey: "c").singleValueContainer()
      try single.encodeNil()
    }
    EncodingAgreement.run(writes: "null") { encoder, _ in
      var single = encoder.singleValueContainer()
      try single.encodeNil()
    }
  }

  @Test func encodingIfPresent() {
    EncodingAgreement.run(writes: #"{"c":1,"d":"x","e":[1],"f":1.5}"#) { encoder, _ in
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try container.encodeIfPresent(nil as Int?, forKey: "a")
      try container.encodeIfPresent(nil as [Int]?, forKey: "b")
      try container.encodeIfPresent(1, forKey: "c")
      try container.encodeIfPresent("x", forKey: "d")
      try container.encodeIfPresent([1], forKey: "e")
      try container.encodeIfPresent(1.5 as Float, forKey: "f")
      try container.encodeIfPresent(nil as Int128?, forKey: "g")
    }
  }

  @Test func conditionalObjects() {
    final class Node: Encodable { var value = 1 }
    let node = Node()
    EncodingAgreement.run { encoder, _ in
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try container.encodeConditional(node, forKey: "a")
      var list = container.nestedUnkeyedContainer(forKey: "b")
      try list.encodeConditional(node)
    }
  }
}
