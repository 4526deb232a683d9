import Foundation
import MirrorMap
import Testing

private struct Item: Mappable, Equatable, Sendable {
  @Mapped var id: Int
  @Mapped var name: String?
}

private let tricky = #"""
  {"meta" : {"a":[1,-0.5e+3,[],{}],"b":"\u00e9\ud83d\ude00 \"]}","data":{"items":[0]}} ,
   "data": {"x": null, "items" : [ {"id":1,"name":"a]}\\"} , {"id":2,"name":"\ud83d\ude00{[é"},
   {"id": 3}
   ], "y": true}, "z":[false , "ß"]}
  """#

@Suite struct StreamTests {
  private static let items = [(1, "a]}\\"), (2, "😀{[é"), (3, nil as String?)]

  @Test func elementsOfAnArrayCutAnywhere() async throws {
    for size in 1...tricky.utf8.count {
      let (items, failure) = await Item.stream(
        from: Chunks(tricky, size: size), at: "data.items"
      ).collected()
      #expect(failure == nil)
      #expect(items.map(\.id) == [1, 2, 3], "\(size)")
      #expect(items.map(\.name) == ["a]}\\", "😀{[é", nil], "\(size)")
    }
  }

  @Test func arraysAtTheRootAndBehindIndexes() async throws {
    let numbers = await Int.stream(from: Chunks(" [1, 22,333 ] ", size: 3)).collected()
    #expect(numbers.elements == [1, 22, 333] && numbers.failure == nil)
    #expect(await Int.stream(from: Chunks("[]")).collected().elements.isEmpty)
    let nested = await String.stream(
      from: Chunks(#"[0,{"a\u0062":[[],["x","y"]],"c":1},[9]]"#, size: 1), at: "1.ab.1"
    ).collected()
    #expect(nested.elements == ["x", "y"] && nested.failure == nil)
    let literals = await Bool?.stream(from: Chunks("[true,null ,false]", size: 1)).collected()
    #expect(literals.elements == [true, nil, false])
    #expect(
      await [[Int]].stream(from: Chunks("[[[1],[]],[]]", size: 2)).collected().elements.count == 2)
    #expect(await Int.stream(from: Chunks("[1]"), at: "").collected().elements == [1])
  }

  @Test func arraysBehindLargeIndexes() async throws {
    let text = "[" + (0..<1500).map { "[\($0)]" }.joined(separator: ",") + "]"
    for index in [1023, 1024, 1499] {
      let numbers = await Int.stream(from: Chunks(text, size: 100), at: "\(index)").collected()
      #expect(numbers.elements == [index] && numbers.failure == nil)
      #expect(try [Int].decode(from: text, at: "\(index)") == [index])
    }
  }

  @Test func keysThatBeginLikeAStepInEscapes() async throws {
    func escaped(_ text: String) -> String {
      text.utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined()
    }
    for step in ["a", "ab", "é", "😀", "中文"] {
      for rest in ["b", "\\n", "😀", step] {
        for key in [step + rest, escaped(step) + rest, step + escaped(rest), escaped(step + rest)] {
          let text = #"{"\#(key)":[1],"c":[2]}"#
          let (elements, failure) = await Int.stream(from: Chunks(text, size: 7), at: step)
            .collected()
          #expect(
            elements.isEmpty && failure?.contains("required key is missing") == true, "\(text)")
        }
      }
      for key in [step, escaped(step)] {
        let text = #"{"x":[0],"\#(key)":[1,2]}"#
        let (elements, failure) = await Int.stream(from: Chunks(text, size: 7), at: step)
          .collected()
        #expect(elements == [1, 2] && failure == nil, "\(text)")
      }
    }
  }

  @Test func linesCutAnywhere() async throws {
    let text = "\u{FEFF}{\"id\":1}\r\n\n  \r\n{\"id\":2,\"name\":\"\u{2028}é\"} \n\n{\"id\":3}"
    for size in 1...text.utf8.count {
      let (items, failure) = await Item.stream(from: Chunks(text, size: size), format: .lines)
        .collected()
      #expect(failure == nil)
      #expect(items.map(\.id) == [1, 2, 3], "\(size)")
      #expect(items[1].name == "\u{2028}é")
    }
  }

  @Test func keyPathsLeadIntoLinesAndTexts() async throws {
    let lines = #"{"type": "A", "object": {"id": 1}}"# + "\n" + #"{"object": {"id": 2}, "x": []}"#
    let texts = "\u{1E}" + lines.replacingOccurrences(of: "\n", with: "\n\u{1E}")
    for size in 1...lines.utf8.count {
      for (text, format) in [(lines, StreamFormat.lines), (texts, .sequence)] {
        let (items, failure) = await Item.stream(
          from: Chunks(text, size: size), format: format, at: "object"
        ).collected()
        #expect(failure == nil && items.map(\.id) == [1, 2])
        let (ids, problem) = await Int.stream(
          from: Chunks(text + "\n{}", size: size), format: .lines, at: "object->id",
          delimiter: "->"
        ).collected()
        if format == .lines {
          #expect(ids == [1, 2])
          #expect(problem?.contains("object") == true && problem?.contains("line 3") == true)
        } else {
          #expect(ids.isEmpty && problem != nil)
        }
      }
    }
    let broken = #"{"object": 1, "x": [}"# + "\n" + #"{"object": 2}"#
    let (numbers, failure) = await Int.stream(
      from: Chunks(broken), format: .lines, at: "object"
    ).collected()
    #expect(numbers.isEmpty && failure?.contains("line 1, column 21") == true, "\(failure ?? "")")
  }

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

  @Test func textSequencesCutAnywhere() async throws {
    let text = "\u{1E}{\"id\":\n1}\n\u{1E}\u{1E}\n\u{1E}{\"id\":2}\u{1E} {\"id\":3}\n"
    for size in 1...text.utf8.count {
      let (items, failure) = await Item.stream(from: Chunks(text, size: size), format: .sequence)
        .collected()
      #expect(failure == nil && items.map(\.id) == [1, 2, 3], "\(size)")
    }
    let numbers = await Int.stream(from: Chunks("\u{1E}1\n\u{1E}23\n"), format: .sequence)
      .collected()
    #expect(numbers.elements == [1, 23] && numbers.failure == nil)
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

  @Test(arguments: ["1x", "null\"x\"", "true{", "1:2"])
  func scalarsThatGoOnEndLossyArrays(_ element: String) async {
    let mapper = Mapper.with { $0.failurePolicy = .lossy }
    let text = #"["a",\#(element),"b"]"#
    let whole = errorText { try [String].decode(from: text, using: mapper) }
    for size in [1, 100] {
      let (texts, failure) = await String.stream(from: Chunks(text, size: size), using: mapper)
        .collected()
      #expect(texts == ["a"] && failure == whole, "\(size)")
    }
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
    (#"[{"id":1},{"id":234}]"#, StreamFormat.array, #"id":1},{"#),
    ("{\"id\":1}\n{\"id\":234}\n", .lines, #"id":1} {"#),
    ("\u{1E}{\"id\":1}\n\u{1E}{\"id\":234}\n", .sequence, #"d":1}  {"#),
  ])
  func errorsOfTheSizeHaveASnippet(
    _ text: String, _ format: StreamFormat, _ snippet: String
  ) async throws {
    let mapper = Mapper.with { ($0.errorSnippetLength, $0.maximumDocumentSize) = (7, 8) }
    for size in 1...text.utf8.count {
      var iterator = Item.stream(from: Chunks(text, size: size), format: format, using: mapper)
        .makeAsyncIterator()
      #expect(try await iterator.next()?.id == 1)
      let error = await #expect(throws: MappingError.self) { try await iterator.next() }
      #expect(error?.code == .sizeLimit && error?.path.description == "$[1]", "\(size)")
      #expect(error?.snippet == snippet, "\(size)")
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

  @Test func lossyStreamsDropElementsAndGoOn() async {
    let log = Log()
    let mapper = Mapper.with {
      $0.failurePolicy = .lossy
      $0.logger = { issue in log.add("\(issue)") }
    }
    let array = await Item.stream(
      from: Chunks(#"[{"id":1},{"id":"x"},{"id":3,"name":4},{"id":5}]"#), using: mapper
    ).collected()
    #expect(array.elements.map(\.id) == [1, 3, 5] && array.failure == nil)
    #expect(
      log.texts == [
        "$[1].id: expected Int, found a string (line 1, column 17, Item.id)",
        "$[2].name: expected String, found a number (line 1, column 37, Item.name)",
      ])
    log.texts = []
    let lines = await Item.stream(
      from: Chunks("{\"id\":1}\n{\"id\":\n{\"id\":3}\n"), format: .lines, using: mapper
    ).collected()
    #expect(lines.elements.map(\.id) == [1, 3] && lines.failure == nil)
    #expect(
      log.texts == ["$[1].id: expected a value, found the end of the input (line 2, column 7)"])
    log.texts = []
    let texts = await Int.stream(
      from: Chunks("\u{1E}1\u{1E}2\n3\u{1E}4\n"), format: .sequence, using: mapper
    ).collected()
    #expect(texts.elements == [2, 4] && texts.failure == nil)
    #expect(log.texts.count == 2)
    // What is between two texts is one error, wherever the chunks end.
    for size in [1, 2, 100] {
      log.texts = []
      let texts = await Int.stream(
        from: Chunks("x y\n\u{1E}1\n2 3\n[4\n\u{1E}\"5\"\n", size: size), format: .sequence,
        using: mapper
      ).collected()
      #expect(texts.elements == [1] && texts.failure == nil)
      #expect(
        log.texts == [
          "$[0]: expected a record separator, found a letter (line 1, column 1)",
          "$[2]: unexpected content after the end of the value (line 3, column 1)",
          "$[3]: expected Int, found a string (line 5, column 2)",
        ])
    }
    log.texts = []
    let malformed = await Item.stream(
      from: Chunks(#"[{"id":1},{"id":},{"id":3}]"#), using: mapper
    ).collected()
    #expect(malformed.elements.map(\.id) == [1])
    #expect(
      malformed.failure == "$[1].id: expected a value, found '}' (line 1, column 17)")
  }

  /// Also where the first error of an element is none of its text.
  @Test(arguments: [
    #"{"id":"x" "y"}"#, #"{"id":"x","y":tru}"#, #"{"id":"x","y":[1}}"#, #"{"id":"x","y":"\z"}"#,
    #"{"id":"x","y":01}"#,
  ])
  func malformedElementsEndArrays(_ element: String) async {
    let log = Log()
    let mapper = Mapper.with {
      $0.failurePolicy = .lossy
      $0.logger = { issue in log.add("\(issue)") }
    }
    let text = #"[{"id":1},\#(element),{"id":2}]"#
    let valid = await JSONValue.stream(from: Chunks(text)).collected()
    #expect(valid.failure != nil)
    for size in [1, 1000] {
      let (items, failure) = await Item.stream(from: Chunks(text, size: size), using: mapper)
        .collected()
      #expect(items.map(\.id) == [1] && failure == valid.failure, "\(size)")
    }
    #expect(log.texts.isEmpty)
    let decoder = MappingDecoder()
    decoder.mapper = mapper
    let numbers = await decoder.stream([String: Int].self, from: Chunks(text, size: 1)).collected()
    #expect(numbers.elements == [["id": 1]] && numbers.failure != nil)
    let lines = "{\"id\":1}\n\(element)\n{\"id\":2}\n"
    let (items, failure) = await Item.stream(
      from: Chunks(lines, size: 1), format: .lines, using: mapper
    ).collected()
    #expect(items.map(\.id) == [1, 2] && failure == nil)
  }

  private struct Tags: Mappable {
    @Mapped(onFailure: .lossy) var tags: [Int] = []
  }

  /// A value that decodes a document in a string by the mapper.
  private struct Encoded: MappableValue {
    var tags: Tags

    static func decode(from reader: inout JSONReader) throws -> Encoded {
      let text = try reader.decode(String.self)
      return Encoded(tags: try Tags.decode(from: text, using: reader.mapper))
    }

    func encode(to writer: inout JSONWriter) throws { try writer.encode(tags) }
  }

  @Test func issuesOfOtherDocumentsWereMovedToTheElement() async throws {
    let log = Log()
    let mapper = Mapper.with { $0.logger = { issue in log.add("\(issue)") } }
    let text = "[\n\"{}\",\n\"{\\\"tags\\\":[1,true]}\"]"
    let whole = try [Encoded].decode(from: text, using: mapper)
    #expect(whole.map(\.tags.tags) == [[], [1]])
    let expected = ["$.tags[1]: expected Int, found a boolean (line 1, column 12, Tags.tags)"]
    #expect(log.texts == expected)
    log.texts = []
    let (elements, failure) = await Encoded.stream(from: Chunks(text), using: mapper).collected()
    #expect(elements.map(\.tags.tags) == [[], [1]] && failure == nil)
    #expect(log.texts == expected)
  }

  @Test func malformedTextEndsAtTheSameByteWhereverItIsCut() async {
    let log = Log()
    let mapper = Mapper.with {
      $0.failurePolicy = .lossy
      $0.logger = { issue in log.add("\(issue)") }
    }
    // Backslashes outside of strings, before quotation marks, brackets, and backslashes.
    for start in [#"\""#, #"\\""#, #"\}"#, #"\["#, #"\"\\""#, #""\\"\""#, #""\"\\"\\\""#] {
      let text = "\u{1E}[\(start) \(String(repeating: "[1],", count: 40))2]}\"]\n\u{1E}3\n"
      log.texts = []
      let whole = await Int.stream(
        from: Chunks(text, size: 1_000), format: .sequence, using: mapper
      ).collected()
      let issues = log.texts
      #expect(!issues.isEmpty)
      for size in 1...40 {
        log.texts = []
        let cut = await Int.stream(
          from: Chunks(text, size: size), format: .sequence, using: mapper
        ).collected()
        #expect(cut.elements == whole.elements && cut.failure == whole.failure)
        #expect(log.texts == issues, "\(start), \(size)")
      }
    }
  }

  @Test func elementsAreLimitedInSize() async {
    let mapper = Mapper.with { $0.maximumDocumentSize = 10 }
    let long = "\"" + String(repeating: "x", count: 50) + "\""
    for (text, format) in [("[\"a\",\(long)]", StreamFormat.array), ("\"a\"\n\(long)\n", .lines)] {
      for size in [1, 100] {
        let (texts, failure) = await String.stream(
          from: Chunks(text, size: size), format: format, using: mapper
        ).collected()
        #expect(texts == ["a"])
        #expect(failure?.hasPrefix("$[1]: expected at most 10 bytes") == true, "\(failure ?? "")")
      }
    }
    let around = "{\"a\":\(long),\"i\":[1]}"
    let (numbers, failure) = await Int.stream(
      from: Chunks(around, size: 7), at: "i", using: mapper
    ).collected()
    #expect(numbers == [1] && failure == nil)
  }

  /// Elements that are refused without being decoded have a size as well.
  @Test func sizesOfRefusedElements() async {
    let mapper = Mapper.with { ($0.maximumDocumentSize, $0.failurePolicy) = (3, .lossy) }
    for (text, format) in [
      ("\u{1E}true\u{1E}1\n", StreamFormat.sequence), ("1\n\u{FEFF}1\n", .lines),
    ] {
      for size in [1, 2, 3, 4, 100] {
        let (numbers, failure) = await Int.stream(
          from: Chunks(text, size: size), format: format, using: mapper
        ).collected()
        #expect(numbers == (format == .lines ? [1] : []))
        #expect(failure?.contains("expected at most 3 bytes") == true, "\(failure ?? "none")")
      }
    }
  }

  @Test func whiteSpaceAroundLinesIsNoPartOfElements() async {
    let mapper = Mapper.with { $0.maximumDocumentSize = 8 }
    let spaces = String(repeating: " \t", count: 100)
    let text = "{\"id\":1}\r\n\(spaces)\n\(spaces){\"id\":2}\(spaces)\r\n{\"id\":3}\r"
    for size in [1, 7, 100, 1000] {
      let (items, failure) = await Item.stream(
        from: Chunks(text, size: size), format: .lines, using: mapper
      ).collected()
      #expect(items.map(\.id) == [1, 2, 3] && failure == nil, "\(size), \(failure ?? "")")
    }
    // What follows the white space counts.
    let endless = AsyncStream<[UInt8]> { Array("{\"id\":1}            ".utf8) }
    let (items, failure) = await Item.stream(from: endless, format: .lines, using: mapper)
      .collected()
    #expect(items.isEmpty && failure?.hasPrefix("$[0]: expected at most 8 bytes") == true)
  }

  @Test func whiteSpaceInALaterChunkCountedForTheSizeOfALine() async {
    let mapper = Mapper.with { $0.maximumDocumentSize = 8 }
    let blank = String(repeating: " \t", count: 5_000)
    func read(_ text: String, _ size: Int) async -> (ids: [Int], failure: String?) {
      let (items, failure) = await Item.stream(
        from: Chunks(text, size: size), format: .lines, using: mapper
      ).collected()
      return (items.map(\.id), failure)
    }
    for size in [1, 9, 100, 5_000, 100_000] {
      var (ids, failure) = await read("{\"id\":1}\(blank)\n{\"id\":2}\(blank)", size)
      #expect(ids == [1, 2] && failure == nil, "\(size), \(failure ?? "")")
      (ids, failure) = await read("{\"id\":1}\(blank)\n{\"id\":2}\(blank)\n{\"id\":x}", size)
      #expect(ids == [1, 2], "\(size)")
      #expect(failure?.contains("line 3, column 7") == true, "\(size), \(failure ?? "")")
      (ids, failure) = await read("{\"id\":1}\n{\"id\"\(blank):2}\n{\"id\":3}", size)
      #expect(ids == [1], "\(size)")
      #expect(
        failure?.hasPrefix("$[1]: expected at most 8 bytes") == true, "\(size), \(failure ?? "")")
      (ids, failure) = await read("{\"id\":1}\n{\"id\":2}\(blank){}\n{\"id\":3}", size)
      #expect(ids == [1], "\(size)")
      #expect(
        failure?.hasPrefix("$[1]: expected at most 8 bytes") == true, "\(size), \(failure ?? "")")
    }
    let text = "{\"id\":1}\(blank)\n{\"id\":x}"
    for size in [1, 100, 100_000] {
      let stream = Item.stream(from: Chunks(text, size: size), format: .lines, using: mapper)
      do {
        for try await _ in stream {}
        Issue.record("no error")
      } catch {
        #expect((error as? MappingError)?.byteOffset == text.utf8.count - 2, "\(size)")
      }
    }
  }

  @Test func noChunkIsRequestedWhileAnElementIsThere() async throws {
    let log = Chunks.Requests()
    var iterator = Item.stream(
      from: Chunks("{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n{\"i", size: 18, log: log), format: .lines
    ).makeAsyncIterator()
    #expect(try await iterator.next()?.id == 1)
    #expect(try await iterator.next()?.id == 2)
    #expect(log.count == 1 && iterator.bytesRead == 18 && iterator.elementsRead == 2)
    #expect(try await iterator.next()?.id == 3)
    #expect(log.count == 2 && iterator.elementsRead == 3)
    await #expect(throws: MappingError.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  /// However slow the consumer: when it gets an element, only the chunks up to the element's end have
  /// been requested.
  @Test(arguments: [StreamFormat.array, .lines, .sequence])
  func aSlowConsumerRequestsNoMoreThanItsElements(_ format: StreamFormat) async throws {
    let objects = (1...9).map { "{\"id\":\($0),\"name\":\"\(String(repeating: "}", count: $0))\"}" }
    let (first, between) =
      switch format {
      case .array: (" [", " , ")
      case .lines: ("", "\n")
      case .sequence: ("\u{1E}", "\n\u{1E}")
      }
    let text = first + objects.joined(separator: between) + (format == .array ? "]" : "\n")
    for size in 1...text.utf8.count {
      let log = Chunks.Requests()
      var iterator = Item.stream(from: Chunks(text, size: size, log: log), format: format)
        .makeAsyncIterator()
      var end = first.utf8.count
      for (index, object) in objects.enumerated() {
        #expect(try await iterator.next()?.id == index + 1)
        // A line ends with its line feed, an object with its brace.
        end += object.utf8.count
        let needed = (end + (format == .lines ? 1 : 0) + size - 1) / size
        #expect(log.count == needed, "chunks of \(size), element \(index)")
        await Task.yield()
        #expect(log.count == needed)
        end += between.utf8.count
      }
      #expect(try await iterator.next() == nil)
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

  @Test func batchesHaveAllElementsThatAreThere() async throws {
    let text = (1...10).map { "{\"id\":\($0)}\n" }.joined() + "{\"id\":null}\n"
    var batches: [[Int]] = []
    await #expect(throws: MappingError.self) {
      for try await batch in Item.stream(from: Chunks(text, size: 30), format: .lines).batches {
        batches.append(batch.map(\.id))
      }
    }
    #expect(batches.flatMap(\.self) == Array(1...10))
    #expect(batches.count == 4)
  }

  @Test func bytesOneByOne() async throws {
    let bytes = AsyncStream<UInt8> { continuation in
      for byte in tricky.utf8 { continuation.yield(byte) }
      continuation.finish()
    }
    let items = await Item.stream(from: bytes, at: "data.items").collected()
    #expect(items.elements.map(\.id) == [1, 2, 3] && items.failure == nil)
  }

  @Test func filesAreReadInChunks() async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(tricky.utf8).write(to: url)
    let items = await Item.stream(contentsOf: url, at: "data.items").collected()
    #expect(items.elements.count == 3 && items.failure == nil)
    #expect(try JSONValue.decode(contentsOf: url, options: .mappedIfSafe)["z"]?.array?.count == 2)
    let missing = await Item.stream(contentsOf: url.appendingPathExtension("no")).collected()
    #expect(missing.failure?.hasPrefix("the file \(url.path).no cannot be read: ") == true)
  }

  @Test(arguments: [Int.min, 0, 2, 1 << 40, .max])
  func sizesOfChunksOfFiles(size: Int) async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data("[1, 23]".utf8).write(to: url)
    let bytes = try await FileChunks(url, size: size).reduce(into: Data()) { $0 += $1 }
    #expect(bytes == Data("[1, 23]".utf8))
  }

  @Test func onlyFilesAreRead() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("[1]".utf8).write(to: file)
    let url = try #require(URL(string: "https://example.com\(file.path)"))
    let (numbers, failure) = await Int.stream(contentsOf: url).collected()
    #expect(numbers.isEmpty)
    #expect(failure?.hasPrefix("the file \(url.absoluteString) cannot be read") == true)
  }

  @Test func cancellationEndsTheStream() async throws {
    let task = Task {
      var count = 0
      let endless = AsyncStream<[UInt8]> { Array("{\"id\":1}\n".utf8) }
      for try await _ in Item.stream(from: endless, format: .lines) {
        count += 1
        if count == 100 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return count
    }
    let result = await task.result
    if case .success = result { #expect(try result.get() == 100) }
  }

  @Test func randomDocumentsInRandomChunks() async throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<40 {
      let values = (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
        Self.value(&generator, depth: 0)
      }
      let array = JSONValue.array(values)
      for options: EncodingOptions in [[], .prettyPrinted] {
        let text = try array.encodeBytes(options: options)
        let size = Int.random(in: 1...80, using: &generator)
        let read = await JSONValue.stream(from: Chunks(text, size: size)).collected()
        #expect(read.failure == nil && read.elements == values)
      }
      for format in [StreamFormat.lines, .sequence, .array] {
        let source = AsyncStream<JSONValue> { continuation in
          for value in values { continuation.yield(value) }
          continuation.finish()
        }
        var bytes: [UInt8] = []
        for try await chunk in source.encoded(as: format, options: .prettyPrinted) {
          bytes += chunk
        }
        let size = Int.random(in: 1...80, using: &generator)
        let read = await JSONValue.stream(from: Chunks(bytes, size: size), format: format)
          .collected()
        #expect(read.failure == nil && read.elements == values)
      }
    }
  }

  /// A document that is changed somewhere decodes as a stream exactly if it decodes as a whole.
  @Test(arguments: 0..<4)
  func changedDocumentsHaveTheSameVerdict(_ seed: Int) async {
    var generator = SeededGenerator(seed: UInt64(500 + seed))
    let pieces = Array(#"{}[]",:0-1.eE+tfn\u dD8é"#.utf8) + [0, 0x1E, 0x7F, 0xC3, 0xED, 0xFF]
    var counts = (read: 0, refused: 0)
    for _ in 0..<400 {
      var bytes = Array(tricky.utf8)
      let position = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes.remove(at: position)
      case 1: bytes.insert(pieces.randomElement(using: &generator) ?? 0, at: position)
      case 2: bytes[position] = pieces.randomElement(using: &generator) ?? 0
      default: bytes.removeSubrange(position...)
      }
      let whole = Result { try [JSONValue].decode(from: bytes, at: "data.items") }
      let size = Int.random(in: 1...200, using: &generator)
      let (elements, failure) = await JSONValue.stream(
        from: Chunks(bytes, size: size), at: "data.items"
      ).collected()
      let text = String(decoding: bytes, as: UTF8.self)
      switch whole {
      case .success(let values):
        counts.read += 1
        #expect(failure == nil && elements == values, "\(text): \(failure ?? "")")
      case .failure(let error):
        counts.refused += 1
        #expect(failure != nil, "\(text): \(error)")
      }
    }
    #expect(counts.read > 20 && counts.refused > 100)
  }

  private static func value(_ generator: inout SeededGenerator, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth < 4 ? 8 : 5), using: &generator) {
    case 0: .null
    case 1: .bool(.random(using: &generator))
    case 2: .number(JSONNumber(Int.random(in: -99...99, using: &generator)))
    case 3: .number(JSONNumber(Double.random(in: -1...1, using: &generator)) ?? 0)
    case 4:
      .string(
        (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
          ["a", "\"", "\\", "]", "}", "é", "😀", "\n", "{", "["].randomElement(using: &generator)
            ?? ""
        }.joined())
    case 5:
      .array(
        (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
          value(&generator, depth: depth + 1)
        })
    default:
      .object(
        JSONObject(
          (0..<Int.random(in: 0..<5, using: &generator)).map {
            ("k\($0)", value(&generator, depth: depth + 1))
          }))
    }
  }
}

private final class Log: @unchecked Sendable {
  var texts: [String] = []
  func add(_ text: String) { texts.append(text) }
}
