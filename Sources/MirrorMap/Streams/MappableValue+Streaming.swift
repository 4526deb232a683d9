import EssentialFoundation

extension MappableValue {
  /// Decodes values from a document that arrives in chunks.
  ///
  /// ```swift
  /// for try await user in User.stream(from: chunks, at: "data.items") { … }   // an array's elements
  /// for try await event in Event.stream(from: chunks, format: .lines) { … }   // NDJSON
  /// ```
  ///
  /// - Parameters:
  ///   - source: The chunks: `Data`, `[UInt8]`, `String`, or another ``JSONSource``.
  ///   - format: How the elements are separated.
  ///   - keyPath: Where in the document the array is, or where in each line or text of a sequence the value is; nil for
  ///     the whole of it. Everything else is validated and skipped.
  ///   - delimiter: The separator of the key path's steps.
  ///   - mapper: Options. With the failure policy `.lossy`, elements that fail are dropped and
  ///     passed to the logger; malformed JSON ends an array; of lines and sequences, only that element is lost.
  ///     ``Mapper/maximumDocumentSize`` limits each element. The policy `.last` for duplicate keys
  ///     doesn't apply to an array's key path: a second array is an error.
  ///   - context: Values for transforms.
  /// - Returns: The elements. Iterating throws ``MappingError``, or what the source throws.
  /// - Complexity: O(n) in the number of bytes, whatever the size of the chunks.
  public static func stream<Source: AsyncSequence>(
    from source: Source, format: StreamFormat = .array, at keyPath: String? = nil,
    delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none
  ) -> JSONStream<Self, Source> where Source.Element: JSONSource {
    let path = MappedKey.steps(to: keyPath, delimiter)
    let decoding = MappedElements<Self>(
      path: format == .array ? nil : path, mapper: mapper, context: context)
    return JSONStream(source, format, path: path ?? [], decoding, mapper)
  }

  /// Decodes values from a document that arrives byte by byte.
  ///
  /// - Parameters:
  ///   - source: The bytes, such as those of a `URLSession` or a `FileHandle`.
  ///   - format: How the elements are separated.
  ///   - keyPath: Where in the document the array is, or where in each line or text of a sequence the value is.
  ///   - delimiter: The separator of the key path's steps.
  ///   - mapper: Options.
  ///   - context: Values for transforms.
  public static func stream<Source: AsyncSequence>(
    from source: Source, format: StreamFormat = .array, at keyPath: String? = nil,
    delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none
  ) -> JSONStream<Self, ByteChunks<Source>> where Source.Element == UInt8 {
    stream(
      from: ByteChunks(source), format: format, at: keyPath, delimiter: delimiter, using: mapper,
      context: context)
  }

  /// Decodes values from a file, and keeps only a part of it in memory at a time.
  ///
  /// - Parameters:
  ///   - url: The file's URL.
  ///   - format: How the elements are separated.
  ///   - keyPath: Where in the document the array is, or where in each line or text of a sequence the value is.
  ///   - delimiter: The separator of the key path's steps.
  ///   - mapper: Options.
  ///   - context: Values for transforms.
  /// - Returns: The elements. Iterating throws ``MappingError``, with code `.unreadableSource` if
  ///   the file can't be read. Reading blocks the iterating thread, as with `FileHandle`.
  public static func stream(
    contentsOf url: URL, format: StreamFormat = .array, at keyPath: String? = nil,
    delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none
  ) -> JSONStream<Self, FileChunks> {
    stream(
      from: FileChunks(url), format: format, at: keyPath, delimiter: delimiter, using: mapper,
      context: context)
  }
}
