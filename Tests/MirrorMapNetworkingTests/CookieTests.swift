#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import MirrorMapNetworking
  import Testing

  @Suite(.timeLimit(.minutes(20))) struct CookieTests {
    /// The `Cookie` lines of the last request that a request with cookies of its own leads to.
    private func cookieLines(
      _ path: String, stored: String...,
      accepting policy: HTTPCookie.AcceptPolicy = .onlyFromMainDocumentDomain
    ) async throws -> [String] {
      let target = TestServer { $0.respond(body: $0.request) }
      let away = target.url("/echo").absoluteString.replacing("127.0.0.1", with: "localhost")
      let server = TestServer { connection in
        let path = connection.request.split(separator: " ")[1]
        switch path {
        case "/away": connection.respond("302 Found", ["Location: \(away)"])
        case "/moved": connection.respond("302 Found", ["Location: /echo"])
        case "/baked":
          connection.respond("302 Found", ["Location: /echo", "Set-Cookie: hop=1; Path=/"])
        default: connection.respond(body: connection.request)
        }
      }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpCookieAcceptPolicy = policy
      for host in stored {
        let properties: [HTTPCookiePropertyKey: Any] = [
          .name: "stored", .value: host, .domain: host, .path: "/",
        ]
        configuration.httpCookieStorage?.setCookie(try #require(HTTPCookie(properties: properties)))
      }
      var request = URLRequest(url: server.url(path))
      request.setValue("own=1", forHTTPHeaderField: "Cookie")
      var echo = Data()
      for try await chunk in URLSession(configuration: configuration).chunks(for: request) {
        echo += chunk
      }
      return String(decoding: echo, as: UTF8.self)
        .split(separator: "\r\n").map { $0.lowercased() }.filter { $0.hasPrefix("cookie:") }
    }

    /// There is one line of cookies, as RFC 6265 has it, with those that `URLSession` sends.
    @Test func storedCookiesReplaceTheRequestsOwn() async throws {
      let (own, stored) = ("cookie: own=1", "cookie: stored=127.0.0.1")
      #expect(try await cookieLines("/echo") == [own])
      #expect(try await cookieLines("/echo", stored: "localhost") == [own])
      #expect(try await cookieLines("/echo", stored: "127.0.0.1") == [stored])
      #expect(try await cookieLines("/moved") == [own])
      #expect(try await cookieLines("/moved", stored: "127.0.0.1") == [stored])
      #expect(try await cookieLines("/baked") == ["cookie: hop=1"])
    }

    @Test func cookiesThatAreNotAcceptedAreNotSent() async throws {
      #expect(try await cookieLines("/baked", accepting: .never) == ["cookie: own=1"])
      let stored = try await cookieLines("/baked", stored: "127.0.0.1", accepting: .never)
      #expect(stored == ["cookie: stored=127.0.0.1"])
    }

    @Test func redirectionsToOtherHostsHaveTheirCookies() async throws {
      // The request's own aren't for them.
      #expect(try await cookieLines("/away") == [])
      #expect(try await cookieLines("/away", stored: "127.0.0.1") == [])
      let both = try await cookieLines("/away", stored: "127.0.0.1", "localhost")
      #expect(both == ["cookie: stored=localhost"])
    }
  }
#endif
