/// The bytes of an asynchronous sequence, in chunks.
///
/// A chunk ends after each byte that can end an element, so an element can be decoded as soon as its last byte has arrived.
public struct ByteChunks<Source: AsyncSequence>: AsyncSequence where Source.Element == UInt8 {
  private let source: Source

  /// Makes chunks of bytes.
  public init(_ source: Source) { self.source = source }

  public func makeAsyncIterator() -> Iterator { Iterator(source: source.makeAsyncIterator()) }

  /// Collects bytes.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var source: Source.AsyncIterator
    private var isFinished = false
    /// What the source has thrown after the last chunk.
    private var failure: (any Error)?

    fileprivate init(source: Source.AsyncIterator) { self.source = source }

    public mutating func next() async throws -> [UInt8]? { try await next(isolation: nil) }

    /// The next bytes; nil after the last ones.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
      if let failure {
        self.failure = nil
        throw failure
      }
      guard !isFinished else { return nil }
      var chunk: [UInt8] = []
      do {
        while let byte = try await source.next(isolation: actor) {
          chunk.append(byte)
          if chunk.count == 4096 || Self.canEndElement(byte) { return chunk }
        }
      } catch {
        guard !chunk.isEmpty else { throw error }
        failure = error
      }
      isFinished = true
      return chunk.isEmpty ? nil : chunk
    }

    private static func canEndElement(_ byte: UInt8) -> Bool {
      switch byte {
      case .closeBrace, .closeBracket, .quote, .comma: true
      default: byte <= .space
      }
    }
  }
}

extension ByteChunks: Sendable where Source: Sendable {}
