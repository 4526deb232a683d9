/// The state that one call of `decode` or `encode` shares with everything that takes part in it.
///
/// Readers and writers hold a reference to it. It belongs to the caller's frame:
///
///     [User].decode(from: data, using: mapper)     session: mapper, context, no issues yet
///       ├ JSONReader of the document ──────────────→ the session
///       └ JSONView in a hook → JSONReader ─────────→ the session
@usableFromInline
struct MappingSession {
  let mapper: Mapper
  let context: MappingContext
  let options: EncodingOptions
  let nulls: EncodingOptions.Nulls
  // The mapper's options that are looked up for each document, object, or value.
  var duplicateKeys = Mapper.DuplicateKeys.reject
  var maximumDepth = 512
  private(set) var hasLimits = false
  private(set) var coercion = Coercion.none
  private(set) var hasTransforms = false
  /// The mapper's options for the values of each model.
  var scope = ReadingScope()

  /// Whether the issues go to the session of the document that has this one in a string.
  var leavesIssues = false

  // MARK: Updates

  /// Whether the document updates a value, and so is validated before any of it is read.
  private(set) var isUpdate = false
  /// In an update, whether `null` leaves an optional property unchanged.
  var keepsNulls = false
  /// Whether the update is a JSON Merge Patch (RFC 7396): `null` removes a dictionary's member, and resets a
  /// property to its default.
  var isMergePatch = false

  /// In an update, whether `null` at an intermediate step of a key path counts as `null` at its end.
  var clearsBelowNull = false

  /// The type or coding whose default implementation of updates, which replaces a value, ran last; see
  /// ``JSONReader/didReplace(_:)``.
  var replaced: ObjectIdentifier?

  // MARK: Objects

  /// Keys that are known in the object at a position beside its model's, such as a registry's tag.
  var knownKeys: [(object: BytePointer, key: String)] = []
  /// The registries that are reading a value, with the position of each one's value; nil for an object that is read
  /// as an array's only element.
  var openRegistries: [(registry: ObjectIdentifier?, position: BytePointer)] = []
  /// The optional value of a property that is about to be read. If it fails, the property deals with the
  /// failure, as it may have a default.
  var optionalProperty: BytePointer?
  /// Whether an object has been read whose unmapped members are kept.
  private var hasReadExtras = false
  /// The sequences of keys of such members, once there may be equal ones.
  private var extrasSequences: HeapValue<KeySequenceTree>?
  /// What has been recorded, once there is anything.
  private(set) var records: SessionRecords?

  @usableFromInline
  init(
    mapper: Mapper, context: MappingContext, isReporting: Bool = false,
    options: EncodingOptions = []
  ) {
    self.mapper = mapper
    self.context = context
    self.options = options
    nulls = options.nulls
    guard !mapper.isDefault || isReporting else { return }
    duplicateKeys = mapper.duplicateKeys
    maximumDepth = mapper.maximumDepth
    hasLimits = mapper.limits != ReadingLimits()
    coercion = mapper.coercion
    hasTransforms = mapper.hasTransforms
    scope = ReadingScope(mapper, isReporting: isReporting)
  }

  /// The session of an update.
  @usableFromInline
  init(updatingWith mapper: Mapper, context: MappingContext, isMergePatch: Bool) {
    self.init(mapper: mapper, context: context)
    isUpdate = true
    self.isMergePatch = isMergePatch
    keepsNulls = !isMergePatch && mapper.nullsOnUpdate == .keep
  }

  /// The session of readers and writers that were made without one. Never changed.
  static let none = UnownedReference(permanent: MappingSession(mapper: .default, context: .none))

  /// Ends the decoding of a document: copies the document for views that are still in use, locates the
  /// issues, and passes them to the logger.
  @inline(__always)
  mutating func finish(_ bytes: Bytes) {
    if records != nil { finishRecords(bytes) }
    // The sequences refer to the document.
    if extrasSequences != nil { extrasSequences = nil }
  }

  @inline(never)
  private func finishRecords(_ bytes: Bytes) {
    records?.finishViews()
    guard !issues.isEmpty else { return }
    records?.issues = issues.located(in: bytes, snippetLength: mapper.errorSnippetLength)
      .sortedWithoutSpecialization { $0.orderInReport }
    if !leavesIssues, let logger = mapper.logger { issues.forEach(logger) }
  }

  /// Forgets what was recorded about the document before another one is read.
  @inline(__always)
  mutating func forgetDocument() {
    if records != nil { records = nil }
    hasReadExtras = false
    optionalProperty = nil
  }

  /// The key sequences of unmapped members of the document that is being read; nil for the first object.
  mutating func nextExtrasSequences() -> UnownedReference<KeySequenceTree>? {
    if extrasSequences == nil, hasReadExtras { extrasSequences = HeapValue(KeySequenceTree()) }
    hasReadExtras = true
    return extrasSequences?.reference
  }

