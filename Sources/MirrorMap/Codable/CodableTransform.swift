import EssentialFoundation

/// Types that are `Codable`, read and written in place by a ``MappingDecoder`` and a ``MappingEncoder``.
///
/// Whatever the policies of the mapper are, one of several equal keys counts, and keys that a type doesn't decode are
/// ignored, as with a ``MappingDecoder``.
///
/// ```swift
/// @Mapped("price", transform: .codable()) var price: Money
/// @Mapped("log", transform: .codable([Entry].self, decoding: { $0.dateDecodingStrategy = .iso8601 }))
/// var log: [Entry]?
/// ```
///
/// The options for whole documents have no effect: ``MappingDecoder/allowsJSON5``,
/// ``MappingDecoder/assumesTopLevelDictionary``, lines in ``MappingEncoder/outputFormatting``, and the limits of
/// ``MappingDecoder/mapper`` and ``MappingEncoder/mapper``.
///
/// What a ``CodableByMapping`` model in the value drops goes to the report or the logger of the whole document; only if
/// there is neither, to the logger of ``MappingDecoder/mapper``.
///
/// An error has the place in the document where the decoder failed; its `DecodingError` or `EncodingError`
/// is the ``MappingError/underlying`` one.
public struct CodableTransform<Object: Codable>: ValueCoding {
  private let decoding: DecodingSetup
  private let encoding: EncodingSetup

  /// Makes a transform.
  ///
  /// - Parameters:
  ///   - decoding: sets the options of the decoder; called once.
  ///   - encoding: sets the options of the encoder; called once.
  public init(
    decoding: (MappingDecoder) -> Void = { _ in }, encoding: (MappingEncoder) -> Void = { _ in }
  ) {
    let decoder = MappingDecoder()
    decoding(decoder)
    // These convert whole documents.
    (decoder.allowsJSON5, decoder.assumesTopLevelDictionary) = (false, false)
    self.decoding = decoder.setup
    let encoder = MappingEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    encoding(encoder)
    // The document's own options say where lines break.
    encoder.outputFormatting.remove(.prettyPrinted)
    self.encoding = encoder.setup
  }

  // An optional may be mapped as a whole: all the layers of Codable types have the same JSON.

  public var acceptsNull: Bool { Object.self is any OptionalValue.Type }

  public func isNone(_ value: Object) -> Bool {
    (value as? any OptionalValue)?.isNil ?? false
  }

  public func decode(from reader: inout JSONReader) throws -> Object {
    let start = reader.cursor
    let depth = reader.remainingDepth
    var root = try NodeDecoder.begin(&reader, decoding, isPart: true)
    var failure: (any Error)?
    defer {
      report(root.document.takeIssues(after: failure), to: &reader)
      NodeDecoder.end(&root, decoding)
    }
    do {
      return try root.decode(Object.self, at: 0, .none)
    } catch {
      failure = error
      guard let error = error as? DecodingError else { throw error }
      (reader.cursor, reader.remainingDepth) = (start, depth)
      throw root.document.mappingError(error, "\(unwrapped(Object.self))")
    }
  }

  /// Adds issues of models inside of a value to those of the document, if these are kept.
  private func report(_ issues: [MappingError], to reader: inout JSONReader) {
    guard !issues.isEmpty else { return }
    if reader.scope.keepsIssues {
      for issue in issues { reader.report(issue) }
    } else if let logger = decoding.options.mapper.logger {
      issues.located(in: reader.bytes).forEach(logger)
    }
  }

  public func encode(_ value: Object, to writer: inout JSONWriter) throws {
    let start = writer.count
    do {
      try withReference(to: &writer) { writer in
        try EncodingCall.run(value, writer, encoding) { try $0.writeValue(value, isDocument: true) }
      }
    } catch let error as EncodingError {
      writer.rewind(to: start)
      var failure = MappingError(.notEncodable, expected: "the value cannot be encoded")
      if case .invalidValue(_, let context) = error {
        if let cause = context.underlyingError as? MappingError { failure = cause }
        failure.details.subpath = context.codingPath.map(JSONPath.Component.init)
        // What a model has written had places of its own.
        (failure.details.isLocated, failure.details.byteOffset) = (false, nil)
      }
      failure.details.underlying = error
      throw failure
    }
  }
}

extension DecodingDocument {
  /// The error of a decoder, as one of the document that the decoded value is a part of.
  ///
  /// - Parameter type: The name of the type that was decoded.
  fileprivate func mappingError(_ error: DecodingError, _ type: String) -> MappingError {
    var result: MappingError
    if let cause = error.context?.underlyingError as? MappingError, !cause.details.isLocated {
      result = cause
    } else {
      // Types create errors that have only a path.
      result = failure(
        .invalidValue, at: nil, expected: "a value that \(type) can be decoded from",
        found: "another one")
    }
    let offset = result.byteOffset ?? offset(at: error.context?.codingPath ?? [])
    result.details.byteOffset = origin + offset
    result.details.underlying = error
    return result
  }
}

extension JSONPath.Component {
  init(_ key: any CodingKey) {
    // Foundation's coders have keys of their own for elements.
    let index = (key as? AnyCodingKey)?.index ?? key.intValue
    self =
      if let index, key.stringValue == AnyCodingKey(index: index).stringValue {
        .index(index)
      } else {
        .key(key.stringValue)
      }
  }
}

extension ValueCoding {
  /// Types that are `Codable`, read and written in place by a ``MappingDecoder`` and a
  /// ``MappingEncoder``.
  ///
  /// - Parameters:
  ///   - type: the type; needed in a set, and in a container of containers such as `[Money]?`,
  ///     which could be read as a whole or item by item.
  ///   - decoding: sets the options of the decoder; called a few times per model type.
  ///   - encoding: sets the options of the encoder; called a few times per model type.
  public static func codable<Object>(
    _ type: Object.Type = Object.self, decoding: (MappingDecoder) -> Void = { _ in },
    encoding: (MappingEncoder) -> Void = { _ in }
  ) -> CodableTransform<Object> where Self == CodableTransform<Object> {
    CodableTransform(decoding: decoding, encoding: encoding)
  }

  /// Optionals of types that are `Codable`.
  public static func codable<Wrapped>(
    decoding: (MappingDecoder) -> Void = { _ in }, encoding: (MappingEncoder) -> Void = { _ in }
  ) -> CodableTransform<Wrapped?> where Self == CodableTransform<Wrapped?> {
    CodableTransform(decoding: decoding, encoding: encoding)
  }

  /// Arrays of types that are `Codable`.
  public static func codable<Element>(
    decoding: (MappingDecoder) -> Void = { _ in }, encoding: (MappingEncoder) -> Void = { _ in }
  ) -> CodableTransform<[Element]> where Self == CodableTransform<[Element]> {
    CodableTransform(decoding: decoding, encoding: encoding)
  }

  /// Dictionaries of types that are `Codable`.
  public static func codable<Element>(
    decoding: (MappingDecoder) -> Void = { _ in }, encoding: (MappingEncoder) -> Void = { _ in }
  ) -> CodableTransform<[String: Element]> where Self == CodableTransform<[String: Element]> {
    CodableTransform(decoding: decoding, encoding: encoding)
  }
}
