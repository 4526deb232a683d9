#if canImport(FoundationNetworking)
  import CCurl
  import Foundation
  import FoundationNetworking

  // On Linux, `URLSession` can't pause a transfer: a task that is suspended starts over when it's resumed, and all
  // sessions of a process receive on one queue, which a fast server keeps to itself. So a transfer has a thread of its
  // own, on which it calls libcurl, as `URLSession` does there, and waits for the consumer.

  /// A request that libcurl makes, on a thread of its own.
  final class CurlTransfer: @unchecked Sendable {
    private let configuration: URLSessionConfiguration
    private let request: URLRequest
    private let buffer: ChunkBuffer

    // The following properties are accessed on the transfer's thread only.
    private var receiver: ResponseReceiver
    private var statusLine = ""
    private var fields: [String: String] = [:]
    private var hasResponse = false
    private var handle: CurlHandle?
    private var progress = (received: Int64(0), sent: Int64(0))
    private var lastProgress = ContinuousClock.now

    /// Whether libcurl can make a request: not one for the configuration's own classes.
    static func handles(_ request: URLRequest, _ configuration: URLSessionConfiguration) -> Bool {
      let isOwn = configuration.protocolClasses?.contains {
        !String(reflecting: $0).hasPrefix("FoundationNetworking.")
          && ($0 as? URLProtocol.Type)?.canInit(with: request) == true
      }
      return ["http", "https"].contains(request.url?.scheme?.lowercased()) && isOwn != true
    }

    init(
      _ configuration: URLSessionConfiguration, _ request: URLRequest, _ buffer: ChunkBuffer
    ) {
      (self.configuration, self.request, self.buffer) = (configuration, request, buffer)
      receiver = ResponseReceiver(buffer)
    }

    func start() {
      Thread.detachNewThread {
        let error = self.run()
        self.receiver.finish(error)
      }
    }

    /// - Returns: the error with which the transfer ends, if any.
    private func run() -> (any Error)? {
      guard let handle = CurlHandle() else { return CocoaError(.featureUnsupported) }
      self.handle = handle
      defer { self.handle = nil }
      lastProgress = .now
      do {
        try configure(handle)
      } catch {
        return error
      }
      let error = handle.perform()
      if error == nil { receiveResponse() }
      return error
    }

    // MARK: The request

    private func configure(_ handle: CurlHandle) throws {
      handle.setCallbacks(of: self)
      handle.set(CCURL_URL, request.url?.absoluteString ?? "")
      handle.set(CCURL_PROTOCOLS, CCURL_HTTP_AND_HTTPS)
      handle.set(CCURL_REDIRECTION_PROTOCOLS, CCURL_HTTP_AND_HTTPS)
      handle.set(CCURL_FOLLOW_LOCATION, 1)
      handle.set(CCURL_MAXIMUM_REDIRECTIONS, 16)
      handle.set(CCURL_ENCODINGS, "")
      handle.set(CCURL_USER_AGENT, ProcessInfo.processInfo.processName)
      // The certificates that `URLSession` uses.
      if let file = ProcessInfo.processInfo.environment["URLSessionCertificateAuthorityInfoFile"] {
        handle.set(CCURL_CERTIFICATES, file)
      }
      let milliseconds = configuration.timeoutIntervalForResource * 1000
      // For libcurl, 0 is no limit.
      if milliseconds > 0, milliseconds < Double(Int32.max) {
        handle.set(CCURL_TIMEOUT, max(1, Int(milliseconds)))
      }

      let body = try request.httpBodyStream?.readAll() ?? request.httpBody
      let method = request.httpMethod ?? "GET"
      // A method that is no token would end the line.
      guard !method.isEmpty, method.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
        throw URLError(.badURL)
      }
      switch method {
      case "GET" where body == nil: break
      case "HEAD": handle.set(CCURL_NO_BODY, 1)
      case "POST": handle.set(CCURL_POST, 1)
      default:
        handle.set(CCURL_METHOD, method)
        // For libcurl, a request of a method of its own and a body is a POST, which it would make a GET.
        handle.set(CCURL_POST_REDIRECTIONS, CCURL_REDIRECTIONS_301_AND_302)
      }
      // RFC 9110, section 8.6: these methods have a length even without a body.
      let hasLength = ["POST", "PUT", "PATCH"].contains(method)
      if let body = body ?? (hasLength ? Data() : nil) { handle.setBody(body) }
      try handle.setHeaders(headers(hasOwnCookies: !hasStoredCookies(for: request.url)))
      setCookies(of: handle)
    }

    private var sendsStoredCookies: Bool {
      request.httpShouldHandleCookies && configuration.httpShouldSetCookies
    }

    /// Makes the next request have stored cookies. A redirection may lead to any host.
    private func setCookies(of handle: CurlHandle) {
      guard sendsStoredCookies else { return }
      let cookies = configuration.httpCookieStorage?.cookies ?? []
      handle.setCookies(cookies.filter { $0.expiresDate ?? .distantFuture > Date() })
    }

    /// Whether there are cookies that replace those of the request's own header, as for `URLSession`.
    private func hasStoredCookies(for url: URL?) -> Bool {
      guard sendsStoredCookies, let url else { return false }
      return configuration.httpCookieStorage?.cookies(for: url)?.isEmpty == false
    }

    private func headers(hasOwnCookies: Bool) -> [(name: String, value: String)] {
      // libcurl would wait for the server's consent, and call every body a form.
      var headers = ["expect": ("Expect", ""), "content-type": ("Content-Type", "")]
      for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
        headers["\(name)".lowercased()] = ("\(name)", "\(value)")
      }
      for (name, value) in request.allHTTPHeaderFields ?? [:] {
        headers[name.lowercased()] = (name, value)
      }
      if !hasOwnCookies { headers["cookie"] = nil }
      return Array(headers.values)
    }

    // MARK: The response

    /// Receives a line of a head. There may be several heads: of redirections, of interim responses.
    func receiveHeader(_ line: String) {
      noteProgress()
      if line.hasPrefix("HTTP/") {
        (statusLine, fields, hasResponse) = (line, [:], false)
      } else if line.allSatisfy(\.isWhitespace) {
        finishHead(handle?.responseCode ?? 0)
      } else if let colon = line.firstIndex(of: ":") {
        let name = String(line[..<colon])
        let value = line[line.index(after: colon)...]
          .trimmingCharacters(in: .whitespacesAndNewlines)
        let known = field(name)
        fields[known?.key ?? name] = known.map { "\($0.value), \(value)" } ?? value
      }
    }

    private func finishHead(_ status: Int) {
      storeCookies()
      // The target of this status is read, whatever the method was, which libcurl would keep.
      if status == 303 { handle?.clearMethod() }
      if 300..<400 ~= status, let handle, let location = field("Location")?.value {
        // libcurl would send the cookies of this head even if they aren't accepted.
        setCookies(of: handle)
        if hasStoredCookies(for: URL(string: location, relativeTo: handle.effectiveURL)) {
          try? handle.setHeaders(headers(hasOwnCookies: false))
        }
      }
      // The status of a failure counts even if nothing of its body arrives.
      if status >= 400 { receiveResponse() }
    }

    /// The field of the current head with a name in any case.
    private func field(_ name: String) -> (key: String, value: String)? {
      fields.first { $0.key.caseInsensitiveCompare(name) == .orderedSame }
    }

    private func receiveResponse() {
      guard !hasResponse, let handle, let url = handle.effectiveURL ?? request.url else { return }
      hasResponse = true
      let version = statusLine.split(separator: " ").first.map(String.init)
      guard
        let response = HTTPURLResponse(
          url: url, statusCode: handle.responseCode, httpVersion: version, headerFields: fields)
      else { return }
      receiver.receive(response)
    }

    /// Stores the cookies of a head. Those of redirections count, too.
    private func storeCookies() {
      guard request.httpShouldHandleCookies, configuration.httpCookieAcceptPolicy != .never,
        let url = handle?.effectiveURL, let cookies = field("Set-Cookie")?.value
      else { return }
      // Foundation finds the field only if its name is spelled like this.
      configuration.httpCookieStorage?.setCookies(
        HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": cookies], for: url), for: url,
        mainDocumentURL: request.mainDocumentURL)
    }

    /// - Returns: false to end the transfer.
    func receive(_ chunk: Data) -> Bool {
      receiveResponse()
      guard receiver.receive(chunk) else { return false }
      buffer.waitForRoom()
      noteProgress()
      return true
    }

    // MARK: Ends before the response's

    private func noteProgress() { lastProgress = .now }

    /// Hears of progress, or of none, about once a second.
    ///
    /// - Returns: false to end the transfer.
    func progress(received: Int64, sent: Int64) -> Bool {
      if progress != (received, sent) {
        progress = (received, sent)
        noteProgress()
      }
      let patience = min(request.timeoutInterval, configuration.timeoutIntervalForRequest)
      // A duration of so many seconds might not exist.
      if patience > 0, lastProgress.duration(to: .now) / .seconds(1) > patience {
        receiver.finish(URLError(.timedOut))
      }
      return !buffer.isFinished
    }
  }
#endif
