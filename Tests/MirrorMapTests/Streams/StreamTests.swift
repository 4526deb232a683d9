import Foundation
import MirrorMap
import Testing

@testable import TestSupport

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

struct StreamTests {
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
    #expect(try await iterator.next() == nil && iterator.elementsRead == 3)
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
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// A source that ends when the task is canceled hasn't delivered the whole document.
  @Test(arguments: [
    (StreamFormat.lines, "1\n12"), (.lines, "1\n"), (.sequence, "\u{1E}1\n\u{1E}12"),
    (.array, "[1,12"),
  ])
  func cancellationDeliversNoPartOfAnElement(_ format: StreamFormat, _ beginning: String) async {
    for mapper in [Mapper.default, .lossy] {
      let (chunks, source) = AsyncStream<[UInt8]>.makeStream()
      source.yield(Array(beginning.utf8))
      let (numbers, failure) = await Task {
        await Int.stream(from: Cancelling(base: chunks), format: format, using: mapper).collected()
      }.value
      #expect(numbers == [1])
      #expect(failure == "CancellationError()")
    }
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

/// Cancels the task after the first element.
private struct Cancelling: AsyncSequence {
  let base: AsyncStream<[UInt8]>

  struct AsyncIterator: AsyncIteratorProtocol {
    var base: AsyncStream<[UInt8]>.Iterator
    var isFirst = true

    mutating func next(isolation actor: isolated (any Actor)?) async -> [UInt8]? {
      defer { isFirst = false }
      if !isFirst { withUnsafeCurrentTask { $0?.cancel() } }
      return await base.next(isolation: actor)
    }

    mutating func next() async -> [UInt8]? { await next(isolation: nil) }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: base.makeAsyncIterator()) }
}
