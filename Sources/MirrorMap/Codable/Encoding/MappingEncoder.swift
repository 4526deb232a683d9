import EssentialFoundation

#if canImport(Combine)
  import Combine
#endif

/// Encodes `Codable` types as JSON: `JSONEncoder`, several times as fast.
///
/// It takes the options of `JSONEncoder`, of the same types, and with `.sortedKeys` writes the same bytes. Without that
/// option, members keep the order in which the types encode them. Replace the name, and nothing else:
///
/// ```swift
/// let encoder = MappingEncoder()
/// encoder.keyEncodingStrategy = .convertToSnakeCase
/// encoder.dateEncodingStrategy = .iso8601
/// let data = try encoder.encode(page)
/// ```
///
/// Every error of the encoder is an `EncodingError` whose underlying error is a ``MappingError``. Errors that the types
/// throw themselves pass through.
///
/// - Complexity: O(n) in the size of the JSON, which is written straight into one buffer; nested containers and
///   encoders of superclasses are put into their places at the end. Sorting takes O(m log m) for each object of m members.
open class MappingEncoder: @unchecked Sendable {
  private let options = CodingOptions<EncoderOptions, EncodingPart>(EncoderOptions())

  /// Makes an encoder with the options of a new `JSONEncoder`.
  public init() {}

  /// The options as they are now.
  var setup: EncodingSetup { options.current }

  // MARK: Options

  /// The layout of the text: indented, with sorted keys, without escaped slashes.
  open var outputFormatting: OutputFormatting {
    get { options.formatting }
    set { options.formatting = newValue }
  }

  /// How dates are encoded.
  open var dateEncodingStrategy: DateEncodingStrategy {
    get { options.dates }
    set { options.dates = newValue }
  }

  /// How `Data` is encoded.
  open var dataEncodingStrategy: DataEncodingStrategy {
    get { options.data }
    set { options.data = newValue }
  }

  /// Whether strings stand for infinities and NaN.
  open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { options.floats }
    set { options.floats = newValue }
  }

  /// How the keys of the types are converted.
  open var keyEncodingStrategy: KeyEncodingStrategy {
    get { options.keys }
    set { options.keys = newValue }
  }

  /// Values for the methods of the types.
  open var userInfo: [CodingUserInfoKey: any Sendable] {
    get { options.userInfo }
    set { options.userInfo = newValue }
  }

  /// The mapper of the models in the document that are ``CodableByMapping``: their key strategy, transforms, and maximum
  /// depth.
  open var mapper: Mapper {
    get { options.mapper }
    set { options.mapper = newValue }
  }

  // MARK: Encoding

  /// Encodes a value.
  ///
  /// - Parameter value: The value.
  /// - Returns: The JSON, in UTF-8.
  /// - Throws: `EncodingError`, and whatever the types throw.
  open func encode<T: Encodable>(_ value: T) throws -> Data {
    try encode(value) { try $0.writeValue(value, isDocument: true) }
  }

  /// Encodes a value whose type needs a configuration.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - configuration: What the type needs to know.
  /// - Returns: The JSON, in UTF-8.
  /// - Throws: `EncodingError`, and whatever the types throw.
  open func encode<T: EncodableWithConfiguration>(
    _ value: T, configuration: T.EncodingConfiguration
  ) throws -> Data {
    try encode(value) { try value.encode(to: $0, configuration: configuration) }
  }

  /// Encodes a value whose type needs a configuration, which another type provides.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - configuration: The type that provides the configuration.
  /// - Returns: The JSON, in UTF-8.
  /// - Throws: `EncodingError`, and whatever the types throw.
  open func encode<T: EncodableWithConfiguration, C: EncodingConfigurationProviding>(
    _ value: T, configuration: C.Type
  ) throws -> Data where T.EncodingConfiguration == C.EncodingConfiguration {
    try encode(value, configuration: C.encodingConfiguration)
  }

  /// Encodes a value as JSON in a string.
  ///
  /// - Parameter value: The value.
  /// - Returns: The JSON.
  /// - Throws: `EncodingError`, and whatever the types throw.
  public func encodeString<T: Encodable>(_ value: T) throws -> String {
    String(decoding: try encode(value), as: UTF8.self)
  }

  /// Encodes a value as JSON in an array of UTF-8 bytes.
  ///
  /// - Parameter value: The value.
  /// - Returns: The JSON, in UTF-8.
  /// - Throws: `EncodingError`, and whatever the types throw.
  public func encodeBytes<T: Encodable>(_ value: T) throws -> [UInt8] {
    [UInt8](try encode(value))
  }

  private func encode<T>(_ value: T, _ body: (NodeEncoder) throws -> Void) throws -> Data {
    let setup = setup
    var writer = JSONWriter(session: nil)
    try withReference(to: &writer) { try EncodingCall.run(value, $0, setup, body) }
    return writer.takeData()
  }
}

extension MappingEncoder {
  /// The layout of the JSON: Foundation's options.
  public typealias OutputFormatting = JSONEncoder.OutputFormatting
  /// How dates are encoded: Foundation's strategies.
  public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy
  /// How data is encoded: Foundation's strategies.
  public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy
  /// How infinities and NaN are encoded: Foundation's strategies.
  public typealias NonConformingFloatEncodingStrategy =
    JSONEncoder.NonConformingFloatEncodingStrategy
  /// How keys are converted before they're written: Foundation's strategies.
  public typealias KeyEncodingStrategy = JSONEncoder.KeyEncodingStrategy
}

#if canImport(Combine)
  extension MappingEncoder: TopLevelEncoder {}
#endif
