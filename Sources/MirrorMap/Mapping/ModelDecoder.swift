/// Reads one object into the properties of a model, by the model's plan.
///
/// The trie of keys leads from each key to a property, whose value is read into the memory that the plan has
/// verified for it:
///
///     {"id": 7, "user": {"name": "Ann"}}
///       "id"              → entry 0 → property 0 at offset 0     readInt → 7
///       "user" → "name"   → entry 2 → property 1 at offset 16    readString → "Ann"
///
/// There are two paths. The fast path reads new models, whatever the options are, keeping little more than which
/// entries have been seen. The general path reads updates, models with extras, and flattened models
/// that have no ``FlattenedPlan``. What only it keeps is in ``General``.
@usableFromInline
struct ModelDecoder: ~Copyable {
  let tables: Permanent<PlanTables>
  /// The address of the model, from which the offsets of its properties count.
  let base: FieldAddress
  /// Where the model's object begins.
  let start: BytePointer
  let keys: Permanent<KeyTables>
  /// What the general path keeps; nil on the fast path. Methods that only the general path calls don't check it.
  let general: UnownedReference<General>!
  /// Which of the first 64 entries of the trie have been seen.
  var seen: UInt64 = 0
  /// Which of the first 64 properties with alternative keys have got the value that is used.
  private var settled: UInt64 = 0
  /// The first value found for a property with alternative keys, kept here without an allocation. Those of further
  /// properties are in ``rest``.
  private var firstAlternative: FoundAlternative?
  /// What few models need; nil for the others, which costs nothing to release.
  var rest: Rest?

  final class Rest {
    /// Which of the other entries have been seen; nil if there are none.
    let seen: HeapStack<UInt64>?
    /// The values found for further properties with alternative keys; nil if the model has fewer than two of them.
    fileprivate let alternatives: HeapStack<FoundAlternative>?
    /// The reported failure of the model; decoding continues to report further ones.
    var failure: MappingError?

    init(_ keys: Permanent<KeyTables>) {
      let wordCount = keys.pointee.soleEntries.count - 1
      seen = wordCount > 0 ? HeapStack(capacity: wordCount) : nil
      for _ in 0..<wordCount { seen?.push(0) }
      let count = keys.pointee.fieldsWithAlternatives.count
      alternatives = count > 1 ? HeapStack(capacity: count - 1) : nil
    }
  }

  /// A value found for a property with alternative keys.
  fileprivate struct FoundAlternative {
    /// Where it begins. As this is never nil, an optional of this type takes one word to set to nil, which every object
    /// pays for.
    let position: BytePointer
    let field: Int32
    /// The rank of its key.
    let rank: Int32
    /// Whether it has been read.
    let isRead: Bool
  }

  init(
    _ plan: ModelPlan, _ keys: Permanent<KeyTables>, _ base: FieldAddress, _ start: BytePointer,
    general: UnownedReference<General>? = nil
  ) {
    tables = plan.tables
    self.base = base
    self.start = start
    self.keys = keys
    self.general = general
  }

  var plan: ModelPlan { ModelPlan(tables) }

  /// A property without its keys, for errors and for the general path.
  func property(_ index: Int) -> PlannedProperty { plan.details.properties[index] }

  func declaration(_ index: Int) -> PropertyDeclaration {
    plan.details.properties[index].declaration
  }

  /// The state of a property.
  @inline(__always)
  func state(_ index: Int) -> FieldAddress {
    base + tables.pointee.fields[index].stateOffset
  }
}

// MARK: - One model

extension ModelDecoder {
  /// Reads the object at the reader's position into a model that has just been initialized.
  ///
  /// - Parameter base: the address of the model. If it's a struct, no other code can access its memory.
  @usableFromInline
  static func decode(
    _ plan: ModelPlan, into base: FieldAddress, from reader: inout JSONReader
  ) throws(MappingError) {
    guard plan.tables.pointee.isPlain, !reader.scope.isAltered, reader.scope.strategy == 0 else {
      return try decodeWithOptions(plan, into: base, from: &reader)
    }
    var decoder = ModelDecoder(plan, plan.tables.pointee.keys, base, reader.cursor)
    try decoder.readModel(from: &reader)
  }

