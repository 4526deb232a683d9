import EssentialFoundation

extension MappableValue {
  /// Decodes a value from a JSON document.
  ///
  /// ```swift
  /// let user = try User.decode(from: data)
  /// let users = try [User].decode(from: text, at: "response.items")
  /// ```
  ///
  /// - Parameters:
  ///   - source: The document: `Data`, `[UInt8]`, `String`, or another ``JSONSource``.
  ///   - keyPath: Where in the document the value is, such as `"response.items.0"`; nil for the
  ///     whole document, as is `""`. Everything else is validated and skipped. If there is no value, an
  ///     optional is nil, and other types throw.
  ///   - delimiter: The separator of the key path's steps.
  ///   - mapper: Options.
  ///   - context: Values for transforms.
  /// - Throws: ``MappingError`` with the cause and position of the failure.
  /// - Complexity: O(n) in the document's size; the document is not copied.
  @inlinable
  public static func decode(
    from source: some JSONSource, at keyPath: String? = nil, delimiter: String = ".",
    using mapper: Mapper = .default, context: MappingContext = .none
  ) throws -> Self {
    try DocumentReading.decode(
      from: source, at: MappedKey.steps(to: keyPath, delimiter), mapper, context
    ) { try Self.decode(from: &$0) }
  }

  /// Decodes a value from a file.
  ///
  /// To decode a file that is larger than memory, see
  /// ``stream(contentsOf:format:at:delimiter:using:context:)``.
  ///
  /// - Parameters:
  ///   - url: The file's URL.
  ///   - options: How the file is read. By default, it's read into memory. With `.mappedIfSafe`, its
  ///     pages are read when they're used; if another process truncates the file meanwhile, the
  ///     operating system ends this one.
  ///   - keyPath: Where in the document the value is; nil for the whole document.
  ///   - delimiter: The separator of the key path's steps.
  ///   - mapper: Options.
  ///   - context: Values for transforms.
  /// - Throws: ``MappingError``, with code `.unreadableSource` if the file can't be read.
  @inlinable
  public static func decode(
    contentsOf url: URL, options: Data.ReadingOptions = [], at keyPath: String? = nil,
    delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none
  ) throws -> Self {
    try decode(
      from: DocumentReading.load(url, options), at: keyPath, delimiter: delimiter, using: mapper,
      context: context)
  }
}
