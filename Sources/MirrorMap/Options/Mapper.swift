/// Options of decoding: how strict, and how much.
///
/// ```swift
/// var mapper = Mapper()
/// mapper.keyStrategy = .snakeCase
/// mapper.coercion = .lossless
/// mapper.failurePolicy = .lenient
/// let user = try User.decode(from: data, using: mapper)
/// ```
///
/// Encoding takes the key strategy of a mapper, its transforms and its maximum depth, nothing else.
public struct Mapper: Sendable {
  /// What to do with a key that stands twice in one object.
  public enum DuplicateKeys: Sendable {
    /// It is an error, as there is no telling which one was meant.
    case reject
    /// The first one counts; the others are validated and skipped.
    case first
    /// The last one counts.
    case last
  }

  /// What to do with a key that no property of a model asks for.
  public enum UnknownKeys: Sendable {
    /// Its value is validated and skipped.
    case ignore
    /// The same, and it is an issue: in a report, and for the logger.
    case report
    /// It is an error.
    case reject
  }

  /// What `null` does to an optional property when a model is updated.
  public enum NullsOnUpdate: Sendable {
    /// The property becomes nil.
    case clear
    /// The property keeps its value.
    case keep
  }

  /// What to do with duplicate keys, among a model's mapped keys and in dictionaries. Keys that
  /// nobody asks for are not looked at.
  public var duplicateKeys: DuplicateKeys {
    get { options.duplicateKeys }
    set { change { $0.duplicateKeys = newValue } }
  }

  /// What to do with keys that no property asks for: in the objects of models, and in objects that
  /// key paths lead through, except behind a wildcard.
  public var unknownKeys: UnknownKeys {
    get { options.unknownKeys }
    set { change { $0.unknownKeys = newValue } }
  }

  /// How deeply arrays and objects may be nested; 512 unless told otherwise.
  public var maximumDepth: Int {
    get { options.maximumDepth }
    set { change { $0.maximumDepth = newValue } }
  }

  /// How many bytes a string or key of the document may have, between its quotes, and a number that
  /// is too long for anything but its text; any number unless told otherwise. Strings that nobody
  /// asks for count as well.
  public var maximumStringLength: Int {
    get { options.limits.stringLength }
    set { change { $0.limits.stringLength = newValue } }
  }

  /// How many elements or members an array, set, dictionary or ``JSONValue`` may have; any number
  /// unless told otherwise. Values that nobody asks for take no memory, and are not counted.
  public var maximumCollectionCount: Int {
    get { options.limits.collectionCount }
    set { change { $0.limits.collectionCount = newValue } }
  }

  /// How many bytes a document may have; any number unless told otherwise.
  public var maximumDocumentSize: Int {
    get { options.limits.documentSize }
    set { change { $0.limits.documentSize = newValue } }
  }

  /// How many bytes of the document errors quote on each side of the place of a failure, in
  /// ``MappingError/snippet`` and in their text; 0 unless told otherwise, as documents hold what
  /// does not belong into logs.
  public var errorSnippetLength: Int {
    get { options.errorSnippetLength }
    set { change { $0.errorSnippetLength = newValue } }
  }

  /// How keys are made of the names of properties that declare no key; nil to take the names as
  /// they are. A model that is ``KeyStrategyProviding`` has its own.
  public var keyStrategy: (any KeyStrategy)? {
    get { options.keyStrategy }
    set { change { $0.keyStrategy = newValue } }
  }

  /// Whether values of one kind are taken for another, such as `"42"` for 42. A property that
  /// declares a coercion has its own.
  public var coercion: Coercion {
    get { options.coercion }
    set { change { $0.coercion = newValue } }
  }

  /// How far a failure reaches. A property that declares a policy has its own.
  public var failurePolicy: FailurePolicy {
    get { options.failurePolicy }
    set { change { $0.failurePolicy = newValue } }
  }

  /// What `null` does to optional properties in `update(from:)`.
  public var nullsOnUpdate: NullsOnUpdate {
    get { options.nullsOnUpdate }
    set { change { $0.nullsOnUpdate = newValue } }
  }

  /// Receives each issue that did not make decoding fail: what was dropped, replaced by a default,
  /// or not asked for.
  ///
  /// Called on the thread that decodes, after the document has been read, in the order of the
  /// document.
  public var logger: (@Sendable (MappingError) -> Void)? {
    get { options.logger }
    set { change { $0.logger = newValue } }
  }

  /// Makes a mapper with the default options.
  public init() { storage = nil }

  /// The default options.
  public static var `default`: Mapper { Mapper() }

  /// The options, in one reference: a mapper is copied for each document. nil for the default ones.
  private var storage: Storage?
}

// MARK: - Options

extension Mapper {
  /// All options, as plain values.
  private struct Options: Sendable {
    var duplicateKeys = DuplicateKeys.reject
    var unknownKeys = UnknownKeys.ignore
    var maximumDepth = 512
    var limits = ReadingLimits()
    var errorSnippetLength = 0
    var keyStrategy: (any KeyStrategy)?
    var coercion = Coercion.none
    var failurePolicy = FailurePolicy.strict
    var nullsOnUpdate = NullsOnUpdate.clear
    var logger: (@Sendable (MappingError) -> Void)?
    /// The transforms for all values of a type, untyped: codings are no matter of this room.
    var transforms: [ObjectIdentifier: any Sendable] = [:]
  }

  private final class Storage: Sendable {
    let options: Options
    let strategy: Int32

    init(_ options: Options) {
      self.options = options
      strategy = KeyStrategies.number(of: options.keyStrategy)
    }
  }

  private var options: Options { storage?.options ?? Options() }

  private mutating func change(_ body: (inout Options) -> Void) {
    var options = options
    body(&options)
    storage = Storage(options)
  }

  /// The limits on sizes.
  var limits: ReadingLimits { options.limits }

  /// Whether all options are the default ones.
  var isDefault: Bool { storage == nil }

  /// The number of the key strategy; see ``KeyStrategies``.
  var strategy: Int32 { storage?.strategy ?? 0 }

  /// Whether there are transforms for all values of a type.
  var hasTransforms: Bool { storage.map { !$0.options.transforms.isEmpty } ?? false }

  /// The transform for all values of a type, untyped.
  subscript(transformFor type: ObjectIdentifier) -> (any Sendable)? {
    get { storage?.options.transforms[type] }
    set { change { $0.transforms[type] = newValue } }
  }
}
