import Foundation
import MirrorMap
import MirrorMapNetworking
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct User: Mappable, Equatable {
  @Mapped var id: Int
  @Mapped var name: String?
}

private struct Plain: Codable, Equatable { var id: Int }

private struct Problem: Mappable { @Mapped var title: String }

@Suite(.timeLimit(.minutes(20))) struct DecodingTests {
  private let session = URLSession(configuration: .ephemeral)

  @Test func documents() async throws {
    let server = TestServer { $0.respond(body: #"{"data": {"user": {"id": 7, "name": "Ada"}}}"#) }
    let user = try await session.decode(User.self, from: server.url(), at: "data.user")
    #expect(user.id == 7 && user.name == "Ada")
    let request = URLRequest(url: server.url())
    #expect(
      try await session.decode(Int.self, from: request, at: "data/user/id", delimiter: "/") == 7)
    let plain = try await session.decode(
      Plain.self, from: request, at: "data.user", using: MappingDecoder())
    #expect(plain == Plain(id: 7))
    #expect(
      try await session.decode(
        [String: [String: Plain]].self, from: request, using: MappingDecoder())
        == ["data": ["user": Plain(id: 7)]])
    #expect(
      try await session.decode(
        Plain.self, from: server.url(), at: "data/user", delimiter: "/", using: MappingDecoder())
        == plain)
  }

  @Test func requestsAreSentAsTheyAre() async throws {
    let server = TestServer { connection in
      let isRight =
        connection.request.hasPrefix("POST /users?a=b HTTP/1.1\r\n")
        && connection.request.contains("X-Key: secret\r\n")
      connection.respond(body: "\(isRight)")
    }
    var request = URLRequest(url: server.url("/users?a=b"))
    request.httpMethod = "POST"
    request.setValue("secret", forHTTPHeaderField: "X-Key")
    #expect(try await session.decode(Bool.self, from: request))
  }

  @Test func bytesInPieces() async throws {
    let body = #"{"id": 7, "name": "Ådå"}"#
    let server = TestServer { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
      for byte in body.utf8 {
        connection.send([byte])
        Thread.sleep(forTimeInterval: 0.002)
      }
    }
    #expect(try await session.decode(User.self, from: server.url()).name == "Ådå")
    let chunked = TestServer { connection in
      connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      for part in ["{\"id\"", ": 8", "}"] {
        connection.send(String(part.utf8.count, radix: 16) + "\r\n\(part)\r\n")
      }
      connection.send("0\r\n\r\n")
    }
    #expect(try await session.decode(User.self, from: chunked.url()).id == 8)
  }

  @Test func redirections() async throws {
    let server = TestServer { connection in
      if connection.request.hasPrefix("GET /old") {
        connection.respond("302 Found", ["Location: /new"])
      } else {
        connection.respond(body: #"{"id": 9}"#)
      }
    }
    #expect(try await session.decode(User.self, from: server.url("/old")).id == 9)
  }

  // MARK: Failures

  @Test func statusesOutsideOfSuccess() async throws {
    let server = TestServer {
      $0.respond(
        "404 Not Found", ["X-Request-ID: 12"], body: #"{"errors": [{"title": "No such user"}]}"#)
    }
    let error = await #expect(throws: HTTPStatusError.self) {
      try await session.decode(User.self, from: server.url("/a?token=secret"))
    }
    #expect(error?.status == 404 && error?.header("x-request-id") == "12")
    #expect(error?.url == server.url("/a?token=secret"))
    #expect(error?.description == "HTTP status 404 from \(server.url("/a"))")
    #expect(error?.localizedDescription == error?.description)
    #expect(try error?.decodeBody([Problem].self, at: "errors").map(\.title) == ["No such user"])
    #expect(throws: MappingError.self) { try error?.decodeBody(User.self) }
    #expect(try error?.decodeBody(String.self, at: "errors/0/title", delimiter: "/").count == 12)
    let decoder = MappingDecoder()
    let problems = try error?.decodeBody([String: [[String: String]]].self, using: decoder)
    #expect(problems == ["errors": [["title": "No such user"]]])
    let title = try error?.decodeBody(
      String.self, at: "errors/0/title", delimiter: "/", using: decoder)
    #expect(title == "No such user")
    #expect(throws: DecodingError.self) { try error?.decodeBody(Plain.self, using: decoder) }
  }

  @Test func failuresWithoutABody() async throws {
    let server = TestServer { $0.respond("500 Internal Server Error") }
    let error = await #expect(throws: HTTPStatusError.self) {
      try await session.decode(User?.self, from: server.url())
    }
    #expect(error?.status == 500 && error?.body.isEmpty == true)
  }

  @Test(arguments: ["204 No Content", "200 OK"])
  func emptyBodies(status: String) async throws {
    let server = TestServer { $0.respond(status) }
    #expect(try await session.decode(User?.self, from: server.url()) == nil)
    let request = URLRequest(url: server.url())
    #expect(try await session.decode(Plain?.self, from: request, using: MappingDecoder()) == nil)
    let error = await #expect(throws: MappingError.self) {
      try await session.decode(User.self, from: server.url())
    }
    #expect(
      error?.description == "$: expected a value, found the end of the input (line 1, column 1)")
  }

  @Test func bodiesThatAreNotJSON() async throws {
    let server = TestServer { $0.respond(body: "<html></html>") }
    let error = await #expect(throws: MappingError.self) {
      try await session.decode(User?.self, from: server.url())
    }
    let text = error?.description ?? "none"
    #expect(text.hasPrefix("$: expected a value, found '<' (line 1, column 1"), "\(text)")
    let other = TestServer { $0.respond(body: #"{"user": {"id": "x"}}"#) }
    let mistake = await #expect(throws: MappingError.self) {
      try await session.decode(User.self, from: other.url(), at: "user")
    }
    #expect(mistake?.path.description == "$.user.id")
  }

  @Test func bodiesThatAreCutOff() async throws {
    let server = TestServer {
      $0.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"id\": 7}")
    }
    await #expect(throws: URLError.self) { try await session.decode(User.self, from: server.url()) }
    let silent = TestServer { _ in }
    await #expect(throws: URLError.self) { try await session.decode(User.self, from: silent.url()) }
  }

  @Test func bodiesThatAreLongerThanTheirLength() async throws {
    let server = TestServer {
      $0.send(
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\n{\"id\": 7} and more")
    }
    #expect(try await session.decode(User.self, from: server.url()).id == 7)
  }

  @Test func cancellation() async throws {
    let server = TestServer { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{")
      while connection.send(" ") { Thread.sleep(forTimeInterval: 0.01) }
    }
    let task = Task { try await session.decode(User.self, from: server.url()) }
    while server.bytesSent.load(ordering: .sequentiallyConsistent) == 0 {
      try await Task.sleep(for: .milliseconds(5))
    }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
  }
}