  /// Reads an object into a model that has hooks or a key strategy, or in a property that has options.
  @inline(never)
  private static func decodeWithOptions(
    _ plan: ModelPlan, into base: FieldAddress, from reader: inout JSONReader
  ) throws(MappingError) {
    let mayBeFast =
      !reader.scope.isNewInPatch && (!reader.scope.isFlattened || reader.skipsOuterMembers)
    let flattened = mayBeFast ? try makeParts(of: plan, in: base, &reader) : nil
    guard mayBeFast, !plan.tables.pointee.readsGenerally || flattened != nil,
      plan.tables.pointee.extrasField < 0
    else {
      return try decodeGenerally(plan, flattened, into: base, isUpdating: false, from: &reader)
    }
    let outer = reader.enterModel(plan.strategy(inside: reader.scope.strategy))
    defer { (reader.scope, reader.coercion) = outer }
    let start = reader.cursor
    let whole = flattened?.pointee.whole ?? plan
    let keys = try whole.keys(outer.scope.strategy)
    try callWillDecode(plan, keys, &reader)
    var decoder = ModelDecoder(whole, keys, base, start)
    if let flattened {
      try decoder.readWhole(flattened, from: &reader)
    } else {
      try decoder.readModel(from: &reader)
    }
    try callDidDecode(plan, base, start, &reader)
  }

  /// Reads an object on the fast path.
  @inline(__always)
  private mutating func readModel(from reader: inout JSONReader) throws(MappingError) {
    guard reader.current == .openBrace else { throw notAnObject(&reader) }
    try readObject(from: &reader)
    // Mostly no key was absent.
    if !hasSeenAll || rest != nil { try finish(&reader) }
  }

  /// Finishes an object whose members have been read.
  @inline(never)
  mutating func finish(_ reader: inout JSONReader) throws(MappingError) {
    do throws(MappingError) {
      if !hasSeenAll { try finishAbsent(&reader) }
      if let failure = rest?.failure { throw failure }
    } catch {
      // Consumed, the error is changed in place.
      throw (consume error).readToEnd(start - reader.start..<reader.cursor - reader.start)
    }
  }

  @inline(never)
  borrowing func notAnObject(_ reader: inout JSONReader) -> MappingError {
    reader.mismatch("an object for " + plan.details.name)
  }

  /// Reads the members of an object, each into the property that its key leads to.
  ///
  /// - Precondition: an opening brace is at the cursor.
  @inline(__always)
  mutating func readObject(from reader: inout JSONReader) throws(MappingError) {
    try readMembers(keys.pointee.root, from: &reader)
    let fieldsWithAlternatives = keys.pointee.fieldsWithAlternatives.count
    if fieldsWithAlternatives > 0, fieldsWithAlternatives != settled.nonzeroBitCount {
      try readCandidates(from: &reader)
    }
  }
}

extension JSONReader {
  /// Replaces the options of the property around a model by those of the document and the strategy of the model, which
  /// applies to the models inside it as well, and returns the ones to restore.
  @discardableResult
  mutating func enterModel(_ strategy: Int32) -> (scope: ReadingScope, coercion: Coercion) {
    let outer = (scope, coercion)
    scope = sharedSession.pointee.scope
    (scope.strategy, scope.transforming) = (strategy, outer.0.transforming)
    coercion = sharedSession.pointee.coercion
    return outer
  }
}

// MARK: - Entries that have been seen

