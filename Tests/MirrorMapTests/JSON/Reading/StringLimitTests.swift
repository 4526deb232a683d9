import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// How long strings and keys may be.
struct StringLimitTests {
  typealias Keeper = CollectionLimitTests.Keeper

  /// What follows a document decides whether its last strings can be read sixteen bytes at a time.
  private static let tails = ["", String(repeating: " ", count: 40)]

  @Test(arguments: [1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100], tails)
  func stringMayBeAsLongAsTheLimit(limit: Int, tail: String) throws {
    let mapper = Mapper.limited(strings: limit)
    let fits = String(repeating: "x", count: limit)
    let long = fits + "x"

    #expect(try String.decode(from: "\"\(fits)\"\(tail)", using: mapper) == fits)
    #expect(
      errorText { try String.decode(from: "\"\(long)\"\(tail)", using: mapper) }
        == tooLong("$", limit, 1))

    func list(_ text: String) -> String { "[\"\",\"\(text)\"]\(tail)" }
    #expect(try [String].decode(from: list(fits), using: mapper) == ["", fits])
    #expect(try JSONValue.decode(from: list(fits), using: mapper) == ["", .string(fits)])
    #expect(try Set<String>.decode(from: list(fits), using: mapper) == ["", fits])
    _ = try SkippedValue.decode(from: list(fits), using: mapper)
    let expected = tooLong("$[1]", limit, 5)
    #expect(errorText { try [String].decode(from: list(long), using: mapper) } == expected)
    #expect(errorText { try JSONValue.decode(from: list(long), using: mapper) } == expected)
    #expect(errorText { try Set<String>.decode(from: list(long), using: mapper) } == expected)
    #expect(errorText { try SkippedValue.decode(from: list(long), using: mapper) } == expected)

