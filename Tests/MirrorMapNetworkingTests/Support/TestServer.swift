import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A server on 127.0.0.1 that answers each request with a script, on a thread per connection.
final class TestServer: Sendable {
  /// What the server does with a connection, after it has read a request.
  struct Connection: Sendable {
    fileprivate let socket: Int32
    /// The request's head.
    let request: String
    private let server: TestServer

    fileprivate init(socket: Int32, request: String, server: TestServer) {
      (self.socket, self.request, self.server) = (socket, request, server)
    }

    /// The bytes of the request that follow its head.
    func body(_ count: Int) -> String {
      var body = [UInt8](repeating: 0, count: count)
      var received = 0
      while received < count {
        let more = body.withUnsafeMutableBytes {
          read(socket, $0.baseAddress! + received, count - received)
        }
        if more <= 0 { break }
        received += more
      }
      return String(decoding: body[..<received], as: UTF8.self)
    }

    /// Sends bytes; false if the client has gone.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes {
          #if os(Linux)
            Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
          #else
            Darwin.send(socket, $0.baseAddress, $0.count, 0)
          #endif
        }
        if count <= 0 { return false }
        sent += count
        server.bytesSent.add(count, ordering: .sequentiallyConsistent)
      }
      return true
    }

    /// Sends a whole response.
    func respond(
      _ status: String = "200 OK", _ headers: [String] = [], body: String = ""
    ) {
      let fields = ["Content-Length: \(body.utf8.count)", "Connection: close"] + headers
      send("HTTP/1.1 \(status)\r\n" + fields.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }
  }

  let port: UInt16
  /// How many bytes the clients' systems have accepted.
  let bytesSent = Atomic(0)
  /// How many connections have been answered to their end.
  let closed = Atomic(0)
  private let listener: Int32
  private let script: @Sendable (Connection) -> Void

  /// Requests to these hosts don't go through a proxy that the environment names.
  private static let isDirect = setenv("no_proxy", "127.0.0.1,localhost,mock", 1) == 0

  init(_ script: @escaping @Sendable (Connection) -> Void) {
    precondition(Self.isDirect)
    self.script = script
    (listener, port) = Self.boundSocket()
    listen(listener, 64)
    // The thread keeps the server, which the compiler might release before the first request arrives.
    Thread.detachNewThread {
      while true {
        let client = accept(self.listener, nil, nil)
        guard client >= 0 else { return }
        #if canImport(Darwin)
          // Sending to a client that has gone would end the process.
          var isOn: Int32 = 1
          setsockopt(
            client, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
        Thread.detachNewThread { self.answer(client) }
      }
    }
  }

  /// A port that refuses connections: its socket is bound, so no other process gets the port, but doesn't listen.
  static func refusingPort() -> UInt16 { boundSocket().port }

  /// A socket at a free port. It stays open: the number of a closed one would soon belong to another server, from which
  /// a thread of this one might then accept connections.
  private static func boundSocket() -> (socket: Int32, port: UInt16) {
    #if os(Linux)
      let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let socket = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(socket, $0, size)
        _ = getsockname(socket, $0, &size)
      }
    }
    return (socket, UInt16(bigEndian: address.sin_port))
  }

  func url(_ path: String = "/") -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

  private func answer(_ client: Int32) {
    var request: [UInt8] = []
    var buffer: [UInt8] = [0]
    while !request.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      // One byte at a time, so that the body remains.
      guard read(client, &buffer, 1) > 0 else { break }
      request.append(buffer[0])
    }
    script(
      Connection(socket: client, request: String(decoding: request, as: UTF8.self), server: self))
    close(client)
    closed.add(1, ordering: .sequentiallyConsistent)
  }
}
