import Foundation

/// Types that are `Codable` and nothing else, read and written by Foundation.
///
/// They are slower than mapped types by an order of magnitude, and as strict as Foundation is: of
/// duplicate keys one counts, and what a type does not decode is ignored.
///
/// ```swift
/// @Mapped("price", transform: .codable()) var price: Money
/// @Mapped("log", transform: .codable([Entry].self, decoding: { $0.dateDecodingStrategy = .iso8601 }))
/// var log: [Entry]?
/// ```
///
/// An error has the place in the document to which the coding path of the `DecodingError` leads; that
/// error itself is the ``MappingError/underlying`` one.
public struct CodableTransform<Object: Codable>: ValueCoding {
  // Both are made and configured here and never changed again, so that all threads can use them.
  private let decoder: JSONDecoder
  private let encoder: JSONEncoder

  /// Makes a transform.
  ///
  /// - Parameters:
  ///   - decoding: sets the options of the decoder; called once.
  ///   - encoding: sets the options of the encoder; called once.
  public init(
    decoding: (JSONDecoder) -> Void = { _ in }, encoding: (JSONEncoder) -> Void = { _ in }
  ) {
    decoder = JSONDecoder()
    decoding(decoder)
    encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    encoding(encoder)
  }

  // An optional may be mapped as a whole: all the layers of Codable types have the same JSON.

  public var acceptsNull: Bool { Object.self is any OptionalValue.Type }

  public func isNone(_ value: Object) -> Bool {
    (value as? any OptionalValue)?.isNil ?? false
  }

  public func decode(from reader: inout JSONReader) throws -> Object {
    let start = reader.cursor
    try reader.skipValue()
    let value = reader.bytes(from: start, to: reader.cursor)
    // Foundation doesn't watch the stack, of which it needs about a kilobyte per level, and types of the user's
    // need more.
    guard reader.stack.hasRoom(for: value.depth * 3072) else {
      reader.cursor = start
      throw reader.tooDeep()
    }
    let bytes = Data(value)
    do {
      return try decoder.decode(Object.self, from: bytes)
    } catch let error as DecodingError {
      let type = (Object.self as? any OptionalValue.Type)?.wrapped ?? Object.self
      var value = JSONReader(copying: reader)
      value.cursor = start
      throw value.failure(error, "\(type)")
    }
  }

  public func encode(_ value: Object, to writer: inout JSONWriter) throws {
    do {
      let bytes = try encoder.encode(value)
      bytes.withBytes { writer.writeVerbatim($0) }
    } catch let error as EncodingError {
      var failure = MappingError(.notEncodable, expected: "JSONEncoder cannot write the value")
      if case .invalidValue(_, let context) = error {
        failure.details.missing = context.codingPath.map(JSONPath.Component.init)
      }
      failure.details.underlying = error
      throw failure
    }
  }
}

extension Bytes {
  /// How deeply arrays and objects are nested in JSON.
  fileprivate var depth: Int {
    var (depth, maximum) = (0, 0)
    var isText = false
    var position = 0
    while position < count {
      switch self[position] {
      case .quote: isText.toggle()
      case .backslash: position += 1
      case .openBrace, .openBracket:
        if !isText { depth += 1 }
        maximum = Swift.max(maximum, depth)
      case .closeBrace, .closeBracket: if !isText { depth -= 1 }
      default: break
      }
      position += 1
    }
    return maximum
  }
}

extension ValueCoding {
  /// Types that are `Codable`, read and written by Foundation.
  ///
  /// - Parameters:
  ///   - type: the type; needed where a property is a container of containers, such as `[Money]?`,
  ///     and so could be read as a whole or item by item.
  ///   - decoding: sets the options of the decoder; called a few times per model type.
  ///   - encoding: sets the options of the encoder; called a few times per model type.
  @_disfavoredOverload
  public static func codable<Object>(
    _ type: Object.Type = Object.self, decoding: (JSONDecoder) -> Void = { _ in },
    encoding: (JSONEncoder) -> Void = { _ in }
  ) -> CodableTransform<Object> where Self == CodableTransform<Object> {
    CodableTransform(decoding: decoding, encoding: encoding)
  }

  /// Optionals of types that are `Codable`.
  public static func codable<Wrapped>(
    decoding: (JSONDecoder) -> Void = { _ in }, encoding: (JSONEncoder) -> Void = { _ in }
  ) -> CodableTransform<Wrapped?> where Self == CodableTransform<Wrapped?> {
    CodableTransform(decoding: decoding, encoding: encoding)
  }

  /// Arrays of types that are `Codable`.
  public static func codable<Element>(
    decoding: (JSONDecoder) -> Void = { _ in }, encoding: (JSONEncoder) -> Void = { _ in }
  ) -> CodableTransform<[Element]> where Self == CodableTransform<[Element]> {
    CodableTransform(decoding: decoding, encoding: encoding)
  }

  /// Dictionaries of types that are `Codable`.
  public static func codable<Element>(
    decoding: (JSONDecoder) -> Void = { _ in }, encoding: (JSONEncoder) -> Void = { _ in }
  ) -> CodableTransform<[String: Element]> where Self == CodableTransform<[String: Element]> {
    CodableTransform(decoding: decoding, encoding: encoding)
  }
}