extension ModelDecoder {
  /// Marks an entry of the trie as seen, and returns whether it had been seen before.
  @inline(__always)
  mutating func markSeen(_ entry: Int) -> Bool {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: entry & 63)
    if entry < 64 {
      let before = seen & bit
      seen |= bit
      return before != 0
    }
    return markSeenLater(entry, bit)
  }

  private mutating func markSeenLater(_ entry: Int, _ bit: UInt64) -> Bool {
    if rest == nil { rest = Rest(keys) }
    guard let words = rest?.seen else { return false }
    let word = entry &>> 6 &- 1
    let before = words[word]
    words[word] = before | bit
    return before & bit != 0
  }

  /// Which entries have been seen of the 64 in a word.
  func seen(_ word: Int) -> UInt64 {
    word == 0 ? seen : rest?.seen?[word - 1] ?? 0
  }

  /// Whether all entries have been seen that are the only ones of their properties.
  var hasSeenAll: Bool {
    @inline(__always) get {
      keys.pointee.soleEntries.count == 1 && keys.pointee.soleEntries[0] & ~seen == 0
    }
  }

  /// Finishes the properties whose keys were absent from an object that has been read.
  ///
  /// - Parameter requiresValues: Whether that is an error for required ones without a value.
  @inline(__always)
  mutating func finishAbsent(
    _ reader: inout JSONReader, requiresValues: Bool = true
  ) throws(MappingError) {
    for word in 0..<keys.pointee.soleEntries.count {
      var unseen = keys.pointee.soleEntries[word] & ~seen(word)
      while unseen != 0 {
        let entry = word &* 64 &+ unseen.trailingZeroBitCount
        unseen &= unseen &- 1
        let field = keys.pointee.soleFields[entry]
        try finishAbsent(field, &reader, requiresValues: requiresValues)
      }
    }
  }

  /// Finishes a property whose key was absent.
  @inline(__always)
  mutating func finishAbsent(
    _ index: Int, _ reader: inout JSONReader, requiresValues: Bool = true
  ) throws(MappingError) {
    if requiresValues, tables.pointee.fields[index].isRequired,
      !Self.isInitialized(index, tables, base)
    {
      try fail(missingKey(index, reader), &reader)
    }
    // What init() assigned is a default, not a change.
    state(index).state = .absent
  }

  /// Whether `init()` has given a value to a property that is declared without one.
  @inline(never)
  static func isInitialized(
    _ index: Int, _ tables: Permanent<PlanTables>, _ base: FieldAddress
  ) -> Bool {
    let field = tables.pointee.fields[index]
    return !(base + field.stateOffset).state.isDecoded
      && tables.pointee.details.properties[index].declaration.isFieldSet(base + field.offset)
  }

  func missingKey(
    _ index: Int, in start: BytePointer? = nil, _ reader: borrowing JSONReader, after depth: Int = 0
  ) -> MappingError {
    plan.missingKey(index, keys, in: start ?? self.start, reader, after: depth)
  }
}

extension ModelPlan {
  /// The error for a key that is required and absent.
  ///
  /// - Parameters:
  ///   - start: where the object begins in which it is absent.
  ///   - depth: how many steps of the property's key path lead to that object.
  @inline(never)
  func missingKey(
    _ index: Int, _ keys: Permanent<KeyTables>, in start: BytePointer,
    _ reader: borrowing JSONReader, after depth: Int = 0
  ) -> MappingError {
    let (type, paths) = (
      details.properties[index].declaration.valueType, keys.pointee.model.properties[index].paths
    )
    return named(reader.missingKey(type, at: paths, in: start, after: depth), index)
  }
}

// MARK: - Alternative keys

