/// What one call of `decode` or `encode` hands through to all that takes part in it.
///
/// Reader and writer carry a pointer to it and do not look into it.
@usableFromInline
struct MappingSession {
  let mapper: Mapper
  let context: MappingContext
  let options: EncodingOptions
  let nulls: EncodingOptions.Nulls
  // What the mapper says, where each document, object or value asks for it.
  let duplicateKeys: Mapper.DuplicateKeys
  let maximumDepth: Int
  let hasLimits: Bool
  let coercion: Coercion
  let hasTransforms: Bool
  /// What the mapper says about the values of each model.
  var scope: ReadingScope
  /// Whether issues are kept.
  let keepsIssues: Bool
  /// The rules of the update that is going on.
  @usableFromInline var update = UpdateRules()
  /// The registries that are reading a value, with the position of each one's value.
  var openRegistries: [(registry: ObjectIdentifier, position: BytePointer)] = []
  /// What only documents need that need care.
  var notes: SessionNotes?

  @usableFromInline
  init(
    mapper: Mapper, context: MappingContext, isReporting: Bool = false,
    options: EncodingOptions = []
  ) {
    self.mapper = mapper
    self.context = context
    self.options = options
    nulls = options.nulls
    guard !mapper.isDefault || isReporting else {
      (duplicateKeys, maximumDepth, coercion) = (.reject, 512, .none)
      (hasLimits, hasTransforms, keepsIssues) = (false, false, false)
      scope = ReadingScope()
      return
    }
    duplicateKeys = mapper.duplicateKeys
    maximumDepth = mapper.maximumDepth
    hasLimits = mapper.limits != ReadingLimits()
    coercion = mapper.coercion
    hasTransforms = mapper.hasTransforms
    scope = ReadingScope(mapper, isReporting: isReporting)
    keepsIssues = isReporting || mapper.logger != nil
  }

  /// What a reader or writer without a session uses.
  static let none = Lent(immortal: MappingSession(mapper: .default, context: .none))

  @inline(__always)
  static func behind(_ session: Lent<MappingSession>?) -> Lent<MappingSession> {
    session ?? none
  }
}

extension MappingSession {
  /// Ends the reading of a document: lets views of it live on if there are any, works out the places
  /// of issues, and hands them to the logger.
  @inline(__always)
  func finish(_ bytes: Bytes) {
    if let notes { finish(notes, bytes) }
  }

  @inline(never)
  private func finish(_ notes: SessionNotes, _ bytes: Bytes) {
    if notes.viewStorage != nil, !isKnownUniquelyReferenced(&notes.viewStorage) {
      notes.viewStorage?.detach()
    }
    guard !notes.issues.isEmpty else { return }
    notes.issues = notes.issues.located(in: bytes, snippetLength: mapper.errorSnippetLength)
      .sorted { $0.byteOffset ?? 0 < $1.byteOffset ?? 0 }
    if let logger = mapper.logger { notes.issues.forEach(logger) }
  }
}

extension JSONReader {
  /// Takes over what a session says about the values of its document.
  @inline(__always)
  mutating func take(_ session: Lent<MappingSession>) {
    scope = session.pointee.scope
    coercion = session.pointee.coercion
    if session.pointee.hasLimits { limit(session.pointee.mapper.limits) }
  }

  /// The options in force.
  public var mapper: Mapper { MappingSession.behind(session).pointee.mapper }

  /// The mapper's policy, without a copy of the mapper.
  @usableFromInline
  var duplicateKeys: Mapper.DuplicateKeys {
    @inline(__always) get { MappingSession.behind(session).pointee.duplicateKeys }
  }

  /// What was handed to `decode` for transforms and values.
  public var context: MappingContext { MappingSession.behind(session).pointee.context }
}

extension JSONWriter {
  /// The options in force.
  public var mapper: Mapper { MappingSession.behind(session).pointee.mapper }

  /// What was handed to `encode` for transforms and values.
  public var context: MappingContext { MappingSession.behind(session).pointee.context }

  /// How JSON is to be written.
  public var options: EncodingOptions { MappingSession.behind(session).pointee.options }

  /// When properties that are nil are written.
  var nulls: EncodingOptions.Nulls {
    @inline(__always) get { MappingSession.behind(session).pointee.nulls }
  }
}
