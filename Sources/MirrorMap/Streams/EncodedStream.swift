extension AsyncSequence where Element: MappableValue {
  /// Encodes the values of an asynchronous sequence, one after the other.
  ///
  /// ```swift
  /// for try await bytes in users.encoded(as: .lines) { try file.write(contentsOf: bytes) }
  /// ```
  ///
  /// - Parameters:
  ///   - format: How the elements are separated. An array has its brackets, also if it's empty.
  ///   - options: As for `encode`. Lines are never pretty-printed, and the elements of an array are written whole.
  ///   - mapper: Its key strategy, transforms, and maximum depth count.
  ///   - context: Values for transforms.
  /// - Returns: The UTF-8 of each element, with what separates it from the one before. Iterating
  ///   throws ``MappingError``, or what this sequence throws.
  public func encoded(
    as format: StreamFormat, options: EncodingOptions = [], using mapper: Mapper = .default,
    context: MappingContext = .none
  ) -> EncodedStream<Self> {
    var options = options
    switch format {
    // As in a whole array, which is replaced, not merged; `.nullsOmitted` has no effect beside it.
    case .array where options.contains(.changesOnly):
      options.subtract([.changesOnly, .nullsOmitted])
    case .lines: options.remove(.prettyPrinted)
    case .array, .sequence: break
    }
    return EncodedStream(source: self, writer: ElementWriter(format, options, mapper, context))
  }
}

/// The JSON of the values of an asynchronous sequence, in chunks.
///
/// Get one from `encoded(as:)`. Each chunk has one element, and an array ends with a chunk that has only its closing
/// bracket (`[]` if the array is empty). A value is requested only when its chunk is. If a value can't
/// be encoded, no part of it is returned.
public struct EncodedStream<Source: AsyncSequence>: AsyncSequence
where Source.Element: MappableValue {
  fileprivate let source: Source
  fileprivate let writer: ElementWriter

  public func makeAsyncIterator() -> Iterator {
    Iterator(source: source.makeAsyncIterator(), writer: writer)
  }

  /// Encodes values.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline var source: Source.AsyncIterator
    @usableFromInline var writer: ElementWriter
    @usableFromInline var isFinished = false

    /// How many elements have been encoded.
    public var elementsWritten: Int { writer.count }

    fileprivate init(source: Source.AsyncIterator, writer: ElementWriter) {
      self.source = source
      self.writer = writer
    }

    @inlinable
    public mutating func next() async throws -> [UInt8]? { try await next(isolation: nil) }

    /// The bytes of the next element or, at the end, the closing bracket of an array; nil after that.
    ///
    /// - Throws: ``MappingError`` with the path of the value that can't be encoded; whatever the
    ///   source throws; `CancellationError`. There is nothing more then.
    // Specialized in the client and not inlined, like the iterator of ``JSONStream``.
    @inlinable @inline(never)
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
      guard !isFinished else { return nil }
      do {
        if let value = try await source.next(isolation: actor) { return try writer.write(value) }
        // Some sources, such as `AsyncStream`, end where they are when the task is canceled.
        try Task.checkCancellation()
      } catch {
        isFinished = true
        throw error
      }
      isFinished = true
      return writer.end
    }
  }
}

extension EncodedStream: Sendable where Source: Sendable {}
