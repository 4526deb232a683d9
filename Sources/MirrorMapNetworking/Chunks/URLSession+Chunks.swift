import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSession {
  /// Returns the body of a response in chunks, as they arrive.
  ///
  /// ```swift
  /// for try await user in User.stream(from: session.chunks(for: request), at: "data.items") {
  ///   show(user)
  /// }
  /// ```
  ///
  /// Each iteration makes the request, in a session of its own with this session's configuration, but without its
  /// cache and its delegate.
  ///
  /// About a megabyte waits in memory for a slow consumer. Then the transfer pauses, and the server has to wait.
  ///
  /// On Linux, `URLSession` can't pause a transfer. There, libcurl makes the request, on a thread of its own, with the
  /// configuration's headers, cookies, and timeouts, but not with its stored credentials. Requests that the
  /// configuration's `protocolClasses` take are left to them, without a limit on what waits in memory.
  ///
  /// - Parameter request: The request. Its task is canceled if the current task is, or if the iterator is gone.
  public func chunks(for request: URLRequest) -> URLSessionChunks {
    // On Linux, the session's configuration isn't a copy.
    let configuration = self.configuration.copy() as? URLSessionConfiguration ?? .default
    configuration.urlCache = nil
    return URLSessionChunks(configuration: configuration, request: request)
  }
}

/// The body of a response in chunks, which `URLSession.chunks(for:)` returns.
public struct URLSessionChunks: AsyncSequence, Sendable {
  fileprivate let configuration: URLSessionConfiguration
  fileprivate let request: URLRequest

  /// Makes an iterator, which makes the request when it's asked for the first chunk.
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
