import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The code of the article on streams; `ArticleTests` checks that it is all here.

struct StreamsArticleTests {
  struct User: Mappable {
    @Mapped var id: Int
    @Mapped var name: String
  }

  /// Keeps what a logger receives.
  private final class Issues: @unchecked Sendable {
    var list: [MappingError] = []
    func append(_ issue: MappingError) { list.append(issue) }
  }

  private func chunks(_ text: String) -> AsyncStream<[UInt8]> {
    AsyncStream { continuation in
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        continuation.yield(Array(rest.prefix(25)))
        rest = rest.dropFirst(25)
      }
      continuation.finish()
    }
  }

  @Test func codeDoesWhatItSays() async throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).ndjson")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(#"{"id": 5, "name": "Ed"}"#.utf8).write(to: file)

    let response = chunks(
      #"{"data": {"items": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bo"}]}}"#)
    for try await user in User.stream(from: response, at: "data.items") {
      print(user.id, user.name)
    }

    let events = chunks("{\"id\": 3, \"name\": \"Cy\"}\n\n{\"id\": 4, \"name\": \"Di\"}\n")
    for try await batch in User.stream(from: events, format: .lines).batches {
      print(batch.map(\.name))
    }

    for try await user in User.stream(contentsOf: file, format: .lines) {
      print(user.name)
    }

    let issues = Issues()
    var lossy = Mapper()
    lossy.failurePolicy = .lossy
    lossy.logger = { issue in issues.append(issue) }
    let broken = chunks("{\"id\": 5, \"name\": \"Fay\"}\n{\"id\": \"6\"}\n{\"id\": 7, \"na\n")
    for try await user in User.stream(from: broken, format: .lines, using: lossy) {
      print(user.name)
    }
    print(issues.list[0])
    print(issues.list[1])

    let users = User.stream(from: chunks(#"[{"id": 8, "name": "Gus"}, {"id": 9, "name": "Hal"}]"#))
    for try await bytes in users.encoded(as: .lines) {
      print(String(decoding: bytes.dropLast(), as: UTF8.self))
    }

    #expect(try console.lines == Article("\(Article.folder)/Streams.md").output)
  }
}
