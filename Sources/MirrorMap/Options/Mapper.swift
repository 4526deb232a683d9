/// Options for decoding: which documents are accepted, and which limits apply.
///
/// ```swift
/// var mapper = Mapper()
/// mapper.keyStrategy = .snakeCase
/// mapper.coercion = .lossless
/// mapper.failurePolicy = .lenient
/// let user = try User.decode(from: data, using: mapper)
/// ```
///
/// Encoding uses only the mapper's key strategy, transforms, and maximum depth.
public struct Mapper: Sendable {
  /// How to handle a key that occurs twice in one object.
  public enum DuplicateKeys: Sendable {
    /// It's an error; see ``FailurePolicy`` for policies that aren't strict.
    case reject
    /// The first one counts. The others are validated and skipped.
    case first
    /// The last one counts.
    case last
  }

  /// How to handle an unmapped key in the object of a model.
  public enum UnknownKeys: Sendable {
    /// Its value is validated and skipped.
    case ignore
    /// Its value is validated and skipped, and it's an issue in a report and for the logger.
    case report
    /// It's an error, or an issue if the ``Mapper/failurePolicy`` isn't strict.
    case reject
  }

  /// The effect of `null` on an optional property when a model is updated.
  public enum NullsOnUpdate: Sendable {
    /// The property becomes nil.
    case clear
    /// The property keeps its value.
    case keep
  }

  /// How to handle duplicate keys among a model's mapped keys, in its ``Extras``, and in dictionaries;
  /// `.reject` by default.
  ///
  /// Duplicates of keys that are ignored aren't detected. In a ``JSONValue`` or ``JSONObject``, the last one counts.
  public var duplicateKeys: DuplicateKeys {
    get { options.duplicateKeys }
    set { options.duplicateKeys = newValue }
  }

  /// How to handle unmapped keys in the objects of models, and in objects that key paths lead
  /// through, except after a wildcard; `.ignore` by default.
  public var unknownKeys: UnknownKeys {
    get { options.unknownKeys }
    set { options.unknownKeys = newValue }
  }

  /// How deeply arrays and objects can be nested. 512 by default.
  public var maximumDepth: Int {
    get { options.maximumDepth }
    set { options.maximumDepth = newValue }
  }

  /// The maximum length, in bytes, of a string or key, of a number that is converted to a string, and of a number of
  /// more than 19 digits that is decoded as a type other than `Double` or `Float`. Unlimited by default. It also
  /// applies to unmapped strings, but not to those around the elements of a stream, which aren't kept.
  public var maximumStringLength: Int {
    get { options.limits.stringLength }
    set { options.limits.stringLength = newValue }
  }

  /// The maximum number of elements or members of an array, set, dictionary, or ``JSONValue``.
  /// Unlimited by default. Unmapped values aren't counted, because they use no memory.
  public var maximumCollectionCount: Int {
    get { options.limits.collectionCount }
    set { options.limits.collectionCount = newValue }
  }

  /// The maximum number of issues that a report has, and that the logger receives; 1,000 by default. If
  /// there are more, one additional issue says so.
  public var maximumIssueCount: Int {
    get { options.maximumIssueCount }
    set { options.maximumIssueCount = newValue }
  }

  /// The maximum size of a document, or of each element of a stream, in bytes. Unlimited by default.
  public var maximumDocumentSize: Int {
    get { options.limits.documentSize }
    set { options.limits.documentSize = newValue }
  }

  /// How many bytes of the document errors quote before and after the position of a failure, in
  /// ``MappingError/snippet`` and in their text. 0 by default, because documents can contain what
  /// doesn't belong in logs.
  public var errorSnippetLength: Int {
    get { options.errorSnippetLength }
    set { options.errorSnippetLength = newValue }
  }

  /// Derives keys from property names, for properties that don't declare a key. By default, it's nil,
  /// and the names are the keys. A model that adopts ``KeyStrategyProviding`` uses its own strategy.
  public var keyStrategy: (any KeyStrategy)? {
    get { options.keyStrategy }
    set { options.keyStrategy = newValue }
  }

  /// Which values of other types are accepted, such as `"42"` for 42; `.none` by default. A property
  /// can declare its own coercion.
  public var coercion: Coercion {
    get { options.coercion }
    set { options.coercion = newValue }
  }

  /// What happens when a value can't be decoded; `.strict` by default. A property can declare its own
  /// policy.
  public var failurePolicy: FailurePolicy {
    get { options.failurePolicy }
    set { options.failurePolicy = newValue }
  }

  /// The effect of `null` on optional properties in `update(from:)`; `.clear` by default.
  public var nullsOnUpdate: NullsOnUpdate {
    get { options.nullsOnUpdate }
    set { options.nullsOnUpdate = newValue }
  }

  /// Receives each issue that didn't end the decoding: what was dropped, replaced by a default, or
  /// unmapped. A `null` that a default replaced is an issue only in `decodeReporting(from:)`.
  ///
  /// It's called on the thread that decodes, after the document has been read, in the order of the
  /// document.
  public var logger: (@Sendable (MappingError) -> Void)? {
    get { options.logger }
    set { options.logger = newValue }
  }

  /// Makes a mapper with the default options.
  public init() { storage = nil }

  /// The default options.
  public static var `default`: Mapper { Mapper() }

  /// The options, in one reference, because a mapper is copied for each document. nil for the
  /// default options.
  private var storage: Storage?
}

// MARK: - Options

extension Mapper {
  /// All options.
  private struct Options: Sendable {
    var duplicateKeys = DuplicateKeys.reject
    var unknownKeys = UnknownKeys.ignore
    var maximumDepth = 512
    var limits = ReadingLimits()
    var maximumIssueCount = 1000
    var errorSnippetLength = 0
    var keyStrategy: (any KeyStrategy)? {
      didSet { strategy = KeyStrategies.number(of: keyStrategy) }
    }
    private(set) var strategy: Int32 = 0
    var coercion = Coercion.none
    var failurePolicy = FailurePolicy.strict
    var nullsOnUpdate = NullsOnUpdate.clear
    var logger: (@Sendable (MappingError) -> Void)?
    /// The transforms for all values of a type, untyped, because this layer doesn't know codings.
    var transforms: [ObjectIdentifier: any Sendable] = [:]
  }

  private final class Storage: Sendable {
    let options: Options
    init(_ options: Options) { self.options = options }
  }

  private var options: Options {
    get { storage?.options ?? Options() }
    set { storage = Storage(newValue) }
  }

  /// The limits on sizes.
  var limits: ReadingLimits { options.limits }

  /// Whether all options are the default ones.
  var isDefault: Bool { storage == nil }

  /// The number of the key strategy; see ``KeyStrategies``.
  var strategy: Int32 { storage?.options.strategy ?? 0 }

  /// Whether there are transforms for all values of a type.
  var hasTransforms: Bool { storage.map { !$0.options.transforms.isEmpty } ?? false }

  /// The transform for all values of a type, untyped.
  subscript(transformFor type: ObjectIdentifier) -> (any Sendable)? {
    get { storage?.options.transforms[type] }
    set { options.transforms[type] = newValue }
  }

  /// Removes the transforms for all values of a type.
  mutating func removeTransforms() { options.transforms = [:] }
}
