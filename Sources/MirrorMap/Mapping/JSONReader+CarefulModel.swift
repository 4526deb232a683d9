/// Reading models that are no ordinary ones; see ``CarefulReading``.
extension JSONReader {
  /// Reads an object into the fields of a model.
  ///
  /// - Parameters:
  ///   - plan: the model's plan.
  ///   - base: where the offsets of the plan's fields count from.
  ///   - isUpdating: whether the model has values already.
  @inline(never)
  @usableFromInline
  mutating func readCarefully(
    _ plan: ModelPlan, into base: FieldAddress, isUpdating: Bool
  ) throws(MappingError) {
    if scope.isNoticing, !isUpdating { return try notice(plan, base) }
    let start = cursor
    let outer = (scope, coercion)
    let outerProperty = notes?.property
    notes?.property = nil
    defer {
      (scope, coercion) = outer
      notes?.property = outerProperty
    }
    let own = plan.tables.pointee.ownStrategy
    scope = MappingSession.behind(session).pointee.scope
    scope.strategy = own < 0 ? outer.0.strategy : own
    // A strategy that came from a model around this one holds in the models inside it as well.
    scope.needsCare = scope.needsCare || scope.strategy != 0
    coercion = MappingSession.behind(session).pointee.coercion
    guard current == .openBrace else { throw mismatch("an object for \(plan.details.name)") }
    let keys = try plan.keys(scope.strategy)
    var care = CarefulReading(start, isUpdating: isUpdating)
    care.minds = concerns(plan, isFlattened: outer.0.isFlattened)
    try withLoan(of: &care) { (care) throws(MappingError) in
      var reading = ModelReading(plan, keys, base, care: care)
      try readCarefully(&reading, care)
    }
  }

  private mutating func readCarefully(
    _ reading: inout ModelReading, _ care: Lent<CarefulReading>
  ) throws(MappingError) {
    let start = cursor
    var end: BytePointer?
    do throws(MappingError) {
      try willDecode(reading.plan)
      try readMembers(&reading)
      end = cursor
      if !care.pointee.isUpdating { try settle(start, reading) }
      try readFlattened(reading, care)
      if care.pointee.minds.contains(.keeps) { keepOverlooked(reading, care) }
      if let failure = care.pointee.failure { throw failure }
      try didDecode(reading, start)
    } catch {
      if let end { notes?.failed = (start, end) }
      guard care.pointee.isUpdating else { throw error }
      var failure = error
      let names = care.pointee.updated.map { reading.property($0).name }
      failure.details.updated = names + error.details.updated
      throw failure
    }
  }

  /// What keys that no property asks for mean to a model.
  private func concerns(_ plan: ModelPlan, isFlattened: Bool) -> CarefulReading.Unknown {
    var concerns = CarefulReading.Unknown.nothing
    let properties = plan.details.properties
    if isFlattened { concerns.insert(.visits) }
    if scope.unknownKeys != .ignore { concerns.insert(.judges) }
    if isFlattened ? notes?.overlooked != nil : properties.contains(where: \.holdsExtras) {
      concerns.insert(.keeps)
    }
    if properties.contains(where: { $0.flattenedModel != nil }) { concerns.insert(.flattens) }
    return concerns
  }

  // MARK: Hooks

  private func willDecode(_ plan: ModelPlan) throws(MappingError) {
    guard let willDecode = plan.details.hooks.willDecode else { return }
    do {
      try withView { try willDecode($0, context) }
    } catch {
      throw named(wrap(error, at: cursor), plan)
    }
  }

  private func didDecode(
    _ reading: ModelReading, _ start: BytePointer
  ) throws(MappingError) {
    guard let didDecode = reading.plan.details.hooks.didDecode else { return }
    let states = reading.plan.details.properties.indices.map { index in
      reading.base + reading.tables.pointee.fields[index].stateOffset
    }
    let changed = states.map(\.state.isChanged)
    do {
      try didDecode(reading.base, context)
    } catch {
      throw named(wrap(error, at: start), reading.plan)
    }
    // What the hook assigns is part of the decoding.
    for (slot, wasChanged) in zip(states, changed) where !wasChanged { slot.clearChange() }
  }

  /// Lends a view of the value at the cursor.
  func withView<R>(_ body: (JSONView) throws -> R) rethrows -> R {
    let depth = MappingSession.behind(session).pointee.maximumDepth
    guard let notes else {
      let storage = JSONViewStorage(borrowing: bytes, maximumDepth: depth, session: nil)
      defer { storage.detach() }
      return try body(JSONView(storage: storage, at: self))
    }
    let storage =
      notes.viewStorage
      ?? JSONViewStorage(borrowing: bytes, maximumDepth: depth, session: session)
    notes.viewStorage = storage
    return try body(JSONView(storage: storage, at: self))
  }
}
