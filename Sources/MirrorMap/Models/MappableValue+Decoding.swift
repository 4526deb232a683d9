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
  ///   - source: the document: `Data`, `[UInt8]`, `String` and others, see ``JSONSource``.
  ///   - keyPath: where in the document the value lies, such as `"response.items.0"`; nil for the
  ///     whole document. What lies elsewhere is validated and skipped. Where nothing lies there, an
  ///     optional is nil, and everything else an error.
  ///   - delimiter: what separates the steps of the key path.
  ///   - mapper: options.
  ///   - context: handed to all that takes part.
  /// - Throws: ``MappingError`` saying what is wrong where.
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
  ///   - url: the file's URL.
  ///   - keyPath, delimiter, mapper, context: as for ``decode(from:at:delimiter:using:context:)``.
  /// - Throws: ``MappingError``; one with code `.unreadableSource` if the file cannot be read.
  @inlinable
  public static func decode(
    contentsOf url: URL, at keyPath: String? = nil, delimiter: String = ".",
    using mapper: Mapper = .default, context: MappingContext = .none
  ) throws -> Self {
    try decode(
      from: DocumentReading.load(url), at: keyPath, delimiter: delimiter, using: mapper,
      context: context)
  }

  /// Decodes a value from what `JSONSerialization` or another library has parsed already:
  /// dictionaries, arrays, strings, numbers, `NSNull`.
  ///
  /// - Parameters:
  ///   - object: such as a `[String: Any]`.
  ///   - keyPath, delimiter, mapper, context: as for ``decode(from:at:delimiter:using:context:)``.
  /// - Throws: ``MappingError``. Byte offsets and lines are those of the object as compact JSON.
  /// - Complexity: O(n); the object is written as JSON first.
  public static func decode(
    fromObject object: Any, at keyPath: String? = nil, delimiter: String = ".",
    using mapper: Mapper = .default, context: MappingContext = .none
  ) throws -> Self {
    let bytes = try JSONValue(foundation: object).encodeBytes()
    return try decode(
      from: bytes, at: keyPath, delimiter: delimiter, using: mapper, context: context)
  }
}
