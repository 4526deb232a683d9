/// The chunks of a document, each of a size.
struct Chunks: AsyncSequence, Sendable {
  var bytes: [UInt8]
  var size: Int
  /// How many chunks have been requested, for tests that count them.
  var log: Requests?
  var failure: (any Error)?

  init(_ text: String, size: Int = 4, log: Requests? = nil, failure: (any Error)? = nil) {
    self.init(Array(text.utf8), size: size, log: log, failure: failure)
  }

  init(_ bytes: [UInt8], size: Int, log: Requests? = nil, failure: (any Error)? = nil) {
    (self.bytes, self.size, self.log, self.failure) = (bytes, size, log, failure)
  }

  final class Requests: @unchecked Sendable { var count = 0 }

  func makeAsyncIterator() -> Iterator { Iterator(chunks: self) }

  struct Iterator: AsyncIteratorProtocol {
    let chunks: Chunks
    var position = 0

    mutating func next() async throws -> [UInt8]? {
      chunks.log?.count += 1
      guard position < chunks.bytes.count else {
        if let failure = chunks.failure { throw failure }
        return nil
      }
      let end = Swift.min(position + chunks.size, chunks.bytes.count)
      defer { position = end }
      return Array(chunks.bytes[position..<end])
    }
  }
}

extension AsyncSequence {
  /// All elements up to a failure, and its text.
  func collected() async -> (elements: [Element], failure: String?) {
    var elements: [Element] = []
    do {
      for try await element in self { elements.append(element) }
      return (elements, nil)
    } catch {
      return (elements, "\(error)")
    }
  }
}
