import MirrorMap
import Testing

@testable import TestSupport

struct EncodedStreamTests {
  private static func text(
    _ values: [Int?], _ format: StreamFormat
  ) async -> (elements: [[UInt8]], failure: String?) {
    let source = AsyncStream<Int?> { continuation in
      for value in values { continuation.yield(value) }
      continuation.finish()
    }
    return await source.encoded(as: format).collected()
  }

  @Test func formats() async {
    let texts = [
      (StreamFormat.array, [1, nil], ["[1", ",null", "]"]), (.array, [], ["[]"]),
      (.lines, [1, 2], ["1\n", "2\n"]), (.lines, [], []),
      (.sequence, [1, nil], ["\u{1E}1\n", "\u{1E}null\n"]),
    ]
    for (format, values, chunks) in texts {
      let written = await Self.text(values, format)
      #expect(written.elements.map { String(decoding: $0, as: UTF8.self) } == chunks)
      #expect(written.failure == nil)
    }
  }

  @Test func theIteratorCountsElementsButNotTheEndOfAnArray() async throws {
    let source = AsyncStream<Double> { continuation in
      for value in [1.0, 2.0] { continuation.yield(value) }
      continuation.finish()
    }
    var iterator = source.encoded(as: .array).makeAsyncIterator()
    for count in [1, 2, 2, 2] {
      let chunk = try await iterator.next()
      #expect(iterator.elementsWritten == count, "\(String(describing: chunk))")
    }
    #expect(try await iterator.next() == nil)
  }

  @Test func anElementThatFailsDoesNotCount() async throws {
    let source = AsyncStream<Double> { continuation in
      for value in [1, .infinity, 3] { continuation.yield(value) }
      continuation.finish()
    }
    var iterator = source.encoded(as: .lines).makeAsyncIterator()
    #expect(try await iterator.next() == Array("1.0\n".utf8))
    await #expect(throws: MappingError.self) { try await iterator.next() }
    #expect(iterator.elementsWritten == 1)
    #expect(try await iterator.next() == nil)
  }

  @Test func cancellationDoesNotCompleteAnArray() async throws {
    let (values, source) = AsyncStream<Int>.makeStream()
    source.yield(1)
    let written = await Task {
      var iterator = values.encoded(as: .array).makeAsyncIterator()
      #expect(try await iterator.next() == Array("[1".utf8))
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) { try await iterator.next() }
      return try await iterator.next()
    }.result
    #expect(try written.get() == nil)
  }

  private struct Change: Mappable, Sendable {
    @Mapped var id: Int
    @Mapped var name: String?
    @Mapped var note: String?
    @Mapped var other: String?
  }

  @Test(
    arguments: [
      [], .nullsIncluded, .nullsOmitted, [.nullsIncluded, .nullsOmitted],
    ] as [EncodingOptions])
  func elementsOfArraysAreWrittenWhole(_ options: EncodingOptions) async throws {
    var value = try Change.decode(from: #"{"id":1,"name":"a","note":null}"#)
    value.name = nil
    let values = [value]
    let source = AsyncStream<Change> { continuation in
      for value in values { continuation.yield(value) }
      continuation.finish()
    }
    let whole = try values.encodeString(options: options.union(.changesOnly))
    #expect(whole.hasPrefix(#"[{"id":1,"name":null,"note":null"#))
    let array = await source.encoded(as: .array, options: options.union(.changesOnly)).collected()
    #expect(String(decoding: array.elements.joined(), as: UTF8.self) == whole)
    let lines = AsyncStream<Change> { continuation in
      continuation.yield(values[0])
      continuation.finish()
    }
    let changes = await lines.encoded(as: .lines, options: options.union(.changesOnly)).collected()
    #expect(
      changes.elements.map { String(decoding: $0, as: UTF8.self) } == ["{\"name\":null}\n"])
  }

  @Test func valueThatCannotBeWrittenEndsTheStream() async {
    let source = AsyncStream<[Double]> { continuation in
      for value in [[1], [2, .nan], [3]] { continuation.yield(value) }
      continuation.finish()
    }
    let written = await source.encoded(as: .lines).collected()
    #expect(written.elements.map { String(decoding: $0, as: UTF8.self) } == ["[1.0]\n"])
    #expect(written.failure?.hasPrefix("$[1][1]: ") == true, "\(written.failure ?? "")")
  }
}
