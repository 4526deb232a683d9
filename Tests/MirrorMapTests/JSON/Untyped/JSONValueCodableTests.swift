import Foundation
import MirrorMap
import Testing

private struct CalledDirectly: Codable {
  var json: JSONValue
  init(from decoder: any Decoder) throws { json = try JSONValue(from: decoder) }
  func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

private struct Beside: Codable {
  var fooBar = 1
  var rest: JSONObject = [:]

  private enum CodingKeys: CodingKey { case fooBar }

  init() {}

  init(from decoder: any Decoder) throws {
    rest = try JSONObject(from: decoder)
    fooBar = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .fooBar)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(fooBar, forKey: .fooBar)
    try rest.encode(to: encoder)
  }
}

struct JSONValueCodableTests {
  @Test(arguments: [
    "null", "true", "0", "-1", "18446744073709551615", "0.1", "-12.5", "1e+300", #""text""#,
    #""1""#,
    "[]", "{}", #"[1,[null,{"a":false}]]"#, "12345678901234567890123456789.5",
    "1", "9223372036854775808",
  ])
  func treesRoundTripThroughCodable(_ text: String) throws {
    let value = try JSONValue.decode(from: text)
    let data = try JSONEncoder().encode([value])
    #expect(try JSONDecoder().decode([JSONValue].self, from: data) == [value])
    #expect(try [JSONValue].decode(from: data) == [value])
    let list = try PropertyListEncoder().encode(["a": value])
    #expect(try PropertyListDecoder().decode([String: JSONValue].self, from: list) == ["a": value])
  }

  @Test func memberNamesAreText() throws {
    let object: JSONObject = ["1": 2, "": [3]]
    let data = try JSONEncoder().encode(object)
    #expect(try JSONDecoder().decode(JSONObject.self, from: data) == object)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(JSONObject.self, from: Data("[1]".utf8))
    }
  }

  @Test func numbersBeyondCodableAreRefused() throws {
    let digits = String(repeating: "7", count: 60)
    let number = try #require(JSONNumber(text: digits))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([number]) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([JSONNumber].self, from: Data(#"["1"]"#.utf8))
    }
  }

  @Test func numbersThatJSONDecoderCannotRepresentAreItsErrors() {
    func error<T: Decodable>(_ type: T.Type, _ text: String) -> String {
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(type, from: Data(text.utf8))
      }
      return error.map { "\($0)" } ?? ""
    }
    for (open, close) in [("[", "]"), (#"{"a":"#, "}"), ("[[", "]]"), (#"[{"a":"#, "}]")] {
      let text = error(JSONValue.self, "\(open)1e400\(close)")
      #expect(text.contains("dataCorrupted"), "\(text)")
    }
    #expect(error([JSONValue].self, "[1e400]") == error([JSONNumber].self, "[1e400]"))
  }

  @Test func theSignOfZeroStays() throws {
    let json = Data("[-0.0,0,0.0,-0]".utf8)
    let values = try JSONDecoder().decode([JSONValue].self, from: json)
    let doubles = try JSONDecoder().decode([Double].self, from: json)
    #expect(values.map { $0.double?.sign } == doubles.map(\.sign))
    #expect(values[0].double?.sign == .minus)
    #expect(try JSONEncoder().encode(values) == JSONEncoder().encode(doubles))
    // A `Double` rounds this to -0.
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(JSONValue.decode(from: "[-1e-400]"))
    }
  }

  @Test(arguments: [
    "1.50", "-0.0", "123456789012345678901234567890123456789012345678901234567890.5", "null",
    #"{"a_b":{"c_d":1.0},"aB":2}"#, #"[1.10,"a/b",[]]"#, #""a""#, "true",
  ])
  func ownCodersKeepEverythingWhereverTheyAreCalled(text: String) throws {
    let decoder = MappingDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let encoder = MappingEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = .withoutEscapingSlashes
    let wrapped = try decoder.decode(CalledDirectly.self, from: text)
    #expect(try wrapped.json.encodeString() == text)
    #expect(try encoder.encodeString(wrapped) == text)
    let list = try decoder.decode([CalledDirectly].self, from: "[\(text),\(text)]")
    #expect(try encoder.encodeString(list) == "[\(text),\(text)]")
  }

  @Test func membersAreWrittenBesideThoseOfTheType() throws {
    let encoder = MappingEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    var value = Beside()
    value.rest = ["aB": ["cD": 1.5]]
    #expect(try encoder.encodeString(value) == #"{"foo_bar":1,"aB":{"cD":1.5}}"#)
    let decoder = MappingDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(
      try decoder.decode(Beside.self, from: #"{"foo_bar":1,"a_b":2}"#).rest
        == ["foo_bar": 1, "a_b": 2])
  }
}
