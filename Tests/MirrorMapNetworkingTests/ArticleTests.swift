import Foundation
import MirrorMap
import MirrorMapNetworking
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The code of the root page.
@Suite(.timeLimit(.minutes(20))) struct ArticleTests {
  private struct Page: Codable { var title: String }

  @Test func codeOfTheRootPage() async throws {
    let session = URLSession(configuration: .ephemeral)
    let server = TestServer { connection in
      if connection.request.hasPrefix("GET /none") {
        connection.respond("404 Not Found", body: #"{"title": "no such user"}"#)
      } else {
        connection.respond(
          body: #"{"title": "page", "data": {"user": {"id": 7}, "items": [{"id": 1}, {"id": 2}]}}"#)
      }
    }
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }

    var request = URLRequest(url: server.url())
    let user = try await session.decode(User.self, from: request, at: "data.user")
    let page = try await session.decode(Page.self, from: request, using: MappingDecoder())
    #expect(user.id == 7 && page.title == "page")

    request = URLRequest(url: server.url("/none"))
    do {
      _ = try await session.decode(User.self, from: request)
    } catch let error as HTTPStatusError where error.status == 404 {
      print(try error.decodeBody(String.self, at: "title"))
    }
    #expect(printed == ["no such user"])

    request = URLRequest(url: server.url("/items"))
    for try await user in User.stream(from: session.chunks(for: request), at: "data.items") {
      print("\(user.id)")
    }
    #expect(printed == ["no such user", "1", "2"])
  }

  @Test func allOfItIsHere() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let page = try String(
      contentsOf: root.appending(
        path: "Sources/MirrorMapNetworking/MirrorMapNetworking.docc/MirrorMapNetworking.md"),
      encoding: .utf8)
    let own = try String(contentsOfFile: #filePath, encoding: .utf8)
    let blocks = page.split(separator: "```").enumerated().filter { $0.offset % 2 == 1 }
    #expect(blocks.count == 4)
    for line in blocks.flatMap({ $0.element.split(separator: "\n").dropFirst() }) {
      #expect(own.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)")
    }
  }
}
