/// The general path: reading updates, models with extras, and some flattened models; see ``ModelDecoder``.
extension ModelDecoder {
  /// What only the general path keeps while it reads a model.
  struct General: ~Copyable {
    /// Whether the model has values already, which the document changes.
    let isUpdating: Bool
    /// Whether the model has no values yet and a merge patch creates it: then `null` inside of its values removes
    /// nothing, as the RFC says, and is not a value.
    let isNewInPatch: Bool
    /// Whether values are read as those of an update.
    var merges: Bool { isUpdating || isNewInPatch }
    /// Whether unmapped members on the model's own level belong to the model into which this one is
    /// flattened.
    let isFlattened: Bool
    let keepsUnmapped: Bool
    /// Whether a ``MemberCollector`` keeps the unmapped members of the model's own level. It expects the keys of the last
    /// object.
    let collectsUnmapped: Bool
    /// Whether unmapped members can be those of flattened models.
    let hasFlattened: Bool
    /// Whether unmapped members are more than unknown keys.
    var needsUnmapped: Bool { keepsUnmapped || hasFlattened || isFlattened }
    /// How many arrays of its key paths the reader is in.
    var arrayDepth = 0
    /// The unmapped members that are kept.
    var extras: MemberCollector
    /// What only updates and flattened models need; nil for the others, which costs nothing to release.
    var rest: Rest!

    struct Rest {
      /// Which flattened models have keys in the object.
      var seenModels: [SeenModel]
      /// The errors of required properties whose groups an update replaces, but that may have an alternative key.
      var missing: [(field: Int, error: MappingError)] = []
      /// The properties that an update has changed.
      var updated: [Int] = []
      /// The properties of the groups that an update is replacing. Their values are read anew, not merged.
      var replaced: [Int] = []
    }

    /// Whether a flattened model has keys in the object, and whether one of these has a value: not `null`, an object, in
    /// which there may be nothing but `null`, or anything in the place of a group.
    enum SeenModel { case absent, withoutValue, withValue }
  }

  /// Reads an object into a model.
  ///
  /// - Parameters:
  ///   - flattened: The plan with the properties of the flattened models, if these have been made.
  ///   - isUpdating: whether the model has values already.
  @inline(never)
  static func decodeGenerally(
    _ plan: ModelPlan, _ flattened: Permanent<FlattenedPlan>? = nil, into base: FieldAddress,
    isUpdating: Bool, from reader: inout JSONReader
  ) throws(MappingError) {
    let outer = reader.enterModel(plan.strategy(inside: reader.scope.strategy))
    defer { (reader.scope, reader.coercion) = outer }
    guard reader.current == .openBrace else {
      throw reader.mismatch("an object for \(plan.details.name)")
    }
    let isFlattened = outer.scope.isFlattened && reader.isAtFlattenedObject(reader.cursor)
    let isNewInPatch = !isUpdating && outer.scope.isNewInPatch
    let whole = flattened?.pointee.whole ?? plan
    let keys = try whole.keys(reader.scope.strategy)
    let hasFlattened = plan.tables.pointee.hasFlattened && flattened == nil
    let records = reader.session?.pointee.records
    let collectsUnmapped =
      plan.tables.pointee.extrasField >= 0 && !isFlattened && !hasFlattened
      && reader.session?.pointee.knownKeys.isEmpty != false
    var general = General(
      isUpdating: isUpdating, isNewInPatch: isNewInPatch, isFlattened: isFlattened,
      keepsUnmapped: isFlattened
        ? records?.flattenedExtras != nil : plan.tables.pointee.extrasField >= 0,
      collectsUnmapped: collectsUnmapped, hasFlattened: hasFlattened,
      extras: MemberCollector(
        collectsUnmapped ? reader.session?.pointee.nextExtrasSequences() : nil, reader.elements),
      rest: isUpdating || isNewInPatch || hasFlattened
        ? General.Rest(
          seenModels: Array(
            repeating: .absent, count: keys.pointee.model.flattened.pointee.models.count)) : nil)
    try withReference(to: &general) { (general) throws(MappingError) in
      if isUpdating {
        general.pointee.rest.updated.reserveCapacity(plan.tables.pointee.fields.count)
      }
      var decoder = ModelDecoder(whole, keys, base, reader.cursor, general: general)
      try decoder.readGenerally(plan, flattened, from: &reader)
    }
  }

