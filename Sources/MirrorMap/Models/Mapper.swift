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
/// Encoding takes the key strategy of a mapper, and nothing else of it.
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
  public var duplicateKeys: DuplicateKeys = .reject

  /// What to do with keys that no property asks for: in the objects of models, and in objects that
  /// key paths lead through.
  public var unknownKeys: UnknownKeys = .ignore

  /// How deeply arrays and objects may be nested; 512 unless told otherwise.
  public var maximumDepth = 512

  /// How keys are made of the names of properties that declare no key; nil to take the names as
  /// they are. A model that is ``KeyStrategyProviding`` has its own.
  public var keyStrategy: (any KeyStrategy)? {
    get { references?.keyStrategy }
    set { references = References(newValue, logger) }
  }

  /// Whether values of one kind are taken for another, such as `"42"` for 42. A property that
  /// declares a coercion has its own.
  public var coercion: Coercion = .none

  /// How far a failure reaches. A property that declares a policy has its own.
  public var failurePolicy: FailurePolicy = .strict

  /// What `null` does to optional properties in `update(from:)`.
  public var nullsOnUpdate: NullsOnUpdate = .clear

  /// Receives each issue that did not make decoding fail: what was dropped, replaced by a default,
  /// or not asked for.
  ///
  /// Called on the thread that decodes, after the document has been read, in the order of the
  /// document.
  public var logger: (@Sendable (MappingError) -> Void)? {
    get { references?.logger }
    set { references = References(keyStrategy, newValue) }
  }

  /// What is no plain value, in one reference: a mapper is copied for each document.
  private final class References: Sendable {
    let keyStrategy: (any KeyStrategy)?
    let strategy: Int32
    let logger: (@Sendable (MappingError) -> Void)?

    init?(_ keyStrategy: (any KeyStrategy)?, _ logger: (@Sendable (MappingError) -> Void)?) {
      guard keyStrategy != nil || logger != nil else { return nil }
      self.keyStrategy = keyStrategy
      strategy = KeyStrategies.number(of: keyStrategy)
      self.logger = logger
    }
  }

  private var references: References?

  /// The number of the key strategy; see ``KeyStrategies``.
  var strategy: Int32 { references?.strategy ?? 0 }

  /// Whether anyone wants to know about issues.
  var hasLogger: Bool { references?.logger != nil }

  /// Makes a mapper with the default options.
  public init() {}

  /// The default options.
  public static let `default` = Mapper()
}
