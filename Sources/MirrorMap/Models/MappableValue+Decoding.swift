import Foundation

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
  ///     whole document. Everything else is validated and skipped. If there is no value, an
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
      Self.self, from: source, at: keyPath.map { MappedKey.steps(of: $0, delimiter) }, mapper,
      context)
  }

  /// Decodes a value from a file.
  ///
  /// - Parameters:
  ///   - url: The file's URL.
  ///   - keyPath, delimiter, mapper, context: as for ``decode(from:at:delimiter:using:context:)``.
  /// - Throws: ``MappingError``, with code `.unreadableSource` if the file can't be read.
  @inlinable
  public static func decode(
    contentsOf url: URL, at keyPath: String? = nil, delimiter: String = ".",
    using mapper: Mapper = .default, context: MappingContext = .none
  ) throws -> Self {
    try decode(
      from: DocumentReading.load(url), at: keyPath, delimiter: delimiter, using: mapper,
      context: context)
  }

  /// Decodes a value from the objects of `JSONSerialization` or another parser: dictionaries,
  /// arrays, strings, numbers, and `NSNull`.
  ///
  /// - Parameters:
  ///   - object: An object such as a `[String: Any]`.
  ///   - keyPath, delimiter, mapper, context: as for ``decode(from:at:delimiter:using:context:)``.
  /// - Throws: ``MappingError``. Byte offsets and lines are those of the object as compact JSON.
  /// - Complexity: O(n). The object is written as JSON first.
  public static func decode(
    fromObject object: Any, at keyPath: String? = nil, delimiter: String = ".",
    using mapper: Mapper = .default, context: MappingContext = .none
  ) throws -> Self {
    let bytes = try JSONValue(foundation: object).encodeBytes()
    return try decode(
      from: bytes, at: keyPath, delimiter: delimiter, using: mapper, context: context)
  }
}
