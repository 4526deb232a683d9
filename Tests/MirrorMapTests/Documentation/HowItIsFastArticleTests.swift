import MirrorMap
import Testing

// The code of the article on speed; `ArticleTests` checks that it is all here.

@Suite struct HowItIsFastArticleTests {
  struct Event: Mappable {
    @Mapped var id: Int
    @Mapped var name: String?
  }

  @Test func textIsTrusted() throws {
    var trusting = Mapper()
    trusting.validatesIgnoredText = false
    let json = Array(
      #"{"other": "\#u{FF}\q", "id": 7, "padding": "                           "}"#.utf8)
    let malformed = json.map { $0 == 0xC3 || $0 == 0xBF ? 0xFF : $0 }
    #expect(try Event.decode(from: malformed, using: trusting).id == 7)
    #expect(throws: MappingError.self) { try Event.decode(from: malformed) }
  }

  @Test func memoryIsUsedAgain() throws {
    let documents = [#"[{"id": 1}, {"id": 2, "name": "two"}]"#, #"[{"id": 3}]"#]
    var events: [Event] = []
    var buffer: [UInt8] = []
    for document in documents {
      try [Event].decode(from: document, into: &events)
      try events.encode(into: &buffer)
    }
    #expect(events.map(\.id) == [3])
    #expect(String(decoding: buffer, as: UTF8.self) == #"[{"id":3}]"#)
  }

  @Test func severalThreadsReadTheSame() throws {
    let large =
      "[" + (0..<20_000).map { #"{"id": \#($0), "name": "event"}"# }.joined(separator: ", ") + "]"
    let all = try [Event].decode(from: large, parallel: true)
    #expect(all.map(\.id) == Array(0..<20_000))
  }
}
