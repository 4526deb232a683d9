import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Types that are made of others, as the standard library and the compiler decode them.
struct ContainerDecodingTests {
  private enum Color: String, Decodable, CodingKeyRepresentable { case red, green }
  private enum Rank: Int, Decodable, CodingKeyRepresentable {
    case one = 1
    case two
  }
  private struct Name: Hashable, Decodable { let text: String }
  private struct Tag: Hashable, Decodable, CodingKeyRepresentable {
    let text: String
    var codingKey: any CodingKey { CodableAnyKey(stringValue: text) }
    init?(codingKey: some CodingKey) {
      guard codingKey.stringValue != "bad" else { return nil }
      text = codingKey.stringValue
    }
  }
  private struct Point: Decodable, Equatable { var x: Int, y: Double?, name: String }
  private struct Line: Decodable { var points: [Point], style: [String: [Point?]]? }
  private enum Shape: Decodable {
    case circle(radius: Double)
    case box(Int, height: Int?)
    case empty
  }
  private indirect enum Tree: Decodable {
    case leaf(Int)
    case node([Tree])
  }
  private struct Empty: Decodable {}
  private final class Link: Decodable {
    let value: Int
    let next: Link?
  }

  @Test func arraysOfArrays() {
    for document in [
      "[]", "[[]]", "[[], [1], [2, 3]]", "[[1, \"x\"]]", "[[1], null]", "[[[]]]", "[1]", "[{}]",
    ] {
      CodableAgreement.expect([[Int]].self, document)
      CodableAgreement.expect([[Int]?].self, document)
      CodableAgreement.expect([Set<Int?>].self, document)
      CodableAgreement.expect(ContiguousArray<[Int]>.self, document)
    }
  }

  @Test func dictionariesWithTextsAndNumbersAsKeys() {
    for document in [
      "{}", #"{"1": 1, "2": 2}"#, #"{"one": 1}"#, #"{"1": 1, "01": 3}"#, #"{"-5": 1}"#,
      #"{"+5": 1}"#, #"{"1": null}"#, #"{"1": "x"}"#, #"{"": 1}"#, #"{"9223372036854775808": 1}"#,
      #"{"\u0031": 1}"#, #"{"é": 1, "e\u0301": 2}"#, #"{"1": 1, "1": 2}"#, "[1, 1]", "[1]", "[]",
      #"["red", 1, "green", 2]"#, #"{"red": 1, "green": 2}"#, #"{"blue": 1}"#, #"{"bad": 1}"#,
      #"["red", 1, "green"]"#, #"["red", "1"]"#, #"{"1.0": 1}"#,
    ] {
      CodableAgreement.expect([String: Int].self, document)
      CodableAgreement.expect([String: Int?].self, document)
      CodableAgreement.expect([Int: Int].self, document)
      CodableAgreement.expect([Color: Int].self, document)
      CodableAgreement.expect([Rank: Int].self, document)
      CodableAgreement.expect([Tag: Int].self, document)
      CodableAgreement.expect([Name: Int].self, document)
      CodableAgreement.expect([Double: Int].self, document)
      CodableAgreement.expect([UInt8: Int].self, document)
    }
  }

  @Test func optionalsOfOptionals() {
    for document in ["null", "1", #""1""#, "[null]", "[1, null]"] {
      CodableAgreement.expect(Int?.self, document)
      CodableAgreement.expect(Int??.self, document)
      CodableAgreement.expect(Int???.self, document)
      CodableAgreement.expect([Int??].self, document)
    }
    CodableAgreement.expect([String: Int??].self, #"{"a": null, "b": 1}"#)
    CodableAgreement.expect(CodableMember<Int??>.self, #"{"member": null}"#)
    CodableAgreement.expect(CodablePair<Int??>.self, "[null, null]")
  }

  @Test func structs() {
    CodableAgreement.expect(
      Point.self,
      each: [
        #"{"x": 1, "y": 2, "name": "a"}"#, #"{"name": "a", "y": null, "x": 1}"#,
        #"{"x": 1, "name": "a"}"#, #"{"y": 2.5, "name": "a"}"#, #"{"x": null, "name": "a"}"#,
        #"{"x": 1.5, "name": "a"}"#, #"{"x": 1, "name": ["a"]}"#, #"{"x": 1, "y": "2"}"#,
        #"{"other": [{}], "x": 1, "name": "a", "more": null}"#, #"{"\u0078": 1, "name": "a"}"#,
        #"{"X": 1, "name": "a"}"#, "{}", "[]", "null", "1",
      ])
    CodableAgreement.expect(Empty.self, each: ["{}", "[]", "null", "1", #"{"a": 1}"#])
  }

  @Test func structsWithinOthers() {
    let point = #"{"x": 1, "name": "p"}"#
    for document in [
      "{\"points\": [\(point), \(point)]}",
      "{\"points\": [], \"style\": {\"a\": [\(point), null]}}",
      "{\"points\": [\(point), {\"x\": 1}]}", "{\"points\": [\(point)], \"style\": {\"a\": [{}]}}",
      "{\"points\": {}}", "{\"style\": {}, \"points\": [null]}", "{\"style\": null}",
    ] {
      CodableAgreement.expect(Line.self, document)
      CodableAgreement.expect([String: [Line]].self, "{\"k\": [\(document)]}")
    }
  }

  @Test func theFirstOfEqualKeysCounts() throws {
    let document = #"{"x": 1, "x": 2, "name": "a", "na\u006de": 3, "y": 1, "y": "no number"}"#
    let point = try #require(CodableAgreement.expect(Point.self, document).value)
    #expect(point == Point(x: 1, y: 1, name: "a"))
    let numbers = CodableAgreement.expect([String: Int].self, #"{"a": 1, "b": 2, "\u0061": 3}"#)
    #expect(numbers.value == ["a": 1, "b": 2])
    CodableAgreement.expect([String: Int].self, #"{"a": 1, "a": "2"}"#)
    CodableAgreement.expect([String: Int].self, #"{"a": "1", "a": 2}"#)
    CodableAgreement.expect([Int: Int].self, #"{"1": 1, "1": 2}"#)
  }

  @Test func enumsWithAssociatedValues() {
    CodableAgreement.expect(
      Shape.self,
      each: [
        #"{"circle": {"radius": 2}}"#, #"{"box": {"_0": 1, "height": 2}}"#, #"{"box": {"_0": 1}}"#,
        #"{"empty": {}}"#, #"{"empty": null}"#, #"{"empty": 1}"#, #"{"circle": {}}"#, "{}",
        #"{"circle": {"radius": "2"}}"#, #"{"circle": {"radius": 2}, "empty": {}}"#,
        #"{"other": {}}"#, #"{"circle": []}"#, #""empty""#, #"{"circle": null}"#,
      ])
  }

  @Test func recursiveTypes() {
    for document in [
      #"{"leaf": {"_0": 1}}"#, #"{"node": {"_0": [{"leaf": {"_0": 1}}, {"node": {"_0": []}}]}}"#,
      #"{"node": {"_0": [{"leaf": {"_0": 1}}, {"node": {"_0": [{}]}}]}}"#,
    ] { CodableAgreement.expect(Tree.self, document) }
    CodableAgreement.expect(Link.self, #"{"value": 1, "next": {"value": 2, "next": null}}"#)
    CodableAgreement.expect(Link.self, #"{"value": 1, "next": {"value": 2, "next": {}}}"#)
  }
}
