/// The elements of a JSON document that arrives in chunks, decoded one after the other.
///
/// Get one from `stream(from:format:at:delimiter:using:context:)`
/// and iterate over it:
///
/// ```swift
/// for try await user in User.stream(from: chunks, format: .lines) {
///   print(user.name)
/// }
/// ```
///
/// A chunk can end anywhere, even inside of a character. An element is decoded when its last byte
/// has come, and before another chunk is requested. Cancellation is checked before each chunk.
///
/// The memory is that of one chunk and of the largest element, which
/// ``Mapper/maximumDocumentSize`` limits. What surrounds the elements is validated and not kept.
public struct JSONStream<Element, Source: AsyncSequence>: AsyncSequence
where Source.Element: JSONSource {
  private let source: Source
  private let reader: ElementReader
  private let decoding: any ElementDecoding<Element>

  init(
    _ source: Source, _ format: StreamFormat, path: [String],
    _ decoding: some ElementDecoding<Element>, _ mapper: Mapper
  ) {
    self.source = source
    self.decoding = decoding
    reader = ElementReader(format, path: path, isPlainJSON: decoding.isPlainJSON, mapper)
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(source: source.makeAsyncIterator(), reader: reader, decoding: decoding)
  }

  /// Decodes the elements.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline var source: Source.AsyncIterator
    @usableFromInline var reader: ElementReader
    @usableFromInline let decoding: any ElementDecoding<Element>

    /// How many bytes have been received.
    public var bytesRead: Int { reader.bytesRead }

    /// How many elements have been decoded or dropped.
    public var elementsRead: Int { reader.count }

    @inlinable
    public mutating func next() async throws -> Element? { try await next(isolation: nil) }

    /// The next element; nil after the last one.
    ///
    /// - Throws: ``MappingError`` with the path, byte offset, line, and column within the whole
    ///   stream; whatever the source throws; `CancellationError`. No elements follow an error.
    // Specialized in the client: where an asynchronous function doesn't know the sizes of its values, it allocates
    // memory for each of them. Not inlined, because the compiler crashed on a caller with several such loops.
    @inlinable @inline(never)
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      if let element = try readNext() { return element }
      return try await readChunks(actor)
    }

    /// Requests chunks until an element has come whole.
    @usableFromInline
    mutating func readChunks(_ actor: isolated (any Actor)?) async throws -> Element? {
      while !reader.isFinished {
        do {
          try Task.checkCancellation()
          if let chunk = try await source.next(isolation: actor) {
            reader.append(chunk)
          } else {
            // Some sources, such as `AsyncStream`, end where they are when the task is canceled.
            try Task.checkCancellation()
            reader.isComplete = true
          }
        } catch {
          reader.isFinished = true
          throw error
        }
        if let element = try readNext() { return element }
      }
      return nil
    }

    /// The next element of the chunks that have come; nil if its end hasn't.
    @inlinable
    mutating func readNext() throws(MappingError) -> Element? {
      var element: Element?
      let isRead = try reader.read { [decoding] (text, buffer, _, issues) throws(MappingError) in
        try decoding.decode(text, in: buffer, { nil }, &issues) { element = $0 }
      }
      // The element that has been stored may have failed after that, and been dropped.
      return isRead ? element : nil
    }

    /// Appends the next elements of the chunks that have come. A failure after them is thrown the next time.
    @inlinable
    mutating func readAll(into elements: inout [Element]) {
      do throws(MappingError) {
        while try reader.read({ [decoding] (first, buffer, next, issues) throws(MappingError) in
          var decodedCount = elements.count
          do throws(MappingError) {
            try decoding.decode(
              first, in: buffer,
              {
                decodedCount = elements.count
                return next()
              }, &issues
            ) { elements.append($0) }
          } catch {
            // The last one may have failed after it was stored.
            elements.removeLast(elements.count - decodedCount)
            throw error
          }
        }) {}
      } catch {
        reader.postpone(error)
      }
    }
  }
}

extension JSONStream: Sendable where Source: Sendable {}

// MARK: - Batches

extension JSONStream {
  /// The same elements in arrays: all that each chunk completes.
  ///
  /// ```swift
  /// for try await batch in Event.stream(from: chunks, format: .lines).batches {
  ///   try await database.insert(batch)
  /// }
  /// ```
  public var batches: Batches { Batches(stream: self) }

  /// The elements of a stream in arrays, none of which is empty.
  public struct Batches: AsyncSequence {
    fileprivate let stream: JSONStream

    public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }

    /// Decodes the elements of each chunk.
    public struct Iterator: AsyncIteratorProtocol {
      @usableFromInline var base: JSONStream.Iterator

      fileprivate init(base: JSONStream.Iterator) { self.base = base }

      /// How many bytes have been received.
      public var bytesRead: Int { base.bytesRead }

      /// How many elements have been decoded or dropped.
      public var elementsRead: Int { base.elementsRead }

      @inlinable
      public mutating func next() async throws -> [Element]? { try await next(isolation: nil) }

      /// The next elements; nil after the last ones.
      ///
      /// - Throws: as the stream's own iterator. The elements before a failure are returned first.
      @inlinable @inline(never)
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws -> [Element]? {
        guard let first = try await base.next(isolation: actor) else { return nil }
        var batch = [first]
        base.readAll(into: &batch)
        return batch
      }
    }
  }
}

extension JSONStream.Batches: Sendable where Source: Sendable {}
