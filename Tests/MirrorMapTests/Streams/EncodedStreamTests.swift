import MirrorMap
import Testing

@Suite struct EncodedStreamTests {
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
