/// An object of the document from which an ``ImmutableMappable`` model reads its properties.
///
/// Values are read by key, with the semantics of `@Mapped`: key paths with indexes into arrays,
/// alternatives in the order in which they are given, transforms, and defaults. The context
/// determines the type of a value:
///
/// ```swift
/// id = try object.value("id")                                    // let id: Int
/// zip = try object.value("addresses.0.zip", "zip")               // let zip: String?
/// born = try object.value("born", transform: .unixSeconds)       // let born: Date?
/// tags = try object.value("tags", default: [], onFailure: .lossy)
/// if try object.contains("id") { … }
/// ```
///
/// | `value("k")` as | key absent | `null` | wrong type |
/// |---|---|---|---|
/// | `Int` | error | error | error |
/// | `Int`, `default: 3` | 3 | 3 (an issue when reporting) | error (reporting: 3 and an issue) |
/// | `Int?` | nil | nil | error (reporting: nil and an issue) |
///
/// The object is read member by member as keys are requested. A model that requests them in the
/// document's order has each byte read once; other members are skipped, and decoded when they are
/// requested. When the initializer has returned, the rest is validated, and unmapped keys are
/// handled according to ``Mapper/unknownKeys``.
///
/// You can catch an error of ``value(_:_:nested:delimiter:default:coercion:onFailure:)``, and read
/// the value in another way: `try? object.value("id")`.
public struct ObjectReader: ~Copyable, HandedOut {
  /// The reader of the document.
  @usableFromInline let reader: UnownedReference<JSONReader>
  /// The identity of this object, which detects swaps.
  @usableFromInline let identity: Identity
  /// The type that is being read.
  @usableFromInline let model: Any.Type
  let start: BytePointer
  /// The options around the object.
  private(set) var outer: (scope: ReadingScope, coercion: Coercion, depth: Int)
  /// Finds the members as long as nothing unusual is requested; nil from then on.
  private var scan: ObjectScan?
  /// What is known of the object without a scan; nil before ``makeIndex()``, which everything that needs it calls.
  var rest: Rest!
  /// The member whose value is being read.
  var member = 0

  /// What most objects don't need, which takes time to be released.
  struct Rest {
    /// The members of the object that are known.
    var index: ObjectIndex
    /// The alternatives that weren't needed, because an earlier key was present.
    var otherAlternatives: [(key: String, delimiter: String)] = []
    /// What other models on this level have requested; nil if there are none.
    var flattened: Flattened?
    /// Whether the unmapped members have been returned to the model.
    var keepsUnmapped = false
  }

  final class Flattened {
    /// The keys of annotated models, and those of their keys that lead into objects.
    var keys = KeySet()
    var groups = KeySet()
    /// The members of immutable models, and the key paths of all.
    var members: FlattenedMembers

    init(of object: BytePointer) { members = FlattenedMembers(of: object) }
  }

  /// The options in force.
  public var mapper: Mapper { reader.pointee.mapper }

  /// The context that was passed to `decode`, for transforms and values.
  public var context: MappingContext { reader.pointee.context }

  /// Begins to read the object at the cursor.
  ///
  /// - Precondition: `reader` stays valid as long as this is used.
  /// - Throws: ``MappingError`` if another value is there.
  @usableFromInline
  init(_ reader: UnownedReference<JSONReader>, _ model: Any.Type) throws(MappingError) {
    start = reader.pointee.cursor
    let scope = reader.pointee.scope
    outer = (scope, reader.pointee.coercion, reader.pointee.remainingDepth)
    let thread = ThreadState.current
    self.reader = reader
    identity = thread.makeIdentity()
    self.model = model
    guard reader.pointee.current == .openBrace else {
      throw reader.pointee.mismatch("an object for \(typeName(of: model))")
    }
    if !scope.hasOptions, scope.strategy == 0, reader.pointee.duplicateKeys == .reject,
      !reader.pointee.limitsStrings
    {
      scan = ObjectScan(model, of: thread, &reader.pointee)
      if scan != nil { return }
    }
    try makeIndex()
    if scope.hasOptions { reader.pointee.enterModel(scope.strategy) }
  }

  /// Makes an index of the members, with those marked that have been requested.
  mutating func makeIndex() throws(MappingError) {
    if rest != nil { return }
    let reader = reader
    var scan = scan
    self.scan = nil
    (reader.pointee.cursor, reader.pointee.remainingDepth) = (start, outer.depth)
    let strategy = outer.scope.strategy
    var index = ObjectIndex()
    index.ignoresCase = strategy != 0 && KeyStrategies.strategy(strategy).ignoresCase
    do throws(MappingError) {
      try index.open(parent: nil, &reader.pointee)
    } catch {
      scan?.end()
      throw error
    }
    rest = Rest(index: index)
    scan?.giveUp { key, isRead in
      // Alternatives that weren't needed may be behind malformed JSON, which ends the model later.
      if let member = try? locate(key, "."), isRead { rest.index.markRead(member) }
    }
  }

  /// Restores the options around the object.
  private mutating func restore() {
    scan?.end()
    reader.pointee.remainingDepth = outer.depth
    guard outer.scope.hasOptions else { return }
    (reader.pointee.scope, reader.pointee.coercion) = (outer.scope, outer.coercion)
  }

  /// Ends a model that has been read: validates the rest, and handles unmapped keys.
  @usableFromInline
  mutating func finish() throws(MappingError) {
    let reader = reader
    if scan?.closes(&reader.pointee) != true, scan?.pass(to: 0, &reader.pointee) != true {
      reader.pointee.cursor = try finishKeys()
    }
    let end = reader.pointee.cursor
    restore()
    reader.pointee.cursor = end
  }

