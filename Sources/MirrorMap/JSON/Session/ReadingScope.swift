/// What is in force for the value that is read next, beside what holds for the whole document.
///
/// A property that declares a coercion or a failure policy changes it for its value; a nested model
/// changes it back to what the mapper says, and so on. It is a few bytes in the reader, as each
/// array and each model looks at it.
@frozen
@usableFromInline
struct ReadingScope {
  /// How far a failure reaches.
  @usableFromInline var policy = FailurePolicy.strict
  /// Whether to carry on after a failure that cannot be stopped, to tell about the ones behind it.
  @usableFromInline var isReporting = false
  /// What to do with keys that no property asks for.
  @usableFromInline var unknownKeys = Mapper.UnknownKeys.ignore
  /// Whether the next object is that of the model around it as well.
  @usableFromInline var isFlattened = false
  /// Whether the mapper's transform for a type is at work.
  @usableFromInline var isTransforming = false
  /// Whether it is to be noted which code reads the next model; see ``NestedModel``.
  var isNoticing = false
  /// Whether models have to be read with more care than ordinary ones.
  @usableFromInline var needsCare = false
  /// The strategy that makes the keys; see ``KeyStrategies``.
  @usableFromInline var strategy: Int32 = 0

  @inlinable
  init() {}

  /// What a mapper says.
  init(_ mapper: Mapper, isReporting: Bool) {
    policy = mapper.failurePolicy
    if isReporting, policy == .strict { policy = .lenient }
    self.isReporting = isReporting
    unknownKeys = mapper.unknownKeys
    strategy = mapper.strategy
    // Issues for a logger are told with the property's name.
    needsCare = policy != .strict || unknownKeys != .ignore || strategy != 0 || mapper.logger != nil
  }

  /// Whether the first failure ends everything.
  var isStrict: Bool { policy == .strict && !isReporting }

  /// The same where the first failure ends everything.
  var strict: ReadingScope {
    var strict = self
    strict.policy = .strict
    strict.isReporting = false
    return strict
  }
}

extension JSONReader {
  /// Whether each failure is thrown, to whatever it leads.
  @inlinable
  var isStrict: Bool {
    @inline(__always) get { scope.policy == .strict }
  }
}
