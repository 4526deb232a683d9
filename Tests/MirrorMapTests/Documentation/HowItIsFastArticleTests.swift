import MirrorMap
import Testing

// The code of the article on performance; `ArticleTests` checks that it is all here.

struct HowItIsFastArticleTests {
  struct Event: Mappable {
    @Mapped var id: Int
    @Mapped var name: String?
  }

  @Test func bufferIsReused() throws {
    let events = try [Event].decode(from: #"[{"id": 1}, {"id": 2, "name": "two"}]"#)
    var sent: [String] = []
    func send(_ buffer: [UInt8]) { sent.append(String(decoding: buffer, as: UTF8.self)) }

    var buffer: [UInt8] = []
    for event in events {
      try event.encode(into: &buffer)
      send(buffer)
    }
    #expect(sent == [#"{"id":1}"#, #"{"id":2,"name":"two"}"#])
  }

  @Test func failureLeavesTheBufferAsItWas() throws {
    var buffer: [UInt8] = Array("before".utf8)
    #expect(throws: MappingError.self) { try Event().encode(into: &buffer) }
    #expect(String(decoding: buffer, as: UTF8.self) == "before")
  }

  @Test func severalThreadsReadTheSame() throws {
    let large =
      "[" + (0..<20_000).map { #"{"id": \#($0), "name": "event"}"# }.joined(separator: ", ") + "]"
    let all = try [Event].decode(from: large, parallel: true)
    #expect(all.map(\.id) == Array(0..<20_000))
  }
}