  /// Ends a model that can't be read, and moves the reader back to the object.
  ///
  /// - Returns: the error with its position.
  @usableFromInline
  @inline(never)
  mutating func abandon(_ error: any Error) -> MappingError {
    let end = rest?.index.containers.first?.end
    // The model around this one may catch the error.
    if rest != nil, isFlattened { reportMembers() }
    restore()
    reader.pointee.cursor = start
    let failure = reader.pointee.wrap(error, at: start).named(typeName(of: model))
    guard outer.scope.hasOptions, let end else { return failure }
    return failure.readToEnd(start - reader.pointee.start..<end - reader.pointee.start)
  }
}

// MARK: - Scanning

extension ObjectReader {
  /// Finds a key or one of its alternatives by the scan, and moves the reader to the value.
  ///
  /// - Parameter isRead: Whether the value is going to be read.
  /// - Returns: nil if the index has to find it, with ``find(_:isRead:)``.
  @usableFromInline
  mutating func findQuickly(
    _ key: String, _ alternatives: [String], _ delimiter: String, isRead: Bool = true
  ) throws(MappingError) -> PropertyState.Presence? {
    let reader = reader
    guard isRead, alternatives.isEmpty,
      scan?.findNext(key, delimiter, &reader.pointee) == true
    else { return try search(key, alternatives, delimiter, isRead: isRead) }
    return reader.pointee.nextIsNull ? .null : .value
  }

  @inline(never)
  private mutating func search(
    _ key: String, _ alternatives: [String], _ delimiter: String, isRead: Bool
  ) throws(MappingError) -> PropertyState.Presence? {
    let reader = reader
    var presence = scan?.search(key, delimiter, isRead: isRead, &reader.pointee)
    for key in alternatives {
      if presence == .absent {
        presence = scan?.search(key, delimiter, isRead: isRead, &reader.pointee)
      } else if presence != nil, scan?.request(key, delimiter) != true {
        presence = nil
      }
    }
    if presence == nil, scan != nil { try makeIndex() }
    return presence
  }

  /// Records that the value that was found has been read.
  @usableFromInline
  mutating func endScanned() { scan?.endValue(reader.pointee) }

  /// Records that the value that was found couldn't be read.
  ///
  /// - Returns: the error with the key's name.
  @usableFromInline
  @inline(never)
  mutating func failScanned(_ error: MappingError, _ key: ObjectKey) -> MappingError {
    scan?.fail()
    // The model may catch the error and read the value in another way.
    if (try? find(key)) != nil { rest.index.markRead(member) }
    return error.named(typeName(of: model), key.name)
  }
}

// MARK: - Finding members

extension ObjectReader {
  /// Finds a key or one of its alternatives, and moves the reader to the value.
  ///
  /// - Parameter isRead: Whether the value is going to be read.
  @usableFromInline
  mutating func find(
    _ key: ObjectKey, isRead: Bool = true
  ) throws(MappingError) -> PropertyState.Presence {
    try makeIndex()
    var found = try locate(key.key, key.delimiter)
    var others = key.alternativeKeys[...]
    while found == nil, let alternative = others.popFirst() {
      found = try locate(alternative, key.delimiter)
    }
    if reader.pointee.duplicateKeys(at: start) == .last, let patch = reader.pointee.appliedPatch {
      found = try patched(key, by: patch, or: found)
    }
    guard let found else { return .absent }
    rest.otherAlternatives += others.map { ($0, key.delimiter) }
    member = found
    if isRead, rest.index.overlapsReadValue(member) { try countReread() }
    rest.index.move(to: member, &reader.pointee)
    return reader.pointee.nextIsNull ? .null : .value
  }

  /// The member that counts after a merge patch: the first of its keys that the patch has decides, even if the patch
  /// removes it.
  @inline(never)
  private mutating func patched(
    _ key: ObjectKey, by patch: AppliedPatch, or first: Int?
  ) throws(MappingError) -> Int? {
    for alternative in [key.key] + key.alternativeKeys {
      if let member = try locate(alternative, key.delimiter),
        patch.changes(rest.index.members[member].value)
      {
        return member
      }
      let path = try ObjectKey.steps(of: alternative, key.delimiter, model) ?? [alternative]
      if patch.removes(path, from: start, ignoringCase: rest.index.ignoresCase) { return nil }
    }
    return first
  }

  /// Finds the member that a key or key path leads to.
  @discardableResult
  mutating func locate(_ key: String, _ delimiter: String) throws(MappingError) -> Int? {
    let steps = try ObjectKey.steps(of: key, delimiter, model)
    // ThreadSanitizer reports overlapping accesses to `self.reader` and `self.rest` otherwise.
    let reader = reader
    return try rest.index.find(
      steps?.first ?? key, then: steps?.dropFirst() ?? [],
      usesLast: reader.pointee.duplicateKeys(at: start) == .last, &reader.pointee)
  }

  /// Moves to the end of the member whose value is being read.
  @usableFromInline
  mutating func endMember() throws(MappingError) {
    let reader = reader
    reader.pointee.cursor = try rest.index.end(of: member, &reader.pointee)
  }

  /// Counts the bytes of a value that overlaps with one that has been read; see
  /// ``JSONReader/countReread(from:)``.
  @inline(never)
  private mutating func countReread() throws(MappingError) {
    try endMember()
    let first = rest.index.members[member].value
    // A small object costs more than its bytes.
    let last = reader.pointee.bytes(from: first, to: reader.pointee.cursor).last
    if last == .closeBrace || last == .closeBracket { reader.pointee.rereadableCount &-= 32 }
    try reader.pointee.countReread(from: first)
  }
}
