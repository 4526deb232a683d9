import Foundation
import MirrorMap
import Testing

/// What encoders of other libraries get from mapped models and trees.
struct EncoderConversionTests {
  private struct Measured: CodableByMapping {
    @Mapped("size.width") var width: Double = 0.1
    @Mapped var small: Float = 1.5
    @Mapped var count: Int = 3
    @Mapped var large: UInt64 = .max
    @Mapped var price: Decimal = Decimal(string: "0.12345678901234567890")!
    @Mapped var isOpen: Bool = true
    @Mapped var name: String = "n"
    @Mapped var list: [Double] = [1, 2.5, -0.0]
    @Mapped var others: JSONValue = [[], ["a"], ["b": nil], false, 7]
  }

  @Test func numbersArePlainOnesInAPropertyList() throws {
    let data = try PropertyListEncoder().encode(Measured())
    let list = try #require(
      PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    #expect((list["size"] as? [String: Any])?["width"] as? Double == 0.1)
    #expect(list["small"] as? Double == 1.5 && list["count"] as? Int == 3)
    #expect(list["isOpen"] as? Bool == true && list["name"] as? String == "n")
    #expect(list["list"] as? [Double] == [1, 2.5, 0])
    // A list has no type for more digits than a `Double` has.
    #expect(list["price"] is [String: Any])
    let copy = try PropertyListDecoder().decode(Measured.self, from: data)
    #expect("\(copy)" == "\(Measured())")
  }

  @Test func treesKeepTheirValues() throws {
    let tree: JSONValue = [
      "null": nil, "bool": true, "text": "a", "list": [nil, false, "b", 1, 2.5, [], [:]],
      "numbers": [0, -1, 0.1, 1e300, -1.5e-7, 18_446_744_073_709_551_615, 123.456],
      "exact": .number(JSONNumber(text: "0.1234567890123456789")!),
      "zero": .number(JSONNumber(text: "-0.0")!),
      "inner": ["a": 1, "b": ["c": 0.5]],
    ]
    for value in [tree, [tree, 1]] {
      let data = try JSONEncoder().encode(value)
      #expect(try JSONValue.decode(from: data) == value)
      #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
    }
    let zero = try JSONEncoder().encode(JSONNumber(text: "-0.0"))
    #expect(String(decoding: zero, as: UTF8.self) == "-0")
  }

  @Test(arguments: [
    JSONValue.number(JSONNumber(text: "1e400")!),
    .number(JSONNumber(text: "0." + String(repeating: "123456789", count: 6))!),
  ])
  func aNumberThatCodableDoesntHaveIsAnErrorAtItsPlace(_ number: JSONValue) {
    for (tree, path): (JSONValue, [String]) in [
      (number, []), (["a": number], ["a"]), ([1, number], ["Index 1"]),
      (["a": [number]], ["a", "Index 0"]),
    ] {
      let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(tree) }
      guard case .invalidValue(_, let context) = error else { continue }
      #expect(context.codingPath.map(\.stringValue) == path)
    }
  }
}
