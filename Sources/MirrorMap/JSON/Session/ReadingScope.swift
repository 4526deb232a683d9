/// The options in force for the value that is read next, where they may differ from the document's.
///
/// A property that declares a coercion or a failure policy changes them for its value; a nested model
/// changes them back to the mapper's, and so on. It is a few bytes in the reader, as each array and each
/// model looks at it.
// With more than twelve bytes, moving an `ObjectReader`, which holds two of them, takes a call.
@frozen @usableFromInline
struct ReadingScope {
  /// What happens to issues that don't end the decoding.
  @frozen @usableFromInline
  enum IssueHandling {
    case ignored
    /// They are kept for a report or a logger.
    case kept
    /// They are kept for the report of the document that has this one in a string.
    case passedOn
    /// They are kept, and decoding continues after a failure that nothing stops, to report those after it.
    case reported
  }

  /// How far a failure reaches.
  @usableFromInline var policy = FailurePolicy.strict
  @usableFromInline var issues = IssueHandling.ignored
  /// What to do with unmapped keys.
  @usableFromInline var unknownKeys = Mapper.UnknownKeys.ignore
  /// Whether a flattened model is about to be read. If its own code reads it, that may also read models inside the
  /// object, which aren't flattened: only those are that begin where it does; see ``SessionRecords/flattenedObject``.
  @usableFromInline var isFlattened = false
  /// Whether a merge patch creates the next model.
  @usableFromInline var isNewInPatch = false
  /// The types whose transforms of the mapper are reading the value.
  @usableFromInline var transforming = TransformedTypes()
  /// Whether options are in force that a model inside of the value doesn't have: those of a property.
  @usableFromInline var isAltered = false
  /// Whether there are options other than a key strategy.
  @usableFromInline var hasOptions = false
  /// The key strategy; see ``KeyStrategies``.
  @usableFromInline var strategy: Int32 = 0

  @inlinable
  init() {}

  /// The options of a mapper.
  init(_ mapper: Mapper, isReporting: Bool) {
    policy = mapper.failurePolicy
    if isReporting, policy == .strict { policy = .lenient }
    issues = isReporting ? .reported : mapper.logger != nil ? .kept : .ignored
    unknownKeys = mapper.unknownKeys
    strategy = mapper.strategy
    hasOptions = policy != .strict || unknownKeys != .ignore || keepsIssues
  }

  /// Sets an option for the value of a property, or for a model that is flattened into another one.
  mutating func alter() { (isAltered, hasOptions) = (true, true) }

  /// Keeps the issues, as those of a document are kept that the value is a part of.
  mutating func keepIssues() { (issues, hasOptions) = (.kept, true) }

  /// Whether decoding continues after a failure that nothing stops, to report those after it.
  var isReporting: Bool { issues == .reported }

  /// Whether this is a report, or JSON in a string of a document of which one is made.
  var isPartOfReport: Bool { isReporting || issues == .passedOn }

  /// Whether there is a report or a logger for issues.
  var keepsIssues: Bool { issues != .ignored }

  /// Whether the first failure ends the decoding.
  var isStrict: Bool { policy == .strict && !isReporting }

  /// The same options, but with the first failure ending the decoding.
  var strict: ReadingScope {
    var strict = self
    strict.policy = .strict
    if isPartOfReport { strict.issues = .kept }
    return strict
  }
}

extension JSONReader {
  /// Whether each failure is thrown, whatever comes of it.
  @inlinable @inline(__always)
  var isStrict: Bool { scope.policy == .strict }

  /// Whether flattened models share the object that begins at a position with the model around them.
  func isAtFlattenedObject(_ position: BytePointer) -> Bool {
    session?.pointee.records?.flattenedObject == position
  }

  /// Whether a flattened model about to be read just skips the members of the model around it, as nothing else becomes
  /// of unmapped ones.
  var skipsOuterMembers: Bool {
    guard isAtFlattenedObject(cursor) else { return false }
    return sharedSession.pointee.scope.unknownKeys == .ignore
      && session?.pointee.records?.flattenedExtras == nil
  }

  /// The policy of a property or value. Where all failures are reported, a strict one counts as lenient, as
  /// the mapper's does.
  func policy(_ own: FailurePolicy) -> FailurePolicy {
    own == .strict && scope.isPartOfReport ? .lenient : own
  }
}
