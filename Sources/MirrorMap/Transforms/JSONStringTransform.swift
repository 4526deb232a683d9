/// Values whose JSON stands in a string: `"{\"id\":7}"`.
///
/// ```swift
/// @Mapped("payload", transform: .stringifiedJSON()) var payload: Payload
/// @Mapped("items", transform: .stringifiedJSON([Item].self)) var items: [Item]
/// ```
///
/// An error inside of the string is the ``MappingError/underlying`` one, with the place in the JSON of
/// the string, of an error with the place of the string in the document.
public struct JSONStringTransform<Object: MappableValue>: Transform {
  /// Makes a transform.
  @inlinable
  public init() {}

  public func decode(from reader: inout JSONReader) throws -> Object {
    let text = try reader.readString(expecting: "a string that holds JSON")
    return try Self.decode(text, reader.mapper, reader.context)
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
    try Self.decode(json, .default, context)
  }

  private static func decode(
    _ text: String, _ mapper: Mapper, _ context: MappingContext
  ) throws -> Object {
    do {
      return try DocumentReading.decode(Object.self, from: text, mapper, context)
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
