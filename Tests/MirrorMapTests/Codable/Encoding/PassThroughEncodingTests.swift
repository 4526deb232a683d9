import Foundation
import MirrorMap
import Testing

/// Trees and numbers of this library, which keep what other types don't.
struct PassThroughEncodingTests {
  private struct Model: Codable, Equatable {
    var name: String
    var extra: JSONValue
    var number: JSONNumber
    var numbers: [JSONNumber]?
    var named: [String: JSONValue]?
  }

  private static let documents = [
    "null", "true", "0", "-0", "1.50", "0.10000000000000000000000000000000001",
    "123456789012345678901234567890", "\"a/b\"", "[]", "{}", "[1,[2.0,{}],\"/\"]",
    #"{"b":1.0,"a":[null],"c/d":{"é":"\u0001"}}"#,
  ]

  @Test func numbersKeepTheirText() throws {
    for document in Self.documents {
      let value = try JSONValue.decode(from: document)
      let settings = EncoderSettings().with([.withoutEscapingSlashes])
      #expect(EncodingAgreement.ours(value, settings) == document)
      #expect(EncodingAgreement.ours([value, value], settings) == "[\(document),\(document)]")
      #expect(EncodingAgreement.ours(["a": value], settings) == "{\"a\":\(document)}")
      if let number = value.number {
        #expect(EncodingAgreement.ours(number, settings) == document)
        #expect(EncodingAgreement.ours([number], settings) == "[\(document)]")
      }
    }
  }

  @Test func layoutsOfTrees() throws {
    for document in Self.documents where !document.contains("0.1000000") {
      let value = try JSONValue.decode(from: document)
      for format in EncodingAgreement.formats where format.contains(.sortedKeys) {
        let settings = EncoderSettings().with(format)
        for tree in [value, .array([value, value]), .object(["z": value, "a/": value])] {
          let ours = EncodingAgreement.ours(tree, settings)
          let plain = try JSONValue.decode(from: ours)
          #expect(JSONDecoder.isEqual(ours, EncodingAgreement.theirs(tree, settings)), "\(ours)")
          #expect(plain.array?.count == tree.array?.count)
        }
      }
    }
  }

  @Test func layoutsAreFoundations() throws {
    let tree = try JSONValue.decode(
      from: #"{"b":[1,2,{}],"a/":{"y":"/","x":[]},"é":{"z":null},"":{}}"#)
    EncodingAgreement.expect(tree)
    EncodingAgreement.expect([tree, tree])
    EncodingAgreement.expect(EncodedMember(member: tree))
    EncodingAgreement.expect(EncodedWhole(value: ["b": tree, "a": .null]))
  }

  /// With Foundation, the keys of a tree are those of a type.
  @Test func treesAreExemptFromKeyStrategies() throws {
    let text = #"{"aKey":{"bKey":1}}"#
    #expect(EncodingAgreement.ours(try JSONValue.decode(from: text), .snakeCase) == text)
  }

  @Test func members() throws {
    let model = Model(
      name: "a", extra: try JSONValue.decode(from: #"{"b":1.50,"a":[1e300]}"#),
      number: try #require(try JSONValue.decode(from: "1.500").number),
      numbers: [], named: ["x": .null])
    let text = EncodingAgreement.ours(model, EncoderSettings().with([]))
    let start = #"{"name":"a","extra":{"b":1.50,"a":[1e300]},"number":1.500,"#
    #expect(text == start + #""numbers":[],"named":{"x":null}}"#)
    let back = try MappingDecoder().decode(Model.self, from: Data(text.utf8))
    #expect(back == model)
    #expect(EncodingAgreement.ours(back, EncoderSettings().with([])) == text)
  }

  @Test func treesThatGoOn() throws {
    let tree = try JSONValue.decode(from: #"{"b":1.5}"#)
    EncodingAgreement.run(writes: #"{"b":1.5,"c":2}"#) { encoder, _ in
      try tree.encode(to: encoder)
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try container.encode(2, forKey: "c")
    }
    #expect(
      EncodingAgreement.ours { encoder, _ in
        var single = encoder.singleValueContainer()
        try single.encode(tree)
        var container = encoder.container(keyedBy: CodableAnyKey.self)
        try container.encode(2, forKey: "c")
      } == #"{"b":1.5,"c":2}"#)
  }

  @Test func equalKeysAfterATree() throws {
    let script = EncodingScript { encoder, _ in
      var single = encoder.singleValueContainer()
      try single.encode(["a": 1, "b": 2] as JSONObject)
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try container.encode(9, forKey: "a")
    }
    let text = #"{"b":2,"a":9}"#
    #expect(EncodingAgreement.ours(script, EncoderSettings().with([])) == text)
    #expect(EncodingAgreement.ours([script], EncoderSettings().with([])) == "[\(text)]")
    EncodingAgreement.expect(script)
  }

  @Test func equalKeysInTrees() throws {
    let tree = try JSONValue.decode(from: #"{"a":1,"b":2}"#)
    let text = EncodingAgreement.ours { encoder, _ in
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try container.encode(1, forKey: "x")
      try container.encode(tree, forKey: "x")
    }
    #expect(text == #"{"x":{"a":1,"b":2}}"#)
  }
}

extension JSONDecoder {
  /// Whether two texts differ in nothing but how numbers are written.
  fileprivate static func isEqual(_ left: String, _ right: String) -> Bool {
    func tree(_ text: String) -> NSObject? {
      try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        as? NSObject
    }
    guard let left = tree(left), let right = tree(right) else { return false }
    return left.isEqual(right)
  }

  @Test func objectsAreExemptFromKeyStrategies() throws {
    let decoder = MappingDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let text = #"{"a_b":{"c_d":1.50}}"#
    let object = try decoder.decode(JSONObject.self, from: text)
    #expect(object["a_b"]?["c_d"]?.number?.description == "1.50")
    #expect(throws: DecodingError.self) { try decoder.decode(JSONObject.self, from: "[]") }
    let encoder = MappingEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let camel: JSONObject = ["aB": ["cD": 1]]
    #expect(String(decoding: try encoder.encode(camel), as: UTF8.self) == #"{"aB":{"cD":1}}"#)
    #expect(String(decoding: try encoder.encode([camel]), as: UTF8.self) == #"[{"aB":{"cD":1}}]"#)
  }
}
