import EssentialFoundation

extension MappingDecoder {
  /// Decodes values from a document that arrives in chunks.
  ///
  /// ```swift
  /// for try await event in decoder.stream(Event.self, from: chunks, format: .lines) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - source: The chunks: `Data`, `[UInt8]`, `String`, or another ``JSONSource``.
  ///   - format: How the elements are separated.
  ///   - keyPath: Where in the document the array is, or where in each line or text of a sequence the value is; nil for
  ///     the whole of it. Everything else is validated and skipped.
  ///   - delimiter: The separator of the key path's steps.
  /// - Returns: The elements. Iterating throws ``MappingError`` with the place in the stream, whose
  ///   ``MappingError/underlying`` error is the `DecodingError`; or what the source throws. With a
  ///   ``mapper`` of the failure policy `.lossy`, elements that fail are dropped and passed to its
  ///   logger.
  /// - Complexity: O(n) in the number of bytes, whatever the size of the chunks.
  public func stream<T: Decodable, Source: AsyncSequence>(
    _ type: T.Type, from source: Source, format: StreamFormat = .array, at keyPath: String? = nil,
    delimiter: String = "."
  ) -> JSONStream<T, Source> where Source.Element: JSONSource {
    let setup = setup.with(\.allowsOtherEncodings, false)
    let path = MappedKey.steps(to: keyPath, delimiter) ?? []
    let decoding = DecodableElements<T>(path: format == .array ? [] : path, setup: setup)
    var mapper = setup.options.mapper
    // As in whole documents.
    mapper.duplicateKeys = .first
    return JSONStream(source, format, path: path, decoding, mapper)
  }

  /// Decodes values from a document that arrives byte by byte.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - source: The bytes, such as those of a `URLSession` or a `FileHandle`.
  ///   - format: How the elements are separated.
  ///   - keyPath: Where in the document the array is, or where in each line or text of a sequence the value is.
  ///   - delimiter: The separator of the key path's steps.
  public func stream<T: Decodable, Source: AsyncSequence>(
    _ type: T.Type, from source: Source, format: StreamFormat = .array, at keyPath: String? = nil,
    delimiter: String = "."
  ) -> JSONStream<T, ByteChunks<Source>> where Source.Element == UInt8 {
    stream(type, from: ByteChunks(source), format: format, at: keyPath, delimiter: delimiter)
  }

  /// Decodes values from a file, and keeps only a part of it in memory at a time.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - url: The file's URL.
  ///   - format: How the elements are separated.
  ///   - keyPath: Where in the document the array is, or where in each line or text of a sequence the value is.
  ///   - delimiter: The separator of the key path's steps.
  /// - Returns: The elements. Iterating throws ``MappingError``, with code `.unreadableSource` if
  ///   the file can't be read. Reading blocks the iterating thread, as with `FileHandle`.
  public func stream<T: Decodable>(
    _ type: T.Type, contentsOf url: URL, format: StreamFormat = .array, at keyPath: String? = nil,
    delimiter: String = "."
  ) -> JSONStream<T, FileChunks> {
    stream(type, from: FileChunks(url), format: format, at: keyPath, delimiter: delimiter)
  }
}
