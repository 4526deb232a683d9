import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Leaf: Mappable {
  @Mapped var size: Int
  @Mapped("a key") var spaced: Int?
}

private struct Tree: Mappable {
  @Mapped var leaves: [Leaf] = []
  @Mapped var byName: [String: [Leaf]] = [:]
  @Mapped var single: Leaf?
  @Mapped("deep.er") var deeper: Leaf?
}

private class Base: Mappable {
  @Mapped var id: Int
  required init() {}
}

private final class Derived: Base {
  @Mapped var name: String
}

struct ErrorPlaceTests {
  @Test func offsetLineAndColumnOnLaterLinesAfterCharactersOfAllLengths() throws {
    let json =
      "{\n  \"é\": \"日本🧑‍🚀\", \"leaves\": [\n    {\"size\": 1},\n\t{\"é\": \"ü\", \"size\": \"x\"}]}"
    let error = try #require(mappingError { try Tree.decode(from: json) })
    let prefix = json.utf8.count - "\"x\"}]}".utf8.count
    #expect(error.byteOffset == prefix)
    #expect(error.line == 4)
    #expect(error.column == 21)
    #expect(
      "\(error)"
        == "$.leaves[1].size: expected Int, found a string (line 4, column 21, Leaf.size)")
  }

  @Test func carriageReturnBelongsToTheLineItEndsAndEndsNoneAlone() {
    #expect(
      errorText { try Tree.decode(from: "{\r\n\"single\": {\r\n\"size\": []}}") }
        == "$.single.size: expected Int, found an array (line 3, column 9, Leaf.size)")
    #expect(
      errorText { try [Int].decode(from: "[1,\r2,\rtrue]") }
        == "$[2]: expected Int, found a boolean (line 1, column 8)")
  }

  @Test func columnsCountScalarsButNoByteOrderMark() throws {
    let error = try #require(mappingError { try [Int].decode(from: "\u{FEFF}[\"e\u{301}\"]") })
    #expect(error.byteOffset == 4)
    #expect(error.column == 2)
    let later = try #require(
      mappingError { try [String].decode(from: "[\"e\u{301}🇩🇪\", 1]") })
    #expect(later.byteOffset == 16)
    #expect(later.column == 10)
  }

  @Test func missingKeyIsReportedAtItsObject() throws {
    let json = #"{"leaves": [{"size": 1}, {"size": 2}, {"sice": 3}]}"#
    let error = try #require(mappingError { try Tree.decode(from: json) })
    #expect(error.code == .missingKey)
    #expect(error.byteOffset == 38)
    #expect(error.line == 1)
    #expect(error.column == 39)
    #expect(error.path == JSONPath([.key("leaves"), .index(2), .key("size")]))
    #expect(error.model == "Leaf")
    #expect(error.property == "size")
    #expect(error.expected == "Int")
    #expect(error.found == nil)
    #expect(error.underlying == nil)
    #expect(
      "\(error)"
        == """
        $.leaves[2].size: required key is missing, expected Int (line 1, column 39, Leaf.size)
        """)
  }

  @Test func dictionariesAndArraysHaveTheirKeysAndIndexesInThePath() {
    #expect(
      errorText { try Tree.decode(from: #"{"byName":{"oak":[{"size":1},{"size":null}]}}"#) }
        == "$.byName.oak[1].size: expected Int, found null (line 1, column 38, Leaf.size)")
    #expect(
      errorText { try [String: [[Int]]].decode(from: #"{"a":[[1],[2,3]],"b":[[],[4,5.5]]}"#) }
        == "$.b[1][1]: expected Int, found a number with a fraction (line 1, column 29)")
    #expect(
      errorText { try [Int: Int].decode(from: #"{"1":1,"one":2}"#) }
        == "$.one: expected a key of type Int, found another one (line 1, column 8)")
  }

  @Test(arguments: [
    ("a key", #"["a key"]"#), ("a.b", #"["a.b"]"#), ("", #"[""]"#), ("7", #"["7"]"#),
    ("7up", #"["7up"]"#), ("\\\"", #"["\""]"#), ("\\\\", #"["\\"]"#), ("\\n", #"["\u000a"]"#),
    ("\\u0001", #"["\u0001"]"#), ("snake_case-9", ".snake_case-9"), ("größe", ".größe"),
    ("日本", ".日本"), ("🚀", #"["🚀"]"#), ("\\u00e9", ".é"), ("$", #"["$"]"#), ("a/b", #"["a/b"]"#),
  ])
  func keysThatAreNoPlainNamesAreQuotedInPaths(_ key: String, _ shown: String) {
    let column = key.unicodeScalars.count + 5
    #expect(
      errorText { try [String: Int].decode(from: #"{"\#(key)":true}"#) }
        == "$\(shown): expected Int, found a boolean (line 1, column \(column))")
  }

  @Test func modelAndPropertyAreThoseOfTheInnermostModel() throws {
    let value = try #require(mappingError { try Tree.decode(from: #"{"single":{"size":{}}}"#) })
    #expect(value.model == "Leaf")
    #expect(value.property == "size")
    let spaced = try #require(
      mappingError { try Tree.decode(from: #"{"single":{"size":1,"a key":"x"}}"#) })
    #expect(
      "\(spaced)"
        == #"$.single["a key"]: expected Int, found a string (line 1, column 29, Leaf.spaced)"#)
    let noObject = try #require(mappingError { try Tree.decode(from: #"{"deep":{"er":5}}"#) })
    #expect(
      "\(noObject)"
        == "$.deep.er: expected an object for Leaf, found a number (line 1, column 15, Tree.deeper)"
    )
    #expect(noObject.property == "deeper")
    let list = try #require(mappingError { try Tree.decode(from: #"{"leaves":5}"#) })
    #expect(
      "\(list)" == "$.leaves: expected an array, found a number (line 1, column 11, Tree.leaves)")
  }

  @Test func inheritedPropertyIsReportedAsOneOfTheSubclass() {
    #expect(
      errorText { try Derived.decode(from: #"{"id":true,"name":"n"}"#) }
        == "$.id: expected Int, found a boolean (line 1, column 7, Derived.id)")
    #expect(
      errorText { try Derived.decode(from: #"{"id":1}"#) }
        == "$.name: required key is missing, expected String (line 1, column 1, Derived.name)")
  }

  @Test func malformedTextNamesNoModelButThePathToIt() throws {
    let error = try #require(
      mappingError { try Tree.decode(from: #"{"leaves":[{"size":1},{"size":1 "x":2}]}"#) })
    #expect(error.code == .unexpectedCharacter)
    #expect(error.code.isSyntax)
    #expect(error.model == nil)
    #expect(
      "\(error)" == #"$.leaves[1].size: expected ',' or '}', found '"' (line 1, column 33)"#)
    #expect(
      errorText { try Tree.decode(from: #"{"leaves":[{"size":1}"#) }
        == "$.leaves[0]: expected ',' or ']', found the end of the input (line 1, column 22)")
  }

  @Test func localizedDescriptionSaysAsMuchAsTheDescription() throws {
    let error: any Error = try #require(mappingError { try [Int].decode(from: "[true]") })
    #expect(
      error.localizedDescription == "$[0]: expected Int, found a boolean (line 1, column 2)")
  }

  @Test func sameFailureTwiceHasTheSameText() {
    let json = #"{"leaves":[{"size":"x"}]}"#
    #expect(
      errorText { try Tree.decode(from: json) } == errorText { try Tree.decode(from: json) })
  }
}
