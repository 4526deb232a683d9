import MirrorMap
import Testing

@testable import TestSupport

private struct Item: Mappable, Equatable {
  @Mapped var id: Int
}

struct DecodeAtTests {
  private static let document =
    #"{"meta":{"n":2},"response":{"items":[{"id":1},{"id":2}],"total":2},"0":[[7]],"null":null}"#

  @Test func modelsArraysScalarsAndDictionariesAreFound() throws {
    let json = Self.document
    #expect(try [Item].decode(from: json, at: "response.items").map(\.id) == [1, 2])
    #expect(try Item.decode(from: json, at: "response.items.1").id == 2)
    #expect(try Int.decode(from: json, at: "response.items.0.id") == 1)
    #expect(try Int.decode(from: json, at: "0.0.0") == 7)
    #expect(try [String: Int].decode(from: json, at: "meta") == ["n": 2])
    #expect(try Int?.decode(from: json, at: "null") == nil)
    #expect(try String.decode(from: #"[["a","b"]]"#, at: "0.1") == "b")
    #expect(try JSONValue.decode(from: json, at: "null") == .null)
    #expect(try Int.decode(from: #"{"":{"":3}}"#, at: ".") == 3)
    #expect(try Int.decode(from: "{\"caf\\u00e9\":4}", at: "caf\u{E9}") == 4)
  }

  @Test func emptyPathIsTheRoot() throws {
    #expect(try [Int].decode(from: "[1,2]", at: "") == [1, 2])
    #expect(try Item.decode(from: #"{"id":1,"":{"id":2}}"#, at: "", delimiter: "/").id == 1)
    #expect(try Item.decode(fromObject: ["id": 3], at: "").id == 3)
    #expect(Item.decodeReporting(from: #"{"id":4}"#, at: "").value?.id == 4)
    #expect(try [Int].decode(from: "[5]", parallel: true, at: "") == [5])
    var item = try Item.decode(from: #"{"id":6}"#)
    try item.update(from: #"{"id":7}"#, at: "")
    #expect(item.id == 7)
    #expect(try JSONView(#"{"":8}"#)[path: ""]?.kind == .object)
    #expect(
      errorText { try Item.decode(from: "{}", at: "") }
        == "$.id: required key is missing, expected Int (line 1, column 1, Item.id)")
  }

  @Test func optionalIsNilWhereNothingIsButTheRestIsValidated() throws {
    #expect(try Int?.decode(from: "{}", at: "a.b") == nil)
    #expect(try Int?.decode(from: #"{"a":{"b":null}}"#, at: "a.b") == nil)
    #expect(try Int?.decode(from: #"{"a":{"b":7}}"#, at: "a.b") == 7)
    #expect(
      errorText { try Int?.decode(from: "{} {}", at: "a.b") }
        == "$: unexpected content after the end of the value (line 1, column 4)")
  }

  @Test(arguments: [
    ("nothing", "$.nothing"), ("response.nothing", "$.response.nothing"),
    ("response.items.2", "$.response.items[2]"), ("response.items.x", "$.response.items.x"),
    ("response.total.x", "$.response.total.x"), ("null.x", "$.null.x"),
    (".", #"$[""][""]"#), ("Response", "$.Response"),
  ])
  func pathThatLeadsNowhereIsMissing(_ path: String, _ shown: String) {
    #expect(
      errorText { try Item.decode(from: Self.document, at: path) }
        == "\(shown): required key is missing (line 1, column 1)")
    #expect(mappingError { try Item.decode(from: Self.document, at: path) }?.code == .missingKey)
  }

  @Test func indexOf1024OrMoreWasTakenForAKey() throws {
    let json = "{\"n\":[" + (0..<3000).map(String.init).joined(separator: ",") + "]}"
    #expect(try Int.decode(from: json, at: "n.1023") == 1023)
    #expect(try Int.decode(from: json, at: "n.1024") == 1024)
    #expect(try Int.decode(from: json, at: "n.2999") == 2999)
    #expect(
      errorText { try Int.decode(from: json, at: "n.3000") }
        == #"$.n["3000"]: required key is missing (line 1, column 1)"#)
    #expect(
      mappingError { try Int.decode(from: json, at: "n.9223372036854775808") }?.code
        == .missingKey)
  }

  @Test func errorsHaveThePathFromTheRoot() {
    #expect(
      errorText { try [Item].decode(from: #"{"a":[{"id":1},{"id":true}]}"#, at: "a") }
        == "$.a[1].id: expected Int, found a boolean (line 1, column 22, Item.id)")
    #expect(
      errorText { try Item.decode(from: #"{"a":[{"id":1},{}]}"#, at: "a.1") }
        == "$.a[1].id: required key is missing, expected Int (line 1, column 16, Item.id)")
  }

  @Test func restOfTheDocumentIsValidatedOnBothSidesOfTheValue() {
    #expect(
      errorText { try Int.decode(from: #"{"a":nul,"b":1}"#, at: "b") }
        == "$.a: expected null, found ',' (line 1, column 9)")
    #expect(
      errorText { try Int.decode(from: #"{"b":1,"a":[1 2]}"#, at: "b") }
        == "$.a[0]: expected ',' or ']', found a digit (line 1, column 15)")
    #expect(
      errorText { try Int.decode(from: #"{"b":1} {"#, at: "b") }
        == "$: unexpected content after the end of the value (line 1, column 9)")
    #expect(
      errorText { try Int.decode(from: #"{"b":1"#, at: "b") }
        == "$.b: expected ',' or '}', found the end of the input (line 1, column 7)")
    #expect(
      errorText { try Int.decode(from: "", at: "b") }
        == "$: expected a value, found the end of the input (line 1, column 1)")
  }

  @Test func duplicatesOnTheWayFollowTheMapper() throws {
    let json = #"{"a":{"b":1,"b":2},"x":0,"a":{"b":3}}"#
    #expect(
      errorText { try Int.decode(from: json, at: "a.b") }
        == "$.a.b: key appears a second time (line 1, column 13)")
    var mapper = Mapper()
    mapper.duplicateKeys = .first
    #expect(try Int.decode(from: json, at: "a.b", using: mapper) == 1)
    mapper.duplicateKeys = .last
    #expect(try Int.decode(from: json, at: "a.b", using: mapper) == 3)
    let gone = #"{"a":{"b":1},"a":{"c":1}}"#
    #expect(
      errorText { try Int.decode(from: gone, at: "a.b", using: mapper) }
        == "$.a.b: required key is missing (line 1, column 1)")
    #expect(try Int.decode(from: #"{"x":1,"x":2,"a":3}"#, at: "a") == 3)
  }

  @Test func depthOfEnclosingLevelsCounts() throws {
    var mapper = Mapper()
    mapper.maximumDepth = 3
    let json = #"{"a":{"b":[1]}}"#
    #expect(try [Int].decode(from: json, at: "a.b", using: mapper) == [1])
    mapper.maximumDepth = 2
    #expect(
      mappingError { try [Int].decode(from: json, at: "a.b", using: mapper) }?.code == .depthLimit)
  }
}
