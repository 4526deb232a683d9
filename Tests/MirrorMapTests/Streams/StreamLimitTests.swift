import MirrorMap
import Testing

@testable import TestSupport

private struct Item: Mappable, Equatable, Sendable {
  @Mapped var id: Int
  @Mapped var name: String?
}

struct StreamLimitTests {
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
      #expect(error?.snippet == snippet && iterator.elementsRead == 1, "\(size)")
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
}
