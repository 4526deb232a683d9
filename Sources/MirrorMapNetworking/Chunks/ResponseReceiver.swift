import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Hands the body of a response to a buffer, or throws its status. It's used by one thread at a time.
struct ResponseReceiver {
  private let buffer: ChunkBuffer
  /// The response, if its status says that the request has failed.
  private var failure: URLResponse?
  private var failureBody = Data()

  init(_ buffer: ChunkBuffer) { self.buffer = buffer }

  mutating func receive(_ response: URLResponse) {
    failure = HTTPStatusError(response, body: Data()) == nil ? nil : response
  }

  /// - Returns: false if no more bytes are needed.
  mutating func receive(_ chunk: Data) -> Bool {
    if failure == nil {
      buffer.append(chunk)
    } else {
      failureBody.append(chunk.prefix(ChunkBuffer.capacity - failureBody.count))
      if failureBody.count == ChunkBuffer.capacity { finish(nil) }
    }
    return !buffer.isFinished
  }

  func finish(_ error: (any Error)?) {
    buffer.finish(HTTPStatusError(failure, body: failureBody) ?? error)
  }
}