  /// - Parameters:
  ///   - model: The model's own plan.
  ///   - flattened: The plan with the properties of the flattened models, if that is the decoder's.
  private mutating func readGenerally(
    _ model: ModelPlan, _ flattened: Permanent<FlattenedPlan>?, from reader: inout JSONReader
  ) throws(MappingError) {
    var end: BytePointer?
    let extras =
      general.pointee.isFlattened ? reader.session?.pointee.records?.flattenedExtras : nil
    do throws(MappingError) {
      try Self.callWillDecode(model, nil, &reader)
      try readObject(from: &reader)
      end = reader.cursor
      if let flattened { finishParts(flattened) }
      if !general.pointee.isUpdating { try finishAbsent(&reader) }
      if general.pointee.hasFlattened { try readFlattened(from: &reader) }
      if general.pointee.keepsUnmapped { storeUnmapped(&reader) }
      if let failure = rest?.failure { throw failure }
      if let flattened { try completeParts(flattened, &reader) }
      try Self.callDidDecode(
        model, base, start, &reader, isUpdating: general.pointee.isUpdating)
    } catch {
      // A flattened model that fails keeps no unmapped members, and neither do those flattened into it.
      if general.pointee.isFlattened { reader.session?.pointee.records?.flattenedExtras = extras }
      throw failure(error, end, reader)
    }
  }

  /// The error of a model that could not be read.
  ///
  /// It is made outside of the recursion, in which each frame counts.
  ///
  /// - Parameter end: where the model's object ends, if it was read to its end.
  @inline(never)
  private func failure(
    _ error: MappingError, _ end: BytePointer?, _ reader: borrowing JSONReader
  ) -> MappingError {
    var failure = error
    if let end { failure = failure.readToEnd(start - reader.start..<end - reader.start) }
    if general.pointee.isUpdating {
      let names = Set(general.pointee.rest.updated).sorted().map { property($0).name }
      failure.details.updated = names + error.details.updated
    }
    return failure
  }

  /// Calls the hook of a model whose object is about to be read.
  ///
  /// - Parameter keys: the keys of a new model, each of which may occur once only.
  @inline(__always)
  static func callWillDecode(
    _ plan: ModelPlan, _ keys: Permanent<KeyTables>?, _ reader: inout JSONReader
  ) throws(MappingError) {
    guard plan.tables.pointee.hasHooks, let validator = plan.details.hooks.validator,
      reader.current == .openBrace
    else { return }
    let rejectsSecond =
      keys?.pointee.ignoresCase == false && reader.duplicateKeys == .reject && reader.isStrict
    try reader.callingUser(
      of: validator, uniqueKeys: rejectsSecond ? keys?.pointee.root.pointee.table : nil
    ) { try validator.willDecode($0, in: $1) }
  }

  /// Calls the hook of a model that has been read.
  static func callDidDecode(
    _ plan: ModelPlan, _ base: FieldAddress, _ start: BytePointer, _ reader: inout JSONReader,
    isUpdating: Bool = false
  ) throws(MappingError) {
    guard plan.tables.pointee.hasHooks, let didDecode = plan.details.hooks.didDecode else {
      return
    }
    let fields = plan.tables.pointee.fields
    func state(_ index: Int) -> FieldAddress { base + fields[index].stateOffset }
    let indices = 0..<fields.count
    // A model that was just made has no changes.
    let changed = isUpdating ? indices.filter { state($0).state.isChanged } : []
    // What the hook assigns is part of the decoding, but not in the document. A flattened model in which it has assigned
    // something has properties that say so.
    defer {
      for index in indices where state(index).state.isChanged && !changed.contains(index) {
        let isWhole =
          state(index).state.isReplaced || plan.details.properties[index].flattenedModel == nil
        state(index).state.clearChange()
        if isWhole { state(index).state.markUnsaved() }
      }
    }
    do {
      try didDecode(base, reader.context)
    } catch {
      throw plan.named(reader.wrap(error, at: start))
    }
  }
}