    func ignored(_ text: String) -> String { "{\"y\":\"\(text)\"}\(tail)" }
    _ = try ValueIgnorer.decode(from: ignored(fits), using: mapper)
    #expect(
      errorText { try ValueIgnorer.decode(from: ignored(long), using: mapper) }
        == tooLong("$.y", limit, 6))
  }

  @Test(arguments: [1, 2, 15, 16, 17, 40], tails)
  func keyMayBeAsLongAsAString(limit: Int, tail: String) throws {
    let mapper = Mapper.limited(strings: limit)
    let fits = String(repeating: "x", count: limit)
    let long = fits + "x"
    func object(_ key: String) -> String { "{\"\(key)\":1}\(tail)" }

    #expect(try [String: Int].decode(from: object(fits), using: mapper) == [fits: 1])
    #expect(try JSONValue.decode(from: object(fits), using: mapper)[fits] == 1)
    _ = try SkippedValue.decode(from: object(fits), using: mapper)
    _ = try ValueIgnorer.decode(from: object(fits), using: mapper)
    #expect(try Keeper.decode(from: object(fits), using: mapper).rest[fits] == 1)

    let expected = tooLong("$.\(long)", limit, 2)
    #expect(errorText { try [String: Int].decode(from: object(long), using: mapper) } == expected)
    #expect(errorText { try JSONValue.decode(from: object(long), using: mapper) } == expected)
    #expect(errorText { try SkippedValue.decode(from: object(long), using: mapper) } == expected)
    #expect(errorText { try ValueIgnorer.decode(from: object(long), using: mapper) } == expected)
    #expect(errorText { try Keeper.decode(from: object(long), using: mapper) } == expected)
  }

  struct Pair: Mappable {
    @Mapped("identifier") var id: Int?
    @Mapped("n") var n: Int?
    @Mapped("path.long_name") var name: Int?
  }

  @Test(arguments: tails)
  func keysOfAModelAreNoExceptionInAnyOrder(tail: String) throws {
    let inOrder = #"{"identifier":1,"n":2,"path":{"long_name":3}}"# + tail
    let reversed = #"{"path":{"long_name":3},"n":2,"identifier":1}"# + tail
    for json in [inOrder, reversed] {
      let pair = try Pair.decode(from: json, using: .limited(strings: 10))
      #expect(pair.id == 1 && pair.n == 2 && pair.name == 3)
    }
    #expect(
      errorText { try Pair.decode(from: inOrder, using: .limited(strings: 9)) }
        == tooLong("$.identifier", 9, 2))
    #expect(
      errorText { try Pair.decode(from: reversed, using: .limited(strings: 9)) }
        == tooLong("$.identifier", 9, 31))
    #expect(
      errorText { try Pair.decode(from: reversed, using: .limited(strings: 8)) }
        == tooLong("$.path.long_name", 8, 10))
  }

  @Test(arguments: tails)
  func limitCountsTheBytesBetweenTheQuotesWithEscapesAsWritten(tail: String) throws {
    let texts = [
      (#"\u0041"#, 6), (#"\n\n"#, 4), ("é", 2), ("日本", 6), ("😀", 4), (#"\ud83d\ude00"#, 12),
    ]
    for (text, length) in texts {
      let json = "[\"\(text)\"]" + tail
      let value = try [String].decode(from: json)
      #expect(try [String].decode(from: json, using: .limited(strings: length)) == value)
      let expected = tooLong("$[0]", length - 1, 2)
      let short = Mapper.limited(strings: length - 1)
      #expect(errorText { try [String].decode(from: json, using: short) } == expected)
      #expect(errorText { try SkippedValue.decode(from: json, using: short) } == expected)
    }
    let key = #"{"\u0078":1}"# + tail
    #expect(try [String: Int].decode(from: key, using: .limited(strings: 6)) == ["x": 1])
    #expect(
      errorText { try [String: Int].decode(from: key, using: .limited(strings: 5)) }
        == tooLong("$.x", 5, 2))
  }

  @Test func malformedTextIsReportedFirstWhateverItsLength() {
    #expect(
      errorText { try [String].decode(from: #"["xxx"#, using: .limited(strings: 1)) }
        == "$[0]: expected a closing quote, found the end of the input (line 1, column 6)")
    #expect(
      errorText { try [String].decode(from: #"["xxx\x"]"#, using: .limited(strings: 1)) }
        == "$[0]: expected an escape sequence, found an invalid one (line 1, column 6)")
  }

  @Test func valuesWrittenAsTextAreStrings() throws {
    let cases: [(any MappableValue.Type, String)] = [
      ([Data].self, "AAAA"), ([URL].self, "a:bc"), ([Date].self, "2024-02-29T12:34:56Z"),
      ([UUID].self, "4b4c4d4e-0000-4000-8000-000000000001"), ([WayOfReading.Grade].self, "good"),
    ]
    for (type, text) in cases {
      let json = "[\"\(text)\"]"
      let length = text.utf8.count
      _ = try type.decode(from: json, using: .limited(strings: length))
      #expect(
        errorText { try type.decode(from: json, using: .limited(strings: length - 1)) }
          == tooLong("$[0]", length - 1, 2))
    }
    let lossless = Mapper.limited(strings: 4) { $0.coercion = .lossless }
    #expect(try [Int].decode(from: #"["1234"]"#, using: lossless) == [1234])
    #expect(
      errorText { try [Int].decode(from: #"["12345"]"#, using: lossless) } == tooLong("$[0]", 4, 2))
    #expect(
      errorText { try [Bool].decode(from: #"["false"]"#, using: lossless) }
        == tooLong("$[0]", 4, 2))
  }

  @Test func numbersCountWhereTheyAreKeptAsText() throws {
    let digits = String(repeating: "1234567890", count: 4)
    let json = "[\(digits)]"
    _ = try JSONValue.decode(from: json, using: .limited(strings: 40))
    #expect(
      errorText { try JSONValue.decode(from: json, using: .limited(strings: 39)) }
        == tooLong("$[0]", 39, 2))
    #expect(
      errorText { try [JSONNumber].decode(from: json, using: .limited(strings: 39)) }
        == tooLong("$[0]", 39, 2))
    let one = Mapper.limited(strings: 1)
    let double = try #require(Double(digits))
    #expect(try [Double].decode(from: json, using: one) == [double])
    #expect(try JSONValue.decode(from: "[123456]", using: one) == [123_456])
    _ = try SkippedValue.decode(from: json, using: one)
    let lossless = Mapper.limited(strings: 4) { $0.coercion = .lossless }
    #expect(try [String].decode(from: "[1234]", using: lossless) == ["1234"])
    #expect(
      errorText { try [String].decode(from: "[12345]", using: lossless) } == tooLong("$[0]", 4, 2))
  }
}
