import Foundation
import MirrorMap
import MirrorMapNetworking
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(20))) struct ChunkTests {
  private let session = URLSession(configuration: .ephemeral)

  private func chunks(_ server: TestServer, _ path: String = "/") -> URLSessionChunks {
    session.chunks(for: URLRequest(url: server.url(path)))
  }

  @Test func elementsOfAResponse() async throws {
    let users = (0..<5000).map { #"{"id": \#($0), "name": "name \#($0)"}"# }
    let server = TestServer {
      $0.respond(body: #"{"data": {"items": ["# + users.joined(separator: ",") + "]}}")
    }
    let chunks = chunks(server)
    // Each iteration makes the request again.
    for _ in 0..<2 {
      var count = 0
      for try await user in User.stream(from: chunks, at: "data.items") {
        #expect(user.id == count)
        count += 1
      }
      #expect(count == 5000)
    }
  }

  @Test func linesAsTheyArrive() async throws {
    let server = TestServer { connection in
      connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      for id in 0..<20 {
        let line = "{\"id\": \(id)}\n"
        connection.send(String(line.utf8.count, radix: 16) + "\r\n\(line)\r\n")
        Thread.sleep(forTimeInterval: 0.002)
      }
      connection.send("0\r\n\r\n")
    }
    var ids: [Int] = []
    for try await user in User.stream(from: chunks(server), format: .lines) { ids.append(user.id) }
    #expect(ids == Array(0..<20))
  }

  @Test func bodiesWithoutBytes() async throws {
    let server = TestServer { $0.respond("204 No Content") }
    for try await _ in chunks(server) { Issue.record("there is no chunk") }
  }

  // MARK: Requests and responses are those of the session

  private func text(_ chunks: URLSessionChunks) async throws -> String {
    var body = Data()
    for try await chunk in chunks { body += chunk }
    return String(decoding: body, as: UTF8.self)
  }

  @Test(arguments: ["POST", "PUT"], [false, true])
  func requestsAreSentAsTheyAre(method: String, isStream: Bool) async throws {
    let server = TestServer { connection in
      connection.respond(body: connection.request + connection.body(11))
    }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["X-Key": "1", "X-Other": "2"]
    var request = URLRequest(url: server.url("/users?a=b%20c"))
    request.httpMethod = method
    request.setValue("3", forHTTPHeaderField: "x-key")
    request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
    if isStream {
      request.httpBodyStream = InputStream(data: Data("hello\r\nyou!".utf8))
    } else {
      request.httpBody = Data("hello\r\nyou!".utf8)
    }
    let echo = try await text(URLSession(configuration: configuration).chunks(for: request))
    #expect(echo.hasPrefix("\(method) /users?a=b%20c HTTP/1.1\r\n"))
    #expect(echo.hasSuffix("\r\n\r\nhello\r\nyou!"))
    let lines = echo.split(separator: "\r\n").map { $0.lowercased() }
    #expect(lines.contains("x-key: 3") && !lines.contains("x-key: 1"))
    #expect(lines.contains("x-other: 2") && lines.contains("content-type: text/plain"))
    #expect(!lines.contains { $0.hasPrefix("expect:") })
  }

  @Test(arguments: ["POST", "PUT", "PATCH"])
  func requestsWithoutABodyHaveALength(method: String) async throws {
    let server = TestServer { $0.respond(body: $0.request) }
    var request = URLRequest(url: server.url())
    request.httpMethod = method
    let echo = try await text(URLSession(configuration: .ephemeral).chunks(for: request))
    #expect(echo.hasPrefix("\(method) / HTTP/1.1\r\n"))
    #expect(echo.lowercased().contains("\r\ncontent-length: 0\r\n"))
  }

  @Test func bodiesOfUnknownTypesAreNoForms() async throws {
    let server = TestServer { $0.respond(body: $0.request) }
    var request = URLRequest(url: server.url())
    request.httpMethod = "POST"
    #expect(!(try await text(session.chunks(for: request))).contains("urlencoded"))
  }

  @Test func headersThatWouldBeSeveral() async throws {
    let server = TestServer { $0.respond(body: "7") }
    var request = URLRequest(url: server.url())
    request.setValue("a\r\nX-Evil: b", forHTTPHeaderField: "X-Key")
    do {
      #expect(!(try await text(session.chunks(for: request))).contains("Evil"))
    } catch {
      #expect(error is URLError)
    }
  }

  @Test func methodsThatWouldBeRequests() async throws {
    let server = TestServer { $0.respond(body: "7") }
    var request = URLRequest(url: server.url())
    request.httpMethod = "DELETE /all HTTP/1.1\r\nX:"
    do {
      _ = try await text(session.chunks(for: request))
      Issue.record("The method isn't one.")
    } catch {
      #expect(error is URLError)
    }
  }

  @Test func redirectionsAndCookies() async throws {
    let server = TestServer { connection in
      if connection.request.hasPrefix("GET /old") {
        connection.respond(
          "302 Found", ["Location: /new", "set-cookie: hop=1; Path=/"], body: "moved")
      } else if connection.request.hasPrefix("GET /new") {
        let body = connection.request.lowercased().contains("\r\ncookie: hop=1\r\n") ? "new" : "?"
        connection.respond("200 OK", ["Set-Cookie: taste=good; Path=/"], body: body)
      } else {
        connection.respond(body: connection.request)
      }
    }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = .shared
    let session = URLSession(configuration: configuration)
    #expect(try await text(session.chunks(for: URLRequest(url: server.url("/old")))) == "new")
    let cookies = HTTPCookieStorage.shared.cookies(for: server.url()) ?? []
    #expect(Set(cookies.map(\.name)) == ["taste", "hop"])
    let echo = try await text(session.chunks(for: URLRequest(url: server.url("/echo"))))
      .lowercased()
    #expect(
      echo.contains("\r\ncookie: taste=good; hop=1\r\n")
        || echo.contains("\r\ncookie: hop=1; taste=good\r\n"))
    // Another host, although at the same address.
    let other = try #require(
      URL(string: server.url("/echo").absoluteString.replacing("127.0.0.1", with: "localhost")))
    let foreign = try await text(session.chunks(for: URLRequest(url: other))).lowercased()
    #expect(!foreign.contains("cookie:"))
    for cookie in cookies { HTTPCookieStorage.shared.deleteCookie(cookie) }
  }

  /// What is requested at the target of a redirection, with which body.
  private func redirected(_ method: String, _ status: String) async throws -> String {
    let server = TestServer { connection in
      let size = connection.request.lowercased().contains("\r\ncontent-length: 2\r\n") ? 2 : 0
      let body = connection.body(size)
      if connection.request.contains(" /old ") {
        connection.respond(status, ["Location: /new"])
      } else {
        connection.respond(body: connection.request.prefix { $0 != " " } + " " + body)
      }
    }
    var request = URLRequest(url: server.url("/old"))
    request.httpMethod = method
    if method != "DELETE" { request.httpBody = Data("hi".utf8) }
    return try await text(session.chunks(for: request))
  }

  @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
  func whatASeeOtherNamesIsReadOnly(method: String) async throws {
    #expect(try await redirected(method, "303 See Other") == "GET ")
  }

  #if canImport(FoundationNetworking)
    @Test(arguments: ["301 Moved Permanently", "302 Found", "307 Temporary Redirect"])
    func methodsAreRedirectedWithTheirBodies(status: String) async throws {
      #expect(try await redirected("PUT", status) == "PUT hi")
      #expect(try await redirected("PATCH", status) == "PATCH hi")
      #expect(try await redirected("DELETE", status) == "DELETE ")
      #expect(
        try await redirected("POST", status) == (status.hasPrefix("307") ? "POST hi" : "GET "))
    }

    @Test(arguments: ["", "A B"])
    func methodsThatAreNoTokens(method: String) async throws {
      var request = URLRequest(url: try #require(URL(string: "http://localhost:1")))
      request.httpMethod = method
      let error = await #expect(throws: URLError.self) {
        try await text(session.chunks(for: request))
      }
      #expect(error?.code == .badURL)
    }

    @Test func bodyStreamsAreSentOnce() async throws {
      let server = TestServer { $0.respond(body: $0.body(2)) }
      var request = URLRequest(url: server.url())
      request.httpMethod = "POST"
      request.httpBodyStream = InputStream(data: Data("hi".utf8))
      let chunks = session.chunks(for: request)
      #expect(try await text(chunks) == "hi")
      await #expect(throws: CocoaError.self) { try await text(chunks) }
    }
  #endif

  @Test func compressedBodies() async throws {
    let compressed = "H4sIAAAAAAACA4uuVspMUbJSMKzVUYAyjWpjAbjo0ygWAAAA"
    let server = TestServer { connection in
      let body = [UInt8](Data(base64Encoded: compressed) ?? Data())
      connection.send(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n")
      connection.send(body)
    }
    var ids: [Int] = []
    for try await user in User.stream(from: chunks(server)) { ids.append(user.id) }
    #expect(ids == [1, 2])
  }

  /// A class that answers requests in place of a server, as tests of apps have them.
  private final class Mock: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "mock" }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}
    override func startLoading() {
      guard let url = request.url,
        let response = HTTPURLResponse(
          url: url, statusCode: url.path == "/none" ? 404 : 200, httpVersion: nil, headerFields: nil
        )
      else { return }
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: Data(#"[{"id": 1}]"#.utf8))
      client?.urlProtocolDidFinishLoading(self)
    }
  }

  @Test func protocolsOfTheConfiguration() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [Mock.self] + (configuration.protocolClasses ?? [])
    let session = URLSession(configuration: configuration)
    let request = URLRequest(url: URL(string: "http://mock/")!)
    #expect(try await text(session.chunks(for: request)) == #"[{"id": 1}]"#)
    let failing = URLRequest(url: URL(string: "http://mock/none")!)
    let error = await #expect(throws: HTTPStatusError.self) {
      try await text(session.chunks(for: failing))
    }
    #expect(error?.body == Data(#"[{"id": 1}]"#.utf8))
    let server = TestServer { $0.respond(body: "7") }
    #expect(try await text(session.chunks(for: URLRequest(url: server.url()))) == "7")
  }

  // MARK: Timeouts

  @Test func serversThatDoNotAnswer() async throws {
    let server = TestServer { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n[1, ")
      _ = connection.body(1)
    }
    var request = URLRequest(url: server.url())
    request.timeoutInterval = 0.5
    let error = await #expect(throws: URLError.self) {
      try await text(session.chunks(for: request))
    }
    #expect(error?.code == .timedOut)
  }

  #if canImport(FoundationNetworking)
    @Test func limitsOfWholeTransfers() async throws {
      let server = TestServer { connection in
        Thread.sleep(forTimeInterval: 0.5)
        connection.respond(body: "7")
      }
      let request = URLRequest(url: server.url())
      let configuration = URLSessionConfiguration.ephemeral
      for unlimited in [-Double.infinity, -1, 0, .nan, .infinity] {
        configuration.timeoutIntervalForResource = unlimited
        let session = URLSession(configuration: configuration)
        #expect(try await text(session.chunks(for: request)) == "7")
      }
      configuration.timeoutIntervalForResource = 0.0001
      let session = URLSession(configuration: configuration)
      let error = await #expect(throws: URLError.self) {
        try await text(session.chunks(for: request))
      }
      #expect(error?.code == .timedOut)
    }
  #endif

  @Test func consumersMayTakeLongerThanServers() async throws {
    let server = TestServer(Self.endless)
    var request = URLRequest(url: server.url())
    request.timeoutInterval = 8
    var iterator = session.chunks(for: request).makeAsyncIterator()
    var received = 0
    try await receive(10_000_000, &received, from: &iterator)
    try await Task.sleep(for: .seconds(10))
    try await receive(received + 10_000_000, &received, from: &iterator)
  }

  @Test func theSessionStaysAsItIs() {
    let session = URLSession(configuration: .default)
    _ = session.chunks(for: URLRequest(url: URL(string: "http://127.0.0.1")!))
    #expect(session.configuration.urlCache != nil)
  }

  // MARK: Failures

  @Test func bodiesThatAreNotJSON() async throws {
    let server = TestServer { $0.respond(body: "<html>Sign in</html>") }
    let error = await #expect(throws: MappingError.self) {
      for try await _ in User.stream(from: chunks(server)) { Issue.record("there is no element") }
    }
    #expect(error?.path.description == "$")
  }

  @Test func statusesOutsideOfSuccess() async throws {
    let server = TestServer {
      $0.respond("404 Not Found", ["Retry-After:  120 "], body: #"{"title": "none"}"#)
    }
    let error = await #expect(throws: HTTPStatusError.self) {
      for try await _ in chunks(server) { Issue.record("there is no chunk") }
    }
    #expect(error?.status == 404 && error?.body == Data(#"{"title": "none"}"#.utf8))
    #expect(error?.headers["Retry-After"] == "120")
  }

  /// The status counts, whatever of its body has arrived, but not that of a redirection.
  @Test func failuresThatBreakOff() async throws {
    let port = TestServer.refusingPort()
    let server = TestServer { connection in
      if connection.request.hasPrefix("GET /old") {
        connection.respond("302 Found", ["Location: http://127.0.0.1:\(port)/"])
      } else {
        connection.send("HTTP/1.1 500 Oops\r\nX-Key: 1\r\nContent-Length: 100\r\n\r\n")
        if connection.request.hasPrefix("GET /some") { connection.send("some") }
      }
    }
    for (path, body) in [("/none", ""), ("/some", "some")] {
      let error = await #expect(throws: HTTPStatusError.self) {
        try await text(chunks(server, path))
      }
      #expect(error?.status == 500 && error?.body == Data(body.utf8))
      #expect(error?.headers["X-Key"] == "1")
    }
    await #expect(throws: URLError.self) { try await text(chunks(server, "/old")) }
  }

  @Test func endlessBodiesOfFailures() async throws {
    let server = TestServer { connection in
      connection.send("HTTP/1.1 500 Oops\r\nContent-Length: 100000000000\r\n\r\n")
      while connection.send([UInt8](repeating: 65, count: 65_536)) {}
    }
    let error = await #expect(throws: HTTPStatusError.self) {
      for try await _ in chunks(server) { Issue.record("there is no chunk") }
    }
    #expect(error?.body.count == 1 << 20)
    await closed(server)
  }

  @Test func elementsBeforeTheFailureAreDelivered() async throws {
    let server = TestServer {
      $0.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n[{\"id\": 1}, {\"id\": 2}, {\"i")
    }
    var ids: [Int] = []
    await #expect(throws: URLError.self) {
      for try await user in User.stream(from: chunks(server)) { ids.append(user.id) }
    }
    #expect(ids == [1, 2])
  }

  @Test func nobodyAnswers() async throws {
    let request = URLRequest(url: URL(string: "http://127.0.0.1:\(TestServer.refusingPort())/")!)
    await #expect(throws: URLError.self) {
      for try await _ in session.chunks(for: request) {}
    }
  }

  // MARK: Slow and absent consumers

  /// Sends bytes that count up to 250.
  private static let endless: @Sendable (TestServer.Connection) -> Void = { connection in
    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000000000\r\n\r\n")
    let block = (0..<62_750).map { UInt8($0 % 251) }
    while connection.send(block) {}
  }

  /// Receives chunks up to a number of bytes, none of which is missing or comes twice.
  private func receive(
    _ total: Int, _ received: inout Int, from iterator: inout URLSessionChunks.Iterator
  ) async throws {
    while received < total {
      let chunk = try #require(try await iterator.next())
      #expect(Int(chunk[chunk.startIndex]) == received % 251)
      received += chunk.count
      #expect(Int(chunk[chunk.endIndex - 1]) == (received - 1) % 251)
    }
  }

  private func closed(_ server: TestServer) async {
    while server.closed.load(ordering: .sequentiallyConsistent) == 0 {
      try? await Task.sleep(for: .milliseconds(10))
    }
  }

  /// All of the body arrives, in order, however late it is requested, and other sessions go on meanwhile.
  @Test func slowConsumers() async throws {
    let size = 20_000_000
    let server = TestServer { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\nConnection: close\r\n\r\n")
      let block = (0..<62_750).map { UInt8($0 % 251) }
      var rest = size
      while rest > 0, connection.send(Array(block.prefix(rest))) { rest -= block.count }
    }
    let other = TestServer { $0.respond(body: "7") }
    var iterator = chunks(server).makeAsyncIterator()
    var received = 0
    try await receive(1, &received, from: &iterator)
    for _ in 0..<20 {
      #expect(try await session.decode(Int.self, from: other.url()) == 7)
      try await Task.sleep(for: .milliseconds(50))
    }
    try await receive(size, &received, from: &iterator)
    #expect(received == size)
    #expect(try await iterator.next() == nil)
    #expect(try await iterator.next() == nil)
  }

  /// A server waits while the consumer doesn't request anything, and other sessions go on.
  @Test func serversWaitForTheConsumer() async throws {
    let server = TestServer(Self.endless)
    let other = TestServer { $0.respond(body: "7") }
    var iterator = chunks(server).makeAsyncIterator()
    var received = 0
    try await receive(1, &received, from: &iterator)
    var (sent, rounds) = (-1, 0)
    // The systems' buffers take some megabytes.
    while sent != server.bytesSent.load(ordering: .sequentiallyConsistent), rounds < 1000 {
      sent = server.bytesSent.load(ordering: .sequentiallyConsistent)
      #expect(try await session.decode(Int.self, from: other.url()) == 7)
      try await Task.sleep(for: .milliseconds(200))
      rounds += 1
    }
    #expect(sent < 50_000_000)
    try await receive(sent + 10_000_000, &received, from: &iterator)
  }

  @Test func iteratorsThatAreDroppedEndTheTransfer() async throws {
    let server = TestServer(Self.endless)
    for try await chunk in chunks(server) {
      #expect(!chunk.isEmpty)
      break
    }
    await closed(server)
  }

  @Test func nothingIsRequestedBeforeTheFirstChunkIs() async throws {
    let server = TestServer(Self.endless)
    var iterator = chunks(server).makeAsyncIterator()
    try await Task.sleep(for: .milliseconds(200))
    #expect(server.bytesSent.load(ordering: .sequentiallyConsistent) == 0)
    #expect(try await iterator.next()?.isEmpty == false)
  }

  @Test func cancellationEndsTheTransfer() async throws {
    let server = TestServer { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n[1, 2")
      while connection.send(" ") { Thread.sleep(forTimeInterval: 0.01) }
    }
    let chunks = chunks(server)
    let task = Task {
      var count = 0
      for try await _ in Int.stream(from: chunks) { count += 1 }
      return count
    }
    while server.bytesSent.load(ordering: .sequentiallyConsistent) < 100 {
      try await Task.sleep(for: .milliseconds(5))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await closed(server)
  }
}
