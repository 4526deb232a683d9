import MirrorMap
import Testing

@testable import TestSupport

private struct Item: Mappable, Equatable, Sendable {
  @Mapped var id: Int
  @Mapped var name: String?
}

struct StreamPolicyTests {
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

  @Test func linesWithContentAfterTheValueAreDropped() async {
    let log = Log()
    let mapper = Mapper.with {
      $0.failurePolicy = .lossy
      $0.logger = { issue in log.add("\(issue)") }
    }
    for size in [1, 100] {
      log.texts = []
      let chunks = Chunks("{\"id\":1} 2\n{\"id\":3}\n\n{\"id\":4}}", size: size)
      let items = await Item.stream(from: chunks, format: .lines, using: mapper).collected()
      #expect(items.elements.map(\.id) == [3] && items.failure == nil)
      #expect(
        log.texts == [
          "$[0]: unexpected content after the end of the value (line 1, column 10)",
          "$[2]: unexpected content after the end of the value (line 4, column 9)",
        ])
      let batches = await Item.stream(from: chunks, format: .lines, using: mapper).batches
        .collected()
      #expect(batches.elements.map { $0.map(\.id) } == [[3]] && batches.failure == nil)
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
}

private final class Log: @unchecked Sendable {
  var texts: [String] = []
  func add(_ text: String) { texts.append(text) }
}
