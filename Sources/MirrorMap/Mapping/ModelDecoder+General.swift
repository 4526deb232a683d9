/// The general path: reading models with options; see ``ModelDecoder``.
extension ModelDecoder {
  /// What only the general path keeps while it reads a model.
  struct General {
    /// Where the model's object begins.
    let start: BytePointer
    /// Whether the model has values already, which the document changes.
    let isUpdating: Bool
    /// Whether unmapped members on the model's own level belong to the model into which this one is
    /// flattened.
    let isFlattened: Bool
    /// Whether unmapped members are issues or errors.
    let reportsUnmapped: Bool
    let keepsUnmapped: Bool
    /// Whether unmapped members matter to nobody.
    let ignoresUnmapped: Bool
    /// How many arrays of its key paths the reader is in.
    var arrayDepth = 0
    /// The unmapped members that are kept.
    var extras = JSONObject()
    /// The flattened models that have at least one key in the object, and whether one has a value.
    var seenModels: [Int: Bool] = [:]
    /// The keys of flattened models that are `null` in a merge patch.
    var removedKeys: Set<KeyBytes> = []
    /// The reported failure of the model; decoding continues to report further ones.
    var failure: MappingError?
    /// The properties that an update has changed.
    var updated: [Int] = []
  }

  /// Reads an object into a model.
  ///
  /// - Parameter isUpdating: whether the model has values already.
  @inline(never) @usableFromInline
  static func decodeGenerally(
    _ plan: ModelPlan, into base: FieldAddress, isUpdating: Bool, from reader: inout JSONReader
  ) throws(MappingError) {
    let session = reader.sharedSession
    let outer = (reader.scope, reader.coercion)
    let outerProperty = reader.setProperty(nil)
    defer {
      (reader.scope, reader.coercion) = outer
      _ = reader.setProperty(outerProperty)
    }
    reader.scope = session.pointee.scope
    // A strategy of an outer model applies to the models inside it as well.
    reader.scope.strategy = plan.strategy(inside: outer.0.strategy)
    reader.coercion = session.pointee.coercion
    guard reader.current == .openBrace else {
      throw reader.mismatch("an object for \(plan.details.name)")
    }
    let keys = try plan.keys(reader.scope.strategy)
    let isFlattened = outer.0.isFlattened
    let reportsUnmapped = reader.scope.unknownKeys != .ignore
    let keepsUnmapped =
      isFlattened
      ? session.pointee.records?.flattenedExtras != nil : plan.tables.pointee.holdsExtras
    var general = General(
      start: reader.cursor, isUpdating: isUpdating, isFlattened: isFlattened,
      reportsUnmapped: reportsUnmapped, keepsUnmapped: keepsUnmapped,
      ignoresUnmapped: !isFlattened && !reportsUnmapped && !keepsUnmapped
        && !plan.tables.pointee.hasFlattened)
    try withReference(to: &general) { (general) throws(MappingError) in
      var decoder = ModelDecoder(plan, keys, base, general: general)
      try decoder.readGenerally(from: &reader)
    }
  }

  private mutating func readGenerally(from reader: inout JSONReader) throws(MappingError) {
    let start = reader.cursor
    var end: BytePointer?
    do throws(MappingError) {
      if let willDecode = plan.details.hooks.willDecode {
        try reader.callingUser(of: plan.details.type, willDecode)
      }
      try readObject(from: &reader)
      end = reader.cursor
      if !general.pointee.isUpdating { try finishAbsent(start, &reader) }
      try readFlattened(from: &reader)
      if general.pointee.keepsUnmapped { storeUnmapped(reader) }
      if let failure = general.pointee.failure { throw failure }
      try callDidDecode(start, reader)
    } catch {
      throw failure(error, start, end, reader)
    }
  }

  /// The error of a model that could not be read.
  ///
  /// It is made outside of the recursion, in which each frame counts.
  ///
  /// - Parameter end: where the model's object ends, if it was read to its end.
  @inline(never)
  private func failure(
    _ error: MappingError, _ start: BytePointer, _ end: BytePointer?, _ reader: borrowing JSONReader
  ) -> MappingError {
    var failure = error
    if let end { failure = failure.readToEnd(start - reader.start..<end - reader.start) }
    if general.pointee.isUpdating {
      let names = general.pointee.updated.map { property($0).name }
      failure.details.updated = names + error.details.updated
    }
    return failure
  }

  /// Calls the hook of a model that has been read.
  func callDidDecode(
    _ start: BytePointer, _ reader: borrowing JSONReader
  ) throws(MappingError) {
    guard let didDecode = plan.details.hooks.didDecode else { return }
    let indices = 0..<tables.pointee.fields.count
    // A model that was just made has no changes.
    let changed =
      general?.pointee.isUpdating == true ? indices.filter { state($0).state.isChanged } : []
    do {
      try didDecode(base, reader.context)
    } catch {
      throw plan.named(reader.wrap(error, at: start))
    }
    // What the hook assigns is part of the decoding.
    for index in indices where state(index).state.isChanged && !changed.contains(index) {
      state(index).state.clearChange()
    }
  }
}
