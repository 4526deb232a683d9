import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Item: Mappable, Equatable, Sendable {
  @Mapped var id: Int
  @Mapped var name: String?
}

struct StreamErrorTests {
  @Test func onlyTheFirstElementCanHaveAByteOrderMark() async {
    for (text, format) in [
      ("\u{FEFF}1\n\u{FEFF}2\n", StreamFormat.lines), ("\u{FEFF}[1,\u{FEFF}2]", .array),
      ("\u{FEFF}\u{1E}1\n\u{1E}\u{FEFF}2\n", .sequence),
    ] {
      for size in [1, 100] {
        let (numbers, failure) = await Int.stream(from: Chunks(text, size: size), format: format)
          .collected()
        #expect(numbers == [1])
        #expect(
          failure?.contains(": expected a value, found a character beyond ASCII (line ") == true,
          "\(failure ?? "")")
      }
    }
  }

  @Test func otherEncodingsAreErrors() async {
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32] {
      for format in [StreamFormat.array, .lines, .sequence] {
        let bytes = Array("[1]\n".data(using: encoding) ?? Data())
        let (numbers, failure) = await [Int].stream(
          from: Chunks(bytes, size: 100), format: format
        ).collected()
        #expect(numbers.isEmpty && failure != nil)
      }
    }
  }

  @Test func truncatedTextsOfASequenceAreErrors() async {
    for (text, read, message) in [
      (
        "\u{1E}1\n\u{1E}2", [1],
        "$[1]: expected a line feed after the text, found its end (line 2, column 3)"
      ),
      (
        "\u{1E}1\u{1E}2\n", [],
        "$[0]: expected a line feed after the text, found its end (line 1, column 3)"
      ),
      (
        "\u{1E}1\n\u{1E}[2\n\u{1E}3\n", [1],
        "$[1]: expected Int, found an array (line 2, column 2)"
      ),
      ("1\n", [], "$[0]: expected a record separator, found a digit (line 1, column 1)"),
      (
        "\u{1E}1\n2\n", [1],
        "$[1]: unexpected content after the end of the value (line 2, column 1)"
      ),
    ] {
      let (numbers, failure) = await Int.stream(from: Chunks(text, size: 1), format: .sequence)
        .collected()
      #expect(numbers == read && failure == message)
    }
  }

  @Test func errorsHaveTheirPlaceInTheWhole() async {
    let text = "{\"data\": {\"é\": 1, \"items\": [\n {\"id\": 1},\n {\"name\": 5, \"id\": \"x\"}]}}"
    for size in [1, 7, 1000] {
      let (items, failure) = await Item.stream(from: Chunks(text, size: size), at: "data.items")
        .collected()
      #expect(items.map(\.id) == [1])
      #expect(
        failure
          == "$.data.items[1].name: expected String, found a number (line 3, column 11, Item.name)")
    }
    let lines = await Item.stream(
      from: Chunks("{\"id\":1}\n\n{\"id\":2,\"name\":[]}\n"), format: .lines
    ).collected()
    #expect(
      lines.failure
        == "$[1].name: expected String, found an array (line 3, column 16, Item.name)")
    let sameLine = await Item.stream(from: Chunks(#"[{"id":1},{"id":2.5}]"#)).collected()
    #expect(
      sameLine.failure
        == "$[1].id: expected Int, found a number with a fraction (line 1, column 17, Item.id)")
    do {
      for try await _ in Item.stream(from: Chunks(text, size: 5), at: "data.items") {}
      Issue.record("no error")
    } catch let error as MappingError {
      #expect(error.byteOffset == text.components(separatedBy: "5")[0].utf8.count)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test(arguments: [
    "[tru,1]", "[ nul ]", "[1.]", "[-,2]", "[1e, 2]", "[f\n]", "[{\"a\":t},1]", "[1x,2]",
    "[null\"x\"]",
    "[true{,1]", "[1:2]",
  ])
  func scalarsThatEndTooSoon(_ text: String) async {
    let whole = errorText { try [JSONValue].decode(from: text) }
    #expect(!whole.contains("the end of the input") && whole != "no error")
    for size in [1, 100] {
      let (values, failure) = await JSONValue.stream(from: Chunks(text, size: size)).collected()
      #expect(values.isEmpty && failure == whole, "\(size)")
    }
    let plain = await MappingDecoder().stream([String: Bool].self, from: Chunks(text)).collected()
    #expect(plain.failure == whole)
  }

  @Test(arguments: [
    (#"{"a":[1],"a":[2]}"#, "a"), ("{\"x\":\"é\",\n \"é\":[1],  \"\\u00e9\":[2]}", "é"),
    (#"{"a":{},"a":{"b":[2]}}"#, "a.b"),
  ])
  func repeatedKeysHaveThePlaceOfTheKey(_ text: String, _ path: String) async {
    let whole = errorText { try [Int].decode(from: text, at: path) }
    #expect(whole != "no error")
    for size in [1, 3, 100] {
      let (_, failure) = await Int.stream(from: Chunks(text, size: size), at: path).collected()
      #expect(failure == whole, "\(size)")
    }
  }

  @Test(arguments: [
    ("[1,2", [1], "$[1]: expected ',' or ']', found the end of the input (line 1, column 5)"),
    ("[1,", [1], "$[1]: expected a value, found the end of the input (line 1, column 4)"),
    ("[", [], "$[0]: expected a value, found the end of the input (line 1, column 2)"),
    ("", [], "$: expected a value, found the end of the input (line 1, column 1)"),
    ("[1 2]", [1], "$[0]: expected ',' or ']', found a digit (line 1, column 4)"),
    ("[1,]", [1], "$[1]: expected a value, found ']' (line 1, column 4)"),
    ("[1]x", [1], "$: unexpected content after the end of the value (line 1, column 4)"),
    (#"{"a":1}"#, [], "$: expected an array, found an object (line 1, column 1)"),
    ("<html>", [], "$: expected a value, found '<' (line 1, column 1)"),
    ("null", [], "$: expected an array, found null (line 1, column 1)"),
  ])
  func malformedArraysAreErrors(_ text: String, _ read: [Int], _ message: String) async {
    for size in [1, 2, 100] {
      let (numbers, failure) = await Int.stream(from: Chunks(text, size: size)).collected()
      #expect(numbers == read)
      #expect(failure == message, "\(size)")
    }
  }

  /// Between elements and around the array, snippets end at the position of the failure, as the rest may not have come.
  @Test(
    arguments: [
      (#"[{"id":1} {"id":2}]"#, nil, 1, #"d":1} {"#), (#"[{"id":1},]"#, nil, 1, #"d":1},]"#),
      (#"[{"id":1}, x]"#, nil, 1, #"":1}, x"#), (#"[{"id":1},"#, nil, 1, #"d":1},"#),
      (#"[{"id":1}"#, nil, 1, #"id":1}"#), (#"[{"id":1}]x"#, nil, 1, #"d":1}]x"#),
      (#"{"a":1}"#, nil, 0, "{"), ("[", nil, 0, "["), ("[ x", nil, 0, "[ x"), ("", nil, 0, ""),
      (#"{"a":{"é":[{"id":1},{"id":2}{"id":3}]}}"#, "a.é", 2, #"id":2}{"#),
      (#"{"a":[{"id":1},{"id":2},,2]}"#, "a", 2, #"d":2},,"#),
      (#"{"a":[],"a":[1]}"#, "a", 0, #":[],"a""#),
      (#"{"a":[{"id":1}],"b":[1 2]}"#, "a", 1, #"b":[1 2"#),
      ("[{\"id\":1},\u{FEFF}{\"id\":2}]", nil, 1, "d\":1},\u{FFFD}"),
    ] as [(String, String?, Int, String)])
  func errorsBetweenElementsHaveASnippetAndAnIndex(
    _ text: String, _ path: String?, _ count: Int, _ snippet: String
  ) async throws {
    let mapper = Mapper.with { $0.errorSnippetLength = 6 }
    let whole = try #require(
      mappingError { try [Item].decode(from: text, at: path, using: mapper) })
    for size in 1...max(text.utf8.count, 1) {
      var iterator = Item.stream(from: Chunks(text, size: size), at: path, using: mapper)
        .makeAsyncIterator()
      for id in 0..<count { #expect(try await iterator.next()?.id == id + 1) }
      let error = await #expect(throws: MappingError.self) { try await iterator.next() }
      #expect(error?.snippet == snippet, "\(size)")
      let root = text.contains("[1 2]")
      #expect(error?.path.description == (root ? "$" : whole.path.description), "\(size)")
      #expect(error?.byteOffset == whole.byteOffset && error?.column == whole.column, "\(size)")
    }
  }

  @Test(arguments: [
    #"{"a":01,"i":[]}"#, #"{"a":1.,"i":[]}"#, #"{"a":-,"i":[]}"#, #"{"a":1e,"i":[]}"#,
    #"{"a":tru,"i":[]}"#, #"{"a":nulll,"i":[]}"#, #"{"a":"\x","i":[]}"#, #"{"a":"\u12g4","i":[]}"#,
    #"{"a":"\ud800","i":[]}"#, #"{"a":"\udc00","i":[]}"#, "{\"a\":\"\n\",\"i\":[]}",
    #"{"a":[1,],"i":[]}"#, #"{"a":{"b"},"i":[]}"#, #"{"a":{b:1},"i":[]}"#, #"{"a":1 "i":[]}"#,
    #"{"i":[],"a":[}"#, #"{"i":[],}"#, #"{"i":[]"#, #"{"i":[],"a":"x"#, #"{"i":[]}}"#, #"{"j":[]}"#,
    #"{"i":[],"i":[]}"#, #"{"i":3}"#,
  ])
  func surroundingsAreValidated(_ text: String) async {
    let whole = errorText { try [Int].decode(from: text, at: "i") }
    #expect(whole != "no error")
    for size in [1, 3, 100] {
      let (_, failure) = await Int.stream(from: Chunks(text, size: size), at: "i").collected()
      #expect(failure != nil, "\(size)")
    }
  }

  @Test func invalidUTF8AroundTheArrayIsAnError() async {
    for bytes: [UInt8] in [
      [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0xE2, 0x82], [0xFF],
    ] {
      let text = Array(#"{"a":""#.utf8) + bytes + Array(#"","i":[]}"#.utf8)
      let (_, failure) = await Int.stream(from: Chunks(text, size: 1), at: "i").collected()
      #expect(failure?.hasPrefix("$: expected UTF-8, found malformed bytes") == true)
    }
  }

  @Test func errorsOfTheSourcePassThroughAfterWhatCameBefore() async {
    struct Broken: Error {}
    var iterator = Int.stream(from: Chunks("[1,2,3", size: 2, failure: Broken()))
      .makeAsyncIterator()
    var numbers: [Int] = []
    await #expect(throws: Broken.self) {
      while let number = try await iterator.next() { numbers.append(number) }
    }
    #expect(numbers == [1, 2])
  }

  @Test func longSnippetsBetweenElementsEnd() async throws {
    let mapper = Mapper.with { $0.errorSnippetLength = .max }
    let text = (0..<1000).map { "{\"id\":\($0)}\n" }.joined() + "x\n"
    var iterator = Item.stream(from: Chunks(text, size: 100), format: .lines, using: mapper)
      .makeAsyncIterator()
    for _ in 0..<1000 { _ = try await iterator.next() }
    let error = await #expect(throws: MappingError.self) { try await iterator.next() }
    #expect(try #require(error?.snippet).utf8.count <= 1025)
  }
}
