import Foundation
import MirrorMap
import Testing

@testable import TestSupport

struct JSONViewTests {
  private static let text = """
    {"user": {"name": "A\\u006en", "age": 36, "ok": true, "none": null, "ty\\u0070e": "t"},
     "items": [1, 2.5, "x", [], {"id": 7}], "big": 123456789012345678901234567890, "1": "one"}
    """

  @Test func valuesAreFoundAndReadOnRequest() throws {
    let json = try JSONView(Self.text)
    #expect(json.kind == .object)
    #expect(json["user"]?["name"]?.string == "Ann")
    #expect(json["user"]?["age"]?.int == 36)
    #expect(json["user"]?["age"]?.double == 36)
    #expect(json["user"]?["ok"]?.bool == true)
    #expect(json["user"]?["none"]?.isNull == true)
    #expect(json["user"]?["type"]?.string == "t")
    #expect(json["items"]?[1]?.double == 2.5)
    #expect(json["items"]?[1]?.number?.description == "2.5")
    #expect(json["items"]?[4]?["id"]?.value == 7)
    #expect(json["big"]?.number?.description == "123456789012345678901234567890")
    #expect(json["items"]?.value == [1, 2.5, "x", [], ["id": 7]])
  }

  @Test func nothingIsConverted() throws {
    let json = try JSONView(#"{"n": 2.5, "s": "1", "b": true, "z": null, "f": 1.0, "e": 1e400}"#)
    #expect(json["n"]?.int == nil)
    #expect(json["f"]?.int == 1)
    #expect(json["s"]?.int == nil)
    #expect(json["s"]?.double == nil)
    #expect(json["s"]?.number == nil)
    #expect(json["s"]?.bool == nil)
    #expect(json["b"]?.string == nil)
    #expect(json["b"]?.int == nil)
    #expect(json["b"]?.isNull == false)
    #expect(json["z"]?.string == nil)
    #expect(json["z"]?.bool == nil)
    #expect(json["z"]?.value == .some(.null))
    #expect(json["e"]?.double == nil)
    #expect(json["e"]?.number?.description == "1e400")
    #expect(
      json.members.map(\.value.kind) == [.number, .string, .bool, .null, .number, .number])
  }

  @Test func missingValuesAreNil() throws {
    let json = try JSONView(Self.text)
    #expect(json["nobody"] == nil)
    #expect(json[0] == nil)
    #expect(json["items"]?["0"] == nil)
    #expect(json["items"]?[5] == nil)
    #expect(json["items"]?[-1] == nil)
    #expect(json["items"]?[.max] == nil)
    #expect(json["items"]?[.min] == nil)
    #expect(json["items"]?[3]?[0] == nil)
    #expect(json["big"]?["x"] == nil)
    #expect(json["big"]?.elements.isEmpty == true)
    #expect(json["big"]?.members.isEmpty == true)
    #expect(json["big"]?.count == 0)
  }

  @Test(arguments: [
    ("user.name", "Ann"), ("items.2", "x"), ("1", "one"), ("user.type", "t"),
  ])
  func keyPathsFollowTheRulesOfProperties(path: String, value: String) throws {
    #expect(try JSONView(Self.text)[path: path]?.string == value)
  }

  @Test(arguments: ["items.5", "items.02", "items.-1", "user.name.x", ".", "user.", "items.x"])
  func keyPathsThatLeadNowhereAreNil(path: String) throws {
    #expect(try JSONView(Self.text)[path: path] == nil)
  }

