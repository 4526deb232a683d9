import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSession {
  /// Returns the body of a response in chunks, as it arrives.
  ///
  /// ```swift
  /// for try await user in User.stream(from: session.chunks(for: request), at: "data.items") {
  ///   show(user)
  /// }
  /// ```
  ///
  /// Each iteration makes the request, in a session of its own with this session's configuration, but without its
  /// cache and its delegate. An `httpBodyStream` can be sent only once: a second iteration throws an error. Use
  /// `httpBody` to iterate several times.
  ///
  /// If the consumer is slow, about a megabyte is buffered in memory. Then the transfer pauses, and the server has to
  /// wait.
  ///
  /// On Linux, `URLSession` can't pause a transfer. There, libcurl makes the request, on a thread of its own, with the
  /// configuration's headers, cookies, and timeouts, but not with its stored credentials. If cookies for a
  /// URL are stored, they replace the request's own `Cookie` header, which is never sent to another host. If one of the
  /// configuration's `protocolClasses` can handle the request, it does so instead, and the size of the buffer isn't
  /// limited.
  ///
  /// - Parameter request: The request, which is canceled if the current task is canceled or the iterator is released.
  public func chunks(for request: URLRequest) -> URLSessionChunks {
    // On Linux, the session's configuration isn't a copy.
    let configuration = self.configuration.copy() as? URLSessionConfiguration ?? .default
    configuration.urlCache = nil
    return URLSessionChunks(configuration: configuration, request: request)
  }
}

/// The body of a response in chunks, which `URLSession.chunks(for:)` returns.
///
/// On Linux, libcurl makes the request, with the headers, cookies, and timeouts of the session's configuration, but not
/// with its stored credentials.
public struct URLSessionChunks: AsyncSequence, Sendable {
  fileprivate let configuration: URLSessionConfiguration
  fileprivate let request: URLRequest

  /// Makes an iterator, which makes the request when you request the first chunk.
  public func makeAsyncIterator() -> Iterator { Iterator(chunks: self) }

  /// An iterator over the chunks of one response.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let chunks: URLSessionChunks
    private var transfer: ChunkTransfer?

    fileprivate init(chunks: URLSessionChunks) { self.chunks = chunks }

    /// Returns the next chunk, or nil at the end of the body.
    ///
    /// - Throws: ``HTTPStatusError`` for a status outside 200…299, with at most a megabyte of the body; what the
    ///   session throws; `CancellationError` if the current task is canceled.
    public mutating func next() async throws -> Data? {
      let transfer = self.transfer ?? ChunkTransfer(chunks.configuration, chunks.request)
      self.transfer = transfer
      return try await transfer.next()
    }
  }
}