extension ModelDecoder {
  /// Keeps the value at the cursor for a property with alternative keys. Which value is used is certain only
  /// at the object's end; that of the preferred key is read at once.
  mutating func addCandidate(
    _ candidate: KeyCandidate, from reader: inout JSONReader
  ) throws(MappingError) {
    // Only what a merge patch changes comes before the value of the preferred key.
    if reader.duplicateKeys != .last {
      if candidate.rank == 0, candidate.field < 64 {
        settle(candidate.field)
        return try readField(candidate.field, from: &reader)
      }
      if isSettled(candidate.field) { return try reader.skip() }
    }
    let position = reader.cursor
    if isRemoved(candidate, reader) { return try reader.skip() }
    if candidate.rank == 0 {
      try readField(candidate.field, from: &reader)
    } else {
      try reader.skip()
    }
    // What a merge patch changes comes before all that it leaves, even under a preferred key.
    let isPatched =
      reader.duplicateKeys(at: start) == .last && reader.appliedPatch?.changes(position) == true
    let rank = Int32(truncatingIfNeeded: candidate.rank)
    addAlternative(
      FoundAlternative(
        position: position, field: Int32(truncatingIfNeeded: candidate.field),
        rank: isPatched ? rank - .max : rank, isRead: rank == 0))
  }

  /// Keeps a value, unless one of the same property has a better rank. One of the same rank is a duplicate, which the
  /// new value replaces.
  private mutating func addAlternative(_ new: FoundAlternative) {
    guard let first = firstAlternative else {
      firstAlternative = new
      return
    }
    if first.field == new.field {
      if first.rank >= new.rank { firstAlternative = new }
      return
    }
    if rest == nil { rest = Rest(keys) }
    guard let others = rest?.alternatives else { return }
    for index in 0..<others.count where others[index].field == new.field {
      if others[index].rank >= new.rank { others[index] = new }
      return
    }
    others.push(new)
  }

  /// Whether a merge patch removes the property: the first of its keys that the patch has decides.
  private func isRemoved(_ candidate: KeyCandidate, _ reader: borrowing JSONReader) -> Bool {
    guard reader.duplicateKeys(at: start) == .last, let patch = reader.appliedPatch else {
      return false
    }
    let paths = keys.pointee.model.properties[candidate.field].readPaths
    let removed = paths.firstIndex {
      patch.removes($0, from: start, ignoringCase: keys.pointee.ignoresCase)
    }
    guard let removed else { return false }
    return removed < candidate.rank || !patch.changes(reader.cursor)
  }

  /// Reads the values of the alternatives that are used.
  @inline(never)
  private mutating func readCandidates(from reader: inout JSONReader) throws(MappingError) {
    if let firstAlternative {
      let others = rest?.alternatives
      try reader.rereading { (reader) throws(MappingError) in
        try readAlternative(firstAlternative, from: &reader)
        guard let others else { return }
        for index in 0..<others.count { try readAlternative(others[index], from: &reader) }
      }
    }
    if let general, general.pointee.isUpdating {
      for (field, error) in general.pointee.rest.missing where !isFound(field) { throw error }
      return
    }
    let fields = keys.pointee.fieldsWithAlternatives
    for index in 0..<fields.count where !isFound(fields[index]) {
      try finishAbsent(fields[index], &reader)
    }
  }

  /// Reads a value, unless the property has got one that is used.
  private mutating func readAlternative(
    _ found: FoundAlternative, from reader: inout JSONReader
  ) throws(MappingError) {
    let field = Int(found.field)
    guard !isSettled(field) else { return }
    settle(field)
    guard !found.isRead else { return }
    reader.cursor = found.position
    try readField(field, from: &reader)
    try reader.countReread(from: found.position)
  }

  private mutating func settle(_ field: Int) {
    if field < 64 { settled |= 1 &<< UInt64(truncatingIfNeeded: field) }
  }

  private func isSettled(_ field: Int) -> Bool {
    field < 64 && settled & 1 &<< UInt64(truncatingIfNeeded: field) != 0
  }

  /// Whether a value was found for a property with alternative keys.
  private func isFound(_ field: Int) -> Bool {
    if field < 64 { return isSettled(field) }
    if let first = firstAlternative, first.field == field { return true }
    guard let others = rest?.alternatives else { return false }
    return (0..<others.count).contains { others[$0].field == field }
  }
}
