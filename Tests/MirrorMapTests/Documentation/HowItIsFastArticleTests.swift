import MirrorMap
import Testing

// The code of the article on speed; `ArticleTests` checks that it is all here.

@Suite struct HowItIsFastArticleTests {
  struct Event: Mappable {
    @Mapped var id: Int
    @Mapped var name: String?
  }

  @Test func memoryIsUsedAgain() throws {
    let documents = [#"[{"id": 1}, {"id": 2, "name": "two"}]"#, #"[{"id": 3}]"#]
    let batches = try documents.map { try [Event].decode(from: $0) }
    var buffer: [UInt8] = []
    for events in batches {
      try events.encode(into: &buffer)
    }
    #expect(String(decoding: buffer, as: UTF8.self) == #"[{"id":3}]"#)
  }

  @Test func severalThreadsReadTheSame() throws {
    let large =
      "[" + (0..<20_000).map { #"{"id": \#($0), "name": "event"}"# }.joined(separator: ", ") + "]"
    let all = try [Event].decode(from: large, parallel: true)
    #expect(all.map(\.id) == Array(0..<20_000))
  }
}