  @Test func stepsMayHoldDots() throws {
    let json = try JSONView(#"{"a.b": {"": [5]}}"#)
    #expect(json[path: ["a.b", "", "0"]]?.int == 5)
    #expect(json[path: "a.b..0"] == nil)
    #expect(json[path: []]?.count == 1)
  }

  @Test func elementsMembersAndKeysInOrder() throws {
    let json = try JSONView(Self.text)
    #expect(json.keys == ["user", "items", "big", "1"])
    #expect(json.count == 4)
    #expect(json["items"]?.count == 5)
    #expect(json["items"]?.elements.map(\.kind) == [.number, .number, .string, .array, .object])
    #expect(json["items"]?[3]?.elements.count == 0)
    #expect(json["user"]?.members.map(\.key) == ["name", "age", "ok", "none", "type"])
    #expect(json["user"]?.members.first?.value.string == "Ann")
  }

  @Test func lastOfEqualKeysCounts() throws {
    let json = try JSONView(#"{"a":1,"b":2,"\u0061":3,"é":4,"e\#u{301}":5}"#)
    #expect(json["a"]?.int == 3)
    #expect(json["é"]?.int == 4)
    #expect(json["e\u{301}"]?.int == 5)
    #expect(json.keys.map { Array($0.utf8) } == ["a", "b", "é", "e\u{301}"].map { Array($0.utf8) })
    #expect(json.members.map(\.value.int) == [3, 2, 4, 5])
    #expect(json.count == 4)
    #expect(json.value?.object?.count == 4)
  }

  @Test func objectsWithManyKeys() throws {
    let text = "{" + (0..<500).map { "\"k\($0 % 400)\":\($0)" }.joined(separator: ",") + "}"
    let json = try JSONView(text)
    #expect(json.count == 400)
    #expect(json["k7"]?.int == 407)
    #expect(json.members[7].value.int == 407)
    #expect(json.members[399].value.int == 399)
  }

  @Test func textIsCompactJSON() throws {
    #expect("\(try JSONView("[ 1, {\"a b\" : \" x\\n\"} ]")[1]!)" == #"{"a b":" x\n"}"#)
    #expect("\(try JSONView(" 5 "))" == "5")
  }

  @Test func sourcesOfAllKinds() throws {
    let text = #"{"a": [1, "é"]}"#
    func check(_ source: some JSONSource & Sendable) throws {
      #expect(try JSONView(source)[path: "a.1"]?.string == "é")
    }
    try check(text)
    try check(Substring(text))
    try check(Data(text.utf8))
    try check(Array(text.utf8))
    try check(Array("  \(text)".utf8)[2...])
    try check([0xEF, 0xBB, 0xBF] + Array(text.utf8))
  }

  @Test func sourceLivesAsLongAsItsViews() throws {
    func view() throws -> JSONView? {
      let bytes = Array("[\(String(repeating: "1,", count: 1000))\"end\"]".utf8)
      return try JSONView(bytes)[1000]
    }
    #expect(try view()?.string == "end")
  }

  @Test(arguments: [
    ("", "$: expected a value, found the end of the input (line 1, column 1)"),
    ("[1, 2", "$[1]: expected ',' or ']', found the end of the input (line 1, column 6)"),
    (
      "{\"a\": 01}",
      "$.a: expected a number without leading zeros, found a leading zero (line 1, column 7)"
    ),
    ("1 2", "$: unexpected content after the end of the value (line 1, column 3)"),
    ("\u{0}1\u{0}2", "$: expected UTF-8, found UTF-16 (line 1, column 1)"),
    (
      "[[[]]]",
      "$[0][0]: expected less nesting, found more than the depth limit allows (line 1, column 3)"
    ),
  ])
  func documentsAreValidatedOnce(text: String, message: String) {
    #expect(errorText { try JSONView(text, maximumDepth: 2) } == message)
  }
}

// MARK: - Decoding

private struct Item: Mappable {
  @Mapped var id: Int
  @Mapped var tags: [String]?
}

private struct Bad: Mappable {
  @Mapped("x") var first: Int?
  @Mapped("x.") var second: Int?
  @Mapped("x") var third: Int?
}

struct JSONViewDecodingTests {
  private static let text = "{\"items\": [\n  {\"id\": 1},\n  {\"id\": 2},\n  {\"id\": \"x\"}]}"

  @Test func anyValueCanBeDecoded() throws {
    let json = try JSONView(Self.text)
    #expect(try json[path: "items.1"]?.decode(Item.self).id == 2)
    #expect(try json["items"]?[0]?.decode([String: Int].self) == ["id": 1])
    #expect(try json["items"]?[2]?["id"]?.decode() as String? == "x")
    #expect(try json.decode(JSONValue.self)["items"]?[0] == ["id": 1])
  }

  @Test func errorsArePlacedInTheWholeDocument() throws {
    let json = try JSONView(Self.text)
    let item = try #require(json[path: "items.2"])
    let error = try #require(mappingError { try item.decode(Item.self) })
    #expect(error.byteOffset == 47)
    #expect(error.path == JSONPath([.key("items"), .index(2), .key("id")]))
    #expect(
      "\(error)" == "$.items[2].id: expected Int, found a string (line 4, column 10, Item.id)")
    #expect(
      errorText { try json[path: "items.1"]?.decode(Bool.self) }
        == "$.items[1]: expected Bool, found an object (line 3, column 3)")
  }

  @Test func wrongDeclarationsAreErrorsInViewsToo() throws {
    let error = try #require(mappingError { try JSONView("{}").decode(Bad.self) })
    #expect(error.code == .declaration)
  }

  @Test func optionsAndContextArePassedOn() throws {
    let json = try JSONView(#"[{"id": 1, "id": 2}]"#)
    #expect(
      errorText { try json[0]?.decode(Item.self) }
        == "$[0].id: key appears a second time (line 1, column 12, Item)")
    var mapper = Mapper()
    mapper.duplicateKeys = .last
    #expect(try json[0]?.decode(Item.self, using: mapper).id == 2)
    #expect(try json.decode(ContextReader.self).value == "none")
    #expect(try json.decode(ContextReader.self, context: MappingContext("here")).value == "here")
  }

  @Test func levelsAroundTheValueCountForTheDepthLimit() throws {
    let json = try JSONView("[[[[1]]]]", maximumDepth: 4)
    #expect(try json[0]?[0]?.decode([[Int]].self) == [[1]])
    var mapper = Mapper()
    mapper.maximumDepth = 3
    #expect(
      errorText { try json[0]?[0]?.decode([[Int]].self, using: mapper) }
        == """
        $[0][0][0]: expected less nesting, found more than the depth limit allows \
        (line 1, column 4)
        """)
    #expect(json[0]?[0]?[0]?[0]?.int == 1)
  }

  @Test func smallStacksAreNotExhausted() throws {
    let text = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    let small = onAnotherThread(stackSize: 1 << 18) {
      errorText {
        let json = try JSONView(text)
        return try json[0]?.decode(JSONValue.self)
      }
    }
    #expect(small == "no error" || small.contains("the thread's stack has room for"))
    let value = onAnotherThread(stackSize: 1 << 18) { try? JSONView(text).elements.first?.count }
    #expect(value == 1)
  }
}
