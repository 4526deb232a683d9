import Foundation

extension MappableValue {
  /// Encodes the value as JSON.
  ///
  /// - Parameters:
  ///   - options: layout and nulls; compact unless told otherwise.
  ///   - mapper: its key strategy makes the keys.
  ///   - context: handed to all that takes part.
  /// - Returns: UTF-8 bytes.
  /// - Throws: ``MappingError`` with the path of a value that cannot be written; one with code
  ///   `.depthLimit` for more than 512 levels of nesting, as objects in a circle have.
  /// - Complexity: O(n) in the size of the JSON, in one growing buffer that is not copied.
  @inlinable
  public func encode(
    options: EncodingOptions = [], using mapper: Mapper = .default,
    context: MappingContext = .none
  ) throws -> Data {
    try DocumentWriting.write(options, mapper, context, Self.collectModels) {
      writer throws(MappingError) in
      try writer.encode(self)
    }
  }

  /// Encodes the value as JSON in a string.
  ///
  /// - Parameters: as for ``encode(options:using:context:)``.
  /// - Throws: ``MappingError`` with the path of a value that cannot be written.
  @inlinable
  public func encodeString(
    options: EncodingOptions = [], using mapper: Mapper = .default,
    context: MappingContext = .none
  ) throws -> String {
    try DocumentWriting.string(of: self, options, mapper, context)
  }

  /// Encodes the value as JSON in an array of UTF-8 bytes.
  ///
  /// - Parameters: as for ``encode(options:using:context:)``.
  /// - Throws: ``MappingError`` with the path of a value that cannot be written.
  @inlinable
  public func encodeBytes(
    options: EncodingOptions = [], using mapper: Mapper = .default,
    context: MappingContext = .none
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try encode(into: &bytes, options: options, using: mapper, context: context)
    return bytes
  }

  /// Encodes the value as JSON into a buffer that is used again and again.
  ///
  /// ```swift
  /// var buffer: [UInt8] = []
  /// for event in events {
  ///   try event.encode(into: &buffer)
  ///   try file.write(contentsOf: buffer)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - buffer: its content is replaced by the UTF-8 bytes of the JSON, its capacity kept. If
  ///     encoding fails, it stays as it was.
  ///   - options, mapper, context: as for ``encode(options:using:context:)``.
  /// - Throws: ``MappingError`` with the path of a value that cannot be written.
  /// - Complexity: O(n) in the size of the JSON. Once a `[UInt8]` is large enough, no memory is
  ///   allocated for documents of up to 1 MiB (a `Data` allocates twice): each thread keeps that
  ///   much at most of what it has written last.
  @inlinable
  public func encode<Buffer: RangeReplaceableCollection<UInt8>>(
    into buffer: inout Buffer, options: EncodingOptions = [], using mapper: Mapper = .default,
    context: MappingContext = .none
  ) throws {
    try DocumentWriting.lend(
      options, mapper, context, Self.collectModels,
      { writer throws(MappingError) in try writer.encode(self) },
      to: {
        buffer.removeAll(keepingCapacity: true)
        buffer.append(contentsOf: $0)
      })
  }

  /// Encodes the value as Foundation objects: `[String: Any]`, `[Any]`, strings, numbers, `NSNull`.
  ///
  /// - Parameters: as for ``encode(options:using:context:)``; layout does not matter.
  /// - Throws: ``MappingError`` with the path of a value that cannot be written.
  public func encodeObject(
    options: EncodingOptions = [], using mapper: Mapper = .default,
    context: MappingContext = .none
  ) throws -> Any {
    let data = try encode(
      options: options.subtracting(.layoutOptions), using: mapper, context: context)
    return try JSONValue.decode(from: data).foundationObject
  }
}