  /// Returns the records, for changing them.
  mutating func makeRecords() -> SessionRecords {
    if let records { return records }
    let new = SessionRecords()
    records = new
    return new
  }

  /// What went wrong without ending the decoding.
  @usableFromInline var issues: [MappingError] { records?.issues ?? [] }

  /// The issues, and among them the error that ended the decoding.
  @usableFromInline
  func issues(with error: MappingError) -> [MappingError] {
    guard !error.details.isReported else { return issues }
    var all = issues
    let offset = error.byteOffset ?? 0
    all.insert(error, at: all.firstIndex { $0.orderInReport > offset } ?? all.endIndex)
    return all
  }
}

extension MappingError {
  /// Issues are in the order of the document; the one that says that there are more is the last.
  fileprivate var orderInReport: Int { code == .sizeLimit ? .max : byteOffset ?? 0 }
}

extension JSONReader {
  /// Adopts the options of a session for the values of its document.
  @inline(__always)
  mutating func adopt(_ session: UnownedReference<MappingSession>) {
    scope = session.pointee.scope
    coercion = session.pointee.coercion
    if session.pointee.hasLimits { limit(session.pointee.mapper.limits) }
  }

  /// The session, or the one of readers that were made without any; that one must not be changed.
  @usableFromInline @inline(__always)
  var sharedSession: UnownedReference<MappingSession> { session ?? MappingSession.none }

  /// The options of the call that this reader belongs to.
  public var mapper: Mapper { sharedSession.pointee.mapper }

  /// The mapper's policy for duplicate keys, without a copy of the mapper.
  @usableFromInline @inline(__always)
  var duplicateKeys: Mapper.DuplicateKeys { duplicateKeys(at: cursor) }

  /// The policy for duplicate keys at a position: in what a merge patch makes, it isn't the same everywhere.
  @inline(__always)
  func duplicateKeys(at position: BytePointer) -> Mapper.DuplicateKeys {
    let policy = sharedSession.pointee.duplicateKeys
    // The last key counts where a merge patch has been applied, but in arrays, the mapper's policy is in force.
    guard policy == .last, appliedPatch?.isInArray(position) == true else { return policy }
    return sharedSession.pointee.mapper.duplicateKeys
  }

  /// Whether `null` removes a dictionary's member.
  @usableFromInline
  var isMergePatch: Bool { sharedSession.pointee.isMergePatch }

  /// In an update, whether `null` at an intermediate step of a key path counts as `null` at its end.
  var clearsBelowNull: Bool { sharedSession.pointee.clearsBelowNull }

  /// The context that was passed to `decode`, for transforms and values.
  public var context: MappingContext { sharedSession.pointee.context }

  /// Calls a closure with a view of the value at the cursor, and the context.
  ///
  /// - Parameter keys: the keys of the object at the cursor that the reader rejects if they occur twice.
  @inline(__always)
  mutating func withView<R>(
    uniqueKeys keys: KeyTable?, _ body: (JSONView, MappingContext) throws -> R
  ) rethrows -> R {
    let view = JSONView(
      storage: session?.pointee.records?.viewStorage ?? makeViewStorage(), at: &self)
    let outer = view.storage.hookedObject
    view.storage.hookedObject = keys.map { (view.position, $0) }
    defer {
      view.storage.hookedObject = outer
      if session == nil { view.storage.detach() }
    }
    return try body(view, context)
  }

  @inline(never)
  private mutating func makeViewStorage() -> JSONViewStorage {
    let storage = JSONViewStorage(
      borrowing: bytes, maximumDepth: sharedSession.pointee.maximumDepth, session: session)
    session?.pointee.makeRecords().viewStorage = storage
    return storage
  }

  /// Calls a closure that reads the object at the cursor, in which a key is known beside those of its model.
  mutating func withKnownKey<R>(
    _ key: String, _ body: (inout JSONReader) throws(MappingError) -> R
  ) throws(MappingError) -> R {
    guard let session else { return try body(&self) }
    session.pointee.knownKeys.append((cursor, key))
    defer { session.pointee.knownKeys.removeLast() }
    return try body(&self)
  }
}

extension JSONWriter {
  /// The session, or the one of writers that were made without any.
  @inline(__always)
  var sharedSession: UnownedReference<MappingSession> { session ?? MappingSession.none }

  /// The options of the call that this writer belongs to.
  public var mapper: Mapper { sharedSession.pointee.mapper }

  /// The context that was passed to `encode`, for transforms and values.
  public var context: MappingContext { sharedSession.pointee.context }

  /// The options for how JSON is written.
  public var options: EncodingOptions { sharedSession.pointee.options }

  /// When properties that are nil are written.
  @inline(__always)
  var nulls: EncodingOptions.Nulls { sharedSession.pointee.nulls }
}
