import Foundation
import MirrorMap
import Testing

/// What a keyed container answers.
struct KeyedContainerTests {
  private enum Key: String, CodingKey {
    case a, b, c
    case missing
  }
  private enum Number: Int, CodingKey {
    case one = 1
    case two
  }

  private static let document = #"{"a": 1, "b": null, "c": "x", "other": [], "a": 2, "1": "one"}"#

  @Test func allKeysAreThoseTheKeyTypeHas() {
    let lines = CodableAgreement.run(Self.document) { decoder, log in
      let container = try decoder.container(keyedBy: Key.self)
      log.note(container.allKeys.map(\.stringValue).sorted())
      let any = try decoder.container(keyedBy: CodableAnyKey.self)
      log.note(any.allKeys.map(\.stringValue).sorted())
      log.note(try decoder.container(keyedBy: Number.self).allKeys)
    }
    #expect(
      lines == [
        #"["a", "b", "c"]"#, #"["1", "a", "b", "c", "other"]"#, lines?.last ?? "",
      ])
  }

  @Test func containsIsTrueOfNulls() {
    let lines = CodableAgreement.run(Self.document) { decoder, log in
      let container = try decoder.container(keyedBy: CodableAnyKey.self)
      for key in ["a", "b", "other", "missing", "1", "", "A"] as [CodableAnyKey] {
        log.note(container.contains(key))
      }
    }
    #expect(lines == ["true", "true", "true", "false", "true", "false", "false"])
  }

  @Test func decodeNilIsTrueOfNullsOnly() {
    let lines = CodableAgreement.run(Self.document) { decoder, log in
      let container = try decoder.container(keyedBy: Key.self)
      for key in [Key.a, .b, .c, .missing] { log.attempt { try container.decodeNil(forKey: key) } }
    }
    #expect(lines?.prefix(3) == ["false", "true", "false"])
    #expect(lines?.last?.hasPrefix("keyNotFound") == true)
  }

  @Test func decodeIfPresentIsNilForNullsAndMissingKeys() {
    let lines = CodableAgreement.run(Self.document) { decoder, log in
      let container = try decoder.container(keyedBy: Key.self)
      for key in [Key.b, .missing, .c] {
        log.attempt { try container.decodeIfPresent(Int.self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent(Bool.self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent(Double.self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent(UInt8.self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent([Int].self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent(Date.self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent(String.self, forKey: key) as Any }
      }
    }
    #expect(lines?.prefix(14) == [String](repeating: "nil", count: 14)[...])
    #expect(lines?.last == "Optional(\"x\")")
  }

  @Test func everyScalarCanBeAskedForByKey() {
    for document in ["{\"a\": 1}", "{\"a\": true}", "{\"a\": \"s\"}", "{\"a\": null}", "{}"] {
      CodableAgreement.run(document) { decoder, log in
        let container = try decoder.container(keyedBy: Key.self)
        log.attempt { try container.decode(Bool.self, forKey: .a) }
        log.attempt { try container.decode(String.self, forKey: .a) }
        log.attempt { try container.decode(Double.self, forKey: .a) }
        log.attempt { try container.decode(Float.self, forKey: .a) }
        log.attempt { try container.decode(Int.self, forKey: .a) }
        log.attempt { try container.decode(Int8.self, forKey: .a) }
        log.attempt { try container.decode(Int16.self, forKey: .a) }
        log.attempt { try container.decode(Int32.self, forKey: .a) }
        log.attempt { try container.decode(Int64.self, forKey: .a) }
        log.attempt { try container.decode(Int128.self, forKey: .a) }
        log.attempt { try container.decode(UInt.self, forKey: .a) }
        log.attempt { try container.decode(UInt16.self, forKey: .a) }
        log.attempt { try container.decode(UInt32.self, forKey: .a) }
        log.attempt { try container.decode(UInt64.self, forKey: .a) }
        log.attempt { try container.decode(UInt128.self, forKey: .a) }
        log.attempt { try container.decode(Decimal.self, forKey: .a) }
        log.attempt { try container.decode(Int?.self, forKey: .a) as Any }
        log.attempt { try container.decode([Int].self, forKey: .a) }
      }
    }
  }

  @Test func keysCanBeAskedForInAnyOrderAndAgain() {
    let lines = CodableAgreement.run(#"{"a": 1, "b": [2, 3], "c": {"a": 4}}"#) { decoder, log in
      let container = try decoder.container(keyedBy: Key.self)
      for _ in 0..<2 {
        log.attempt { try container.decode([String: Int].self, forKey: .c) }
        log.attempt { try container.decode(Int.self, forKey: .a) }
        log.attempt { try container.decode([Int].self, forKey: .b) }
        log.attempt { try container.decode(Int.self, forKey: .a) }
      }
    }
    #expect(lines?.suffix(4) == ["[\"a\": 4]", "1", "[2, 3]", "1"])
  }

  @Test func anAttemptAfterOneThatThrewSucceeds() {
    let lines = CodableAgreement.run(#"{"a": {"b": [1, "x"]}, "b": 1}"#) { decoder, log in
      let container = try decoder.container(keyedBy: Key.self)
      log.attempt { try container.decode([String: [Int]].self, forKey: .a) }
      log.attempt { try container.decode([Int].self, forKey: .a) }
      log.attempt { try container.decode(String.self, forKey: .b) }
      log.attempt { try container.nestedUnkeyedContainer(forKey: .a).count as Any }
      log.attempt { try container.nestedContainer(keyedBy: Key.self, forKey: .b).allKeys }
      log.attempt { try container.decode([String: [Decimal]].self, forKey: .a) }
      log.attempt { try container.decode(Int.self, forKey: .b) }
    }
    #expect(lines?.last == "1")
  }

  @Test func containersCanBeRequestedTwice() {
    let lines = CodableAgreement.run(#"{"a": [1, 2], "b": 3}"#) { decoder, log in
      let first = try decoder.container(keyedBy: Key.self)
      log.attempt { try first.decode(Int.self, forKey: .b) }
      let second = try decoder.container(keyedBy: CodableAnyKey.self)
      log.attempt { try second.decode(Int.self, forKey: "b") }
      for _ in 0..<2 {
        var list = try first.nestedUnkeyedContainer(forKey: .a)
        log.attempt { try list.decode(Int.self) }
      }
      log.attempt { try first.decode(Int.self, forKey: .b) }
    }
    #expect(lines == ["3", "3", "1", "1", "3"])
  }

  @Test func containersOfTheWrongKindAreMismatches() {
    for document in ["{}", "[]", "1", "\"a\"", "null", "true"] {
      CodableAgreement.run(document) { decoder, log in
        log.attempt { try decoder.container(keyedBy: Key.self).allKeys }
        log.attempt { try decoder.unkeyedContainer().count as Any }
        log.attempt { try decoder.singleValueContainer().decodeNil() }
        log.attempt { try decoder.singleValueContainer().decode(Int.self) }
        log.attempt { try decoder.container(keyedBy: Key.self).allKeys }
      }
      CodableAgreement.run("{\"a\": \(document)}") { decoder, log in
        let container = try decoder.container(keyedBy: Key.self)
        for key in [Key.a, .missing] {
          log.attempt { try container.nestedContainer(keyedBy: Key.self, forKey: key).allKeys }
          log.attempt { try container.nestedUnkeyedContainer(forKey: key).count as Any }
        }
      }
    }
  }

  @Test func manyKeysInAndAgainstTheDocumentsOrder() {
    let members = (0..<300).map { "\"key\($0)\": \($0), \"skipped\($0)\": [{}]" }
    let document = "{" + members.joined(separator: ", ") + "}"
    CodableAgreement.run(document) { decoder, log in
      let container = try decoder.container(keyedBy: CodableAnyKey.self)
      for index in Array(0..<300) + (0..<300).reversed() + [150, 7, 299, 300] {
        log.attempt { try container.decode(Int.self, forKey: .init(stringValue: "key\(index)")) }
      }
    }
  }

  @Test func keysAreComparedAsStringsAre() {
    let document = #"{"e\u0301": 1, "\ud83d\ude00": 2, "\u0000": 3, "ß": 4}"#
    CodableAgreement.run(document) { decoder, log in
      let container = try decoder.container(keyedBy: CodableAnyKey.self)
      for key in ["é", "e\u{301}", "😀", "\u{0}", "", "ss", "ß"] as [CodableAnyKey] {
        log.attempt { try container.decodeIfPresent(Int.self, forKey: key) as Any }
        log.note(container.contains(key))
      }
    }
    CodableAgreement.expect([String: Int].self, #"{"é": 1, "e\u0301": 2}"#)
  }

  private struct Trees: Decodable, Equatable {
    let a: Int
    let tree: JSONValue
    let object: JSONObject
    let list: [JSONValue]
  }

  @Test(arguments: [0, 300])
  func firstOfEqualKeysCountsInTreesAsWell(_ padding: Int) throws {
    let value = #"{"x":1,"y":{"z":[],"z":2},"x":[]}"#
    let text = """
      {"a":1,"a":2,"tree":\(value),"object":\(value),"list":[\(value),\(value)],"tree":0,
       "pad":"\(String(repeating: "x", count: padding))"}
      """
    let expected: JSONObject = ["x": 1, "y": ["z": []]]
    let trees = Trees(
      a: 1, tree: .object(expected), object: expected,
      list: [.object(expected), .object(expected)])
    #expect(try MappingDecoder().decode(Trees.self, from: text) == trees)
    #expect(try JSONDecoder().decode(Trees.self, from: Data(text.utf8)) == trees)
    // Where models hold them, the last counts.
    #expect(try JSONValue.decode(from: value)["x"] == [])
  }
}
