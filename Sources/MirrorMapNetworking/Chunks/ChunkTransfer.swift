import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request that is being answered. It ends when this object is gone.
final class ChunkTransfer: Sendable {
  private let buffer = ChunkBuffer()
  private let cancelRequest: @Sendable () -> Void

  init(_ configuration: URLSessionConfiguration, _ request: URLRequest) {
    #if canImport(FoundationNetworking)
      if CurlTransfer.handles(request, configuration) {
        CurlTransfer(configuration, request, buffer).start()
        cancelRequest = {}
        return
      }
    #endif
    let session = URLSession(
      configuration: configuration, delegate: ChunkDelegate(buffer), delegateQueue: nil)
    let task = session.dataTask(with: request)
    #if !canImport(FoundationNetworking)
      buffer.setPause { $0 ? task.suspend() : task.resume() }
    #endif
    task.resume()
    cancelRequest = { session.invalidateAndCancel() }
  }

  deinit { cancel() }

  func next() async throws -> Data? {
    try await withTaskCancellationHandler {
      try Task.checkCancellation()
      return try await withCheckedThrowingContinuation { buffer.request($0) }
    } onCancel: {
      cancel()
    }
  }

  private func cancel() {
    buffer.cancel()
    cancelRequest()
  }
}

/// Receives for a session; its delegate queue is serial.
private final class ChunkDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private var receiver: ResponseReceiver

  init(_ buffer: ChunkBuffer) { receiver = ResponseReceiver(buffer) }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    receiver.receive(response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if !receiver.receive(data) { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    receiver.finish(error)
    session.finishTasksAndInvalidate()
  }
}
