/// The general path: reading models with options; see ``ModelDecoder``.
extension ModelDecoder {
  /// What only the general path keeps while it reads a model.
  struct General {
    /// Where the model's object begins.
    let start: BytePointer
    /// Whether the model has values already, which the document changes.
    let isUpdating: Bool
    /// How many arrays of its key paths the reader is in.
    var arrayDepth = 0
    /// What is done with unmapped members.
    var unmapped: UnmappedHandling = []
    /// The unmapped members that are kept.
    var extras = JSONObject()
    /// The flattened models that have at least one key in the object.
    var seenModels: Set<Int> = []
    /// The keys of flattened models that are `null` in a merge patch.
    var removedKeys: Set<KeyBytes> = []
    /// The flattened models that have at least one key with a value.
    var valuedModels: Set<Int> = []
    /// The reported failure of the model; decoding continues to report further ones.
    var failure: MappingError?
    /// The properties that an update has changed.
    var updated: [Int] = []
  }

  /// What is done with unmapped members.
  struct UnmappedHandling: OptionSet {
    let rawValue: UInt8
    /// They are issues or errors.
    static let report = UnmappedHandling(rawValue: 1)
    /// They are kept.
    static let keep = UnmappedHandling(rawValue: 2)
    /// They may belong to a flattened model.
    static let flatten = UnmappedHandling(rawValue: 4)
    /// Those on the model's own level belong to the model into which this one is flattened.
    static let leaveToOuter = UnmappedHandling(rawValue: 8)
  }

  /// Reads an object into a model.
  ///
  /// - Parameter isUpdating: whether the model has values already.
  @inline(never)
  static func decodeGenerally(
    _ plan: ModelPlan, into base: FieldAddress, isUpdating: Bool, from reader: inout JSONReader
  ) throws(MappingError) {
    let session = reader.sharedSession
    let start = reader.cursor
    let outer = (reader.scope, reader.coercion)
    let outerProperty = reader.setProperty(nil)
    defer {
      (reader.scope, reader.coercion) = outer
      _ = reader.setProperty(outerProperty)
    }
    reader.scope = session.pointee.scope
    reader.scope.strategy = plan.strategy(inside: outer.0.strategy)
    // A strategy of an outer model applies to the models inside it as well.
    if reader.scope.strategy != 0 { reader.scope.usesGeneralPath = true }
    reader.coercion = session.pointee.coercion
    guard reader.current == .openBrace else {
      throw reader.mismatch("an object for \(plan.details.name)")
    }
    let keys = try plan.keys(reader.scope.strategy)
    var general = General(start: start, isUpdating: isUpdating)
    general.unmapped = unmappedHandling(plan, isFlattened: outer.0.isFlattened, reader)
    try withReference(to: &general) { (general) throws(MappingError) in
      var decoder = ModelDecoder(plan, keys, base, general: general)
      try decoder.readGenerally(general, from: &reader)
    }
  }

  private mutating func readGenerally(
    _ general: UnownedReference<General>, from reader: inout JSONReader
  ) throws(MappingError) {
    let start = reader.cursor
    var end: BytePointer?
    do throws(MappingError) {
      if let willDecode = plan.details.hooks.willDecode {
        do {
          try reader.withView { try willDecode($0, reader.context) }
        } catch {
          throw plan.named(reader.wrap(error, at: reader.cursor))
        }
      }
      try readObject(from: &reader)
      end = reader.cursor
      if !general.pointee.isUpdating { try finishAbsent(start, &reader) }
      try readFlattened(general, from: &reader)
      if general.pointee.unmapped.contains(.keep) { storeUnmapped(general, reader) }
      if let failure = general.pointee.failure { throw failure }
      try callDidDecode(start, reader)
    } catch {
      var failure = error
      if let end { failure = failure.readToEnd(start - reader.start..<end - reader.start) }
      if general.pointee.isUpdating {
        let names = general.pointee.updated.map { property($0).name }
        failure.details.updated = names + error.details.updated
      }
      throw failure
    }
  }

  private static func unmappedHandling(
    _ plan: ModelPlan, isFlattened: Bool, _ reader: borrowing JSONReader
  ) -> UnmappedHandling {
    var handling: UnmappedHandling = []
    let properties = plan.details.properties
    if isFlattened { handling.insert(.leaveToOuter) }
    if reader.scope.unknownKeys != .ignore { handling.insert(.report) }
    let isKept =
      isFlattened
      ? reader.sharedSession.pointee.flattenedExtras != nil
      : properties.contains(where: \.holdsExtras)
    if isKept { handling.insert(.keep) }
    if properties.contains(where: { $0.flattenedModel != nil }) { handling.insert(.flatten) }
    return handling
  }

  private func callDidDecode(
    _ start: BytePointer, _ reader: borrowing JSONReader
  ) throws(MappingError) {
    guard let didDecode = plan.details.hooks.didDecode else { return }
    let states = plan.details.properties.indices.map { state($0) }
    let changed = states.map(\.state.isChanged)
    do {
      try didDecode(base, reader.context)
    } catch {
      throw plan.named(reader.wrap(error, at: start))
    }
    // What the hook assigns is part of the decoding.
    for (slot, wasChanged) in zip(states, changed) where !wasChanged { slot.state.clearChange() }
  }
}
