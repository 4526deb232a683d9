import EssentialFoundation

#if canImport(Combine)
  import Combine
#endif

/// Decodes `Codable` types from JSON: `JSONDecoder`, several times as fast.
///
/// It takes the options of `JSONDecoder`, of the same types, and gives the same values and the same errors. Replace
/// the name, and nothing else:
///
/// ```swift
/// let decoder = MappingDecoder()
/// decoder.keyDecodingStrategy = .convertFromSnakeCase
/// decoder.dateDecodingStrategy = .iso8601
/// let page = try decoder.decode(Page.self, from: data)
/// let items = try decoder.decode([Item].self, from: data, at: "data.items")
/// ```
///
/// An error in the document is a `DecodingError` whose underlying error is a ``MappingError`` with the line and the
/// column. An error of another type, which an `init(from:)` throws, is passed on unchanged.
///
/// The whole document is validated before the first value is decoded, and read again value by value, as the types ask
/// for them. A decoder or a container that a type keeps works as long as it's kept.
///
/// - Complexity: O(n) in the size of the document, with 16 bytes of memory for each value and each key. A decoder keeps
///   the memory of a document of up to 8,192 values and keys for the next one, so reuse decoders.
open class MappingDecoder: @unchecked Sendable {
  private let options = CodingOptions<DecoderOptions, NodeDecoder>(DecoderOptions())

  /// Makes a decoder with the options of a new `JSONDecoder`.
  public init() {}

  /// The options as they are now.
  var setup: DecodingSetup { options.current }

  // MARK: Options

  /// How dates are decoded.
  open var dateDecodingStrategy: DateDecodingStrategy {
    get { options.dates }
    set { options.dates = newValue }
  }

  /// How `Data` is decoded.
  open var dataDecodingStrategy: DataDecodingStrategy {
    get { options.data }
    set { options.data = newValue }
  }

  /// Whether strings stand for infinities and NaN.
  open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { options.floats }
    set { options.floats = newValue }
  }

  /// How keys are converted before they are compared with those of the types.
  open var keyDecodingStrategy: KeyDecodingStrategy {
    get { options.keys }
    set { options.keys = newValue }
  }

  /// Values for the initializers of the types.
  open var userInfo: [CodingUserInfoKey: any Sendable] {
    get { options.userInfo }
    set { options.userInfo = newValue }
  }

  /// Whether documents may be JSON5, with comments, unquoted keys, and trailing commas.
  ///
  /// In a stream, that applies to lines. The elements of an array or a sequence are found by the syntax of JSON, so
  /// single quotes, and comments or commas between elements, can make the stream fail.
  open var allowsJSON5: Bool {
    get { options.allowsJSON5 }
    set { options.allowsJSON5 = newValue }
  }

  /// Whether the braces around the members of the outermost object may be missing.
  open var assumesTopLevelDictionary: Bool {
    get { options.assumesTopLevelDictionary }
    set { options.assumesTopLevelDictionary = newValue }
  }

  /// A mapper whose limits apply: ``Mapper/maximumDepth``, ``Mapper/maximumStringLength``,
  /// ``Mapper/maximumCollectionCount``, ``Mapper/maximumDocumentSize``, and ``Mapper/errorSnippetLength``. Models in the
  /// document that are ``CodableByMapping`` are decoded with all of its options.
  open var mapper: Mapper {
    get { options.mapper }
    set { options.mapper = newValue }
  }

  // MARK: Decoding

  /// Decodes a value from a document.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: The document.
  /// - Throws: `DecodingError`, and whatever the types throw.
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try decode(type, from: data, at: "")
  }

  /// Decodes a value from a document, or from a place in it.
  ///
  /// ```swift
  /// let items = try decoder.decode([Item].self, from: text, at: "data.items")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - source: The document: `Data`, `[UInt8]`, `String`, or another ``JSONSource``.
  ///   - keyPath: Where in the document the value is, such as `"response.items.0"`, by the keys of the document;
  ///     `""` for the whole document. Everything else is validated. If there is no value, it's an error, even for an
  ///     optional.
  ///   - delimiter: The separator of the key path's steps.
  /// - Throws: `DecodingError`, and whatever the types throw.
  open func decode<T: Decodable>(
    _ type: T.Type, from source: some JSONSource, at keyPath: String = "", delimiter: String = "."
  ) throws -> T {
    try decode(source, at: keyPath, delimiter) { place in
      try place.decoder.decode(type, at: place.index, place.step)
    }
  }

  /// Decodes a value whose type needs a configuration.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: The document.
  ///   - configuration: What the type needs to know.
  /// - Throws: `DecodingError`, and whatever the types throw.
  open func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T {
    try decode(data, at: "", ".") { place in
      try T(from: place.decoder.nested(place.index, place.step), configuration: configuration)
    }
  }

  /// Decodes a value whose type needs a configuration, which another type provides.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: The document.
  ///   - configuration: The type that provides the configuration.
  /// - Throws: `DecodingError`, and whatever the types throw.
  open func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
    _ type: T.Type, from data: Data, configuration: C.Type
  ) throws -> T where T.DecodingConfiguration == C.DecodingConfiguration {
    try decode(type, from: data, configuration: C.decodingConfiguration)
  }

  private func decode<T>(
    _ source: some JSONSource, at keyPath: String, _ delimiter: String,
    _ body: (NodeDecoder.Place) throws -> T
  ) throws -> T {
    let setup = setup
    let path = MappedKey.steps(to: keyPath, delimiter)
    return try source.withBytes { bytes in
      try DecodingCall.run(
        bytes, at: path ?? [], setup,
        log: { issues in if let logger = setup.options.mapper.logger { issues.forEach(logger) } },
        body)
    }
  }
}

extension MappingDecoder {
  /// How dates are decoded: Foundation's strategies.
  public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
  /// How data is decoded: Foundation's strategies.
  public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
  /// How infinities and NaN are decoded: Foundation's strategies.
  public typealias NonConformingFloatDecodingStrategy =
    JSONDecoder.NonConformingFloatDecodingStrategy
  /// How keys are converted before they're compared: Foundation's strategies.
  public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy
}

#if canImport(Combine)
  extension MappingDecoder: TopLevelDecoder {}
#endif
