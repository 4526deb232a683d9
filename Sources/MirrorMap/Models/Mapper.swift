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
/// Encoding takes the key strategy of a mapper and its transforms, nothing else.
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
    get { references.keyStrategy }
    set { change { $0.keyStrategy = newValue } }
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
    get { references.logger }
    set { change { $0.logger = newValue } }
  }

  /// Reads and writes all values of a type with a transform, or another coding, unless their property
  /// has one of its own.
  ///
  /// ```swift
  /// var mapper = Mapper()
  /// mapper.setTransform(.unixSeconds)       // dates
  /// mapper.setTransform(.decimalText)       // decimal numbers
  /// ```
  ///
  /// - Parameter transform: of `Date`, `Data`, `URL`, `UUID` or `Decimal`.
  public mutating func setTransform<Coding: ValueCoding>(_ transform: Coding)
  where Coding.Value: TransformableValue {
    change { $0.transforms[ObjectIdentifier(Coding.Value.self)] = transform }
  }

  private var storage: Storage?

  /// Makes a mapper with the default options.
  public init() {}

  /// The default options.
  public static let `default` = Mapper()
}

// MARK: - In one reference

extension Mapper {
  /// What is no plain value, in one reference: a mapper is copied for each document.
  fileprivate struct References: Sendable {
    var keyStrategy: (any KeyStrategy)?
    var logger: (@Sendable (MappingError) -> Void)?
    var transforms: [ObjectIdentifier: any ValueCoding] = [:]
  }

  fileprivate final class Storage: Sendable {
    let references: References
    let strategy: Int32

    init(_ references: References) {
      self.references = references
      strategy = KeyStrategies.number(of: references.keyStrategy)
    }
  }

  private var references: References { storage?.references ?? References() }

  private mutating func change(_ body: (inout References) -> Void) {
    var references = references
    body(&references)
    storage = Storage(references)
  }

  /// The number of the key strategy; see ``KeyStrategies``.
  var strategy: Int32 { storage?.strategy ?? 0 }

  /// Whether anyone wants to know about issues.
  var hasLogger: Bool { storage?.references.logger != nil }

  /// Whether there are transforms for all values of a type.
  var hasTransforms: Bool { storage.map { !$0.references.transforms.isEmpty } ?? false }

  /// The transform for all values of a type.
  func transform<Value>(for type: Value.Type) -> (any ValueCoding<Value>)? {
    storage?.references.transforms[ObjectIdentifier(type)] as? any ValueCoding<Value>
  }
}
