/// Values whose JSON stands in a string: `"{\"id\":7}"`.
///
/// ```swift
/// @Mapped("payload", transform: .stringifiedJSON()) var payload: Payload
/// @Mapped("items", transform: .stringifiedJSON([Item].self)) var items: [Item]
/// ```
///
/// An error inside of the string is the ``MappingError/underlying`` one, with the place in the JSON of
/// the string, of an error with the place of the string in the document.
public struct JSONStringTransform<Object: MappableValue>: ContextualTransform {
  /// Makes a transform.
  @inlinable
  public init() {}

  public func decode(from reader: inout JSONReader) throws -> Object {
    let text = try reader.readString(expecting: "a string that holds JSON")
    // What is read again within the text counts as read again in the document.
    return try Self.decode(text, reader.mapper, reader.context, &reader.rereadableCount)
  }

  public func encode(_ value: Object, to writer: inout JSONWriter) throws {
    // The layout is that of the document; only the order of keys is more than looks.
    let layout = EncodingOptions.layoutOptions.subtracting(.sortedKeys)
    let options = writer.options.subtracting(layout)
    do {
      writer.writeString(
        try DocumentWriting.string(of: value, options, writer.mapper, writer.context))
    } catch {
      throw Self.failure(error, MappingError(.notEncodable, expected: "JSON in a string"))
    }
  }

  public func decode(_ json: String, in context: MappingContext) throws -> Object {
    var rereadableCount = Int.max
    return try Self.decode(json, .default, context, &rereadableCount)
  }

  private static func decode(
    _ text: String, _ mapper: Mapper, _ context: MappingContext, _ rereadableCount: inout Int
  ) throws -> Object {
    do {
      return try text.withBytes { bytes in
        var session = MappingSession(mapper: mapper, context: context)
        return try DocumentReading.read(
          bytes, at: nil, &session, ifAbsent: Object.noneValue, Object.collectModels
        ) { (reader) throws(MappingError) in
          let before = min(reader.rereadableCount, rereadableCount)
          reader.rereadableCount = before
          defer { rereadableCount -= before - reader.rereadableCount }
          return try reader.decode(Object.self)
        }
      }
    } catch {
      throw failure(error, MappingError(expected: "\(Object.self) as JSON in a string"))
    }
  }

  public func encode(_ object: Object, in context: MappingContext) throws -> String {
    try DocumentWriting.string(of: object, [], .default, context)
  }

  public var _access: _ValueAccess { .passing(Object.self, for: Self.self) }

  private static func failure(_ cause: any Error, _ error: MappingError) -> any Error {
    // A wrong declaration is wrong wherever it is met.
    if let cause = cause as? MappingError, cause.code == .declaration { return cause }
    var failure = error
    failure.details.underlying = cause
    return failure
  }

  public var shape: ValueShape { .document(.value(Object.self)) }
}

extension ValueCoding {
  /// Models whose JSON stands in a string; in a container of models each in a string of its own.
  @inlinable
  public static func stringifiedJSON<Object: Mappable>() -> JSONStringTransform<Object>
  where Self == JSONStringTransform<Object> {
    JSONStringTransform()
  }

  /// Values of any type whose JSON stands in a string: `.stringifiedJSON([Item].self)` for a string
  /// that holds an array.
  ///
  /// - Parameter type: what the string holds.
  @inlinable
  public static func stringifiedJSON<Object>(
    _ type: Object.Type
  ) -> JSONStringTransform<Object> where Self == JSONStringTransform<Object> {
    JSONStringTransform()
  }
}
