import Foundation
import MirrorMap
import Testing

@Suite struct JSONValueCodableTests {
  @Test(arguments: [
    "null", "true", "0", "-1", "18446744073709551615", "0.1", "-12.5", "1e+300", #""text""#,
    #""1""#,
    "[]", "{}", #"[1,[null,{"a":false}]]"#, "12345678901234567890123456789.5",
  ])
  func treesRoundTripThroughCodable(_ text: String) throws {
    let value = try JSONValue.decode(from: text)
    let data = try JSONEncoder().encode([value])
    #expect(try JSONDecoder().decode([JSONValue].self, from: data) == [value])
    #expect(try [JSONValue].decode(from: data) == [value])
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
}
