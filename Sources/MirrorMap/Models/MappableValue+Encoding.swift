import Foundation

extension MappableValue {
  /// Encodes the value as JSON.
  ///
  /// - Parameters:
  ///   - options: layout and nulls; compact unless told otherwise.
  ///   - context: handed to all that takes part.
  /// - Returns: UTF-8 bytes.
  /// - Throws: ``MappingError`` with the path of a value that cannot be written; one with code
  ///   `.depthLimit` for more than 512 levels of nesting, as objects in a circle have.
  /// - Complexity: O(n) in the size of the JSON, in one growing buffer that is not copied.
  @inlinable
  public func encode(
    options: EncodingOptions = [], context: MappingContext = .none
  ) throws -> Data {
    try DocumentWriting.write(options, context) { writer throws(MappingError) in
      try writer.encode(self)
    }
  }

  /// Encodes the value as JSON in a string.
  ///
  /// - Parameters: as for ``encode(options:context:)``.
  /// - Throws: ``MappingError`` with the path of a value that cannot be written.
  @inlinable
  public func encodeString(
    options: EncodingOptions = [], context: MappingContext = .none
  ) throws -> String {
    String(decoding: try encode(options: options, context: context), as: UTF8.self)
  }

  /// Encodes the value as JSON in an array of UTF-8 bytes.
  ///
  /// - Parameters: as for ``encode(options:context:)``.
  /// - Throws: ``MappingError`` with the path of a value that cannot be written.
  @inlinable
  public func encodeBytes(
    options: EncodingOptions = [], context: MappingContext = .none
  ) throws -> [UInt8] {
    Array(try encode(options: options, context: context))
  }

  /// Encodes the value as Foundation objects: `[String: Any]`, `[Any]`, strings, numbers, `NSNull`.
  ///
  /// - Parameters: as for ``encode(options:context:)``; layout does not matter.
  /// - Throws: ``MappingError`` with the path of a value that cannot be written.
  public func encodeObject(
    options: EncodingOptions = [], context: MappingContext = .none
  ) throws -> Any {
    let data = try encode(options: options.subtracting(.layoutOptions), context: context)
    return try JSONValue.decode(from: data).foundationObject
  }
}

/// One document being written, from its first byte to its last.
@usableFromInline
enum DocumentWriting {
  @usableFromInline
  static func write(
    _ options: EncodingOptions, _ context: MappingContext,
    _ body: (inout JSONWriter) throws(MappingError) -> Void
  ) throws(MappingError) -> Data {
    try Recorder.suspended { () throws(MappingError) in
      var session = MappingSession(mapper: .default, context: context, options: options)
      return try withUnsafeMutablePointer(to: &session) { (session) throws(MappingError) in
        var writer = JSONWriter(session: UnsafeMutableRawPointer(session))
        do throws(MappingError) {
          try body(&writer)
          try writer.finish()
        } catch {
          throw error.located(in: writer.written, isOutput: true)
        }
        guard options.isDisjoint(with: .layoutOptions) else {
          return try options.layout.lay(out: writer.written)
        }
        return writer.takeData()
      }
    }
  }
}
