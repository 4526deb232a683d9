/// The plans of all types, one each, for as long as the process runs.
///
/// A lookup needs neither a lock nor a dictionary: a table of atomic pointers, indexed by a hash of
/// the type's identity, has in each slot a list of plans that grows at the front.
///
///     slot = hash(User.self) & 255  →  Group's plan  →  User's plan, whose `id` is User.self: found
///
/// (The first dictionary with some type of keys takes the runtime as long to set up as planning a model.)
///
/// Plans are built without a lock, because that runs the user's `init()`. Racing threads may both
/// build one; the first to finish is published. A plan is published together with those of all
/// models that it can reach, so every published plan is complete.
@usableFromInline
enum PlanCache {
  private static let slotCount = 256

  /// How many levels of models may be found before all are known: a generic model that holds itself
  /// with another type argument leads to new models without end.
  private static let maximumDepth = 64
  private static let maximumCount = 4096

  /// A type in the list of its slot.
  private struct Entry {
    let id: ObjectIdentifier
    /// Its plan; nil for a type that isn't a model, such as `[User]`, if all models that it leads to have plans.
    let plan: ModelPlan?
    /// Why the type can't be planned. Planning it again would fail again, and leave behind what was planned before
    /// the failure.
    var failure: MappingError?
    let next: Permanent<Entry>?
  }

  /// The types that this thread is planning, whose `init()` may decode other models, and these again their types.
  private static let inProgress = ThreadLocal<[ObjectIdentifier]> { [] }

  /// All plans.
  private static let slots = PermanentSlots<Entry>(count: slotCount)
  /// Held while plans, or their keys under a strategy, are published.
  static let publishing = Lock()
  /// The outcome of preparing plans for a strategy.
  private static let prepared = Locked<[KeyVariantID: Result<Void, MappingError>]>([:])

  /// The plan of a type, if there is one.
  @usableFromInline
  static func published(_ id: ObjectIdentifier) -> ModelPlan? { entry(id)?.pointee.plan }

  @inline(__always)
  private static func entry(_ id: ObjectIdentifier) -> Permanent<Entry>? {
    var next = slots.load(id.slot)
    while let entry = next {
      if entry.pointee.id == id { return entry }
      next = entry.pointee.next
    }
    return nil
  }

  /// The plan of a type; built if there is none yet.
  ///
  /// - Throws: ``MappingError`` with code `.declaration` if the type, or a model that it can reach,
  ///   cannot be mapped. Nothing is published then.
  @usableFromInline @inline(__always)
  static func plan(_ type: any Mappable.Type) throws(MappingError) -> ModelPlan {
    if let plan = published(ObjectIdentifier(type)) { return plan }
    return try build(type)
  }

  /// Builds the plan of a type and of all models that it can reach.
  @usableFromInline @inline(never)
  static func build(_ type: any Mappable.Type) throws(MappingError) -> ModelPlan {
    let id = ObjectIdentifier(type)
    if let failure = entry(id)?.pointee.failure { throw failure }
    let outer = inProgress.value
    guard !outer.contains(id) else {
      throw .declaration(
        typeName(of: type), nil, "what it declares, such as its init(), already uses its mapping")
    }
    do throws(MappingError) {
      return try buildAll(type)
    } catch {
      // Inside of another plan, this may be the cause.
      guard outer.isEmpty else { throw error }
      publishing.withLock { if published(id) == nil { insert(id, nil, error) } }
      throw error
    }
  }

  private static func buildAll(_ type: any Mappable.Type) throws(MappingError) -> ModelPlan {
    let outer = inProgress.value
    var leavesOut = false
    var built: [ModelPlan] = []
    var level = [type]
    var depth = 0
    while !level.isEmpty {
      guard depth < maximumDepth, built.count < maximumCount else {
        throw .declaration(
          typeName(of: type), nil, "it leads to more models than can be planned, maybe without end")
      }
      depth += 1
      var reachable = ReachableModels(leavingOut: { published($0) != nil })
      for next in level where !built.contains(where: { $0.isOf(next) }) {
        guard !outer.contains(ObjectIdentifier(next)) else {
          leavesOut = true
          continue
        }
        let plan = try inProgress.with(outer + [ObjectIdentifier(next)]) {
          () throws(MappingError) in
          try ModelPlan(next)
        }
        built.append(plan)
        plan.details.collectModels(into: &reachable)
      }
      if let failure = reachable.failure { throw failure }
      level = reachable.types
    }
    func find(_ type: any Mappable.Type) throws(MappingError) -> ModelPlan {
      if let plan = built.first(where: { $0.isOf(type) }) { return plan }
      return try PlanCache.plan(type)
    }
    // What needs the plans of the models that a model can hold comes last.
    for plan in built {
      let keys = plan.tables.pointee.keys.pointee
      try keys.model.flatten(plan, keys.strategy, find)
      if let flattened = try FlattenedPlan(plan, find) {
        plan.tables.pointee.flattened.store(Permanent(flattened))
      }
      if plan.tables.pointee.ownStrategy > 0 { try plan.prepareKeys(keys.strategy, find) }
    }
    // A published plan is complete. This one is made again when the plan around it has been.
    if leavesOut { return built[0] }
    return publishing.withLock {
      // Another thread may have published some of them. The one that leads to the others is the last.
      for plan in built.reversed() where published(plan.tables.pointee.id) == nil {
        insert(plan.tables.pointee.id, plan)
      }
      return published(ObjectIdentifier(type)) ?? built[0]
    }
  }

  private static func insert(
    _ id: ObjectIdentifier, _ plan: ModelPlan?, _ failure: MappingError? = nil
  ) {
    let entry = Entry(id: id, plan: plan, failure: failure, next: slots.load(id.slot))
    slots.store(Permanent(entry), id.slot)
  }

  /// Plans the models that a value can contain, and their keys under a strategy.
  ///
  /// - Parameter root: the type of the value, for which nothing is left to do the next time.
  /// - Throws: ``MappingError`` with code `.declaration`.
  @inline(__always)
  static func prepare(
    _ strategy: Int32, for root: ObjectIdentifier? = nil,
    _ collectModels: (inout ReachableModels) -> Void
  ) throws(MappingError) {
    if strategy == 0, let root, let entry = entry(root), entry.pointee.failure == nil { return }
    // The keys of the plans themselves are prepared.
    var models = ReachableModels(leavingOut: strategy == 0 ? { published($0) != nil } : nil)
    collectModels(&models)
    try prepare(models, strategy, root)
  }

  @inline(never)
  private static func prepare(
    _ models: ReachableModels, _ strategy: Int32, _ root: ObjectIdentifier?
  ) throws(MappingError) {
    if let failure = models.failure { throw failure }
    let outer = inProgress.value
    for type in models.types {
      // A document without such models can be read.
      if outer.contains(ObjectIdentifier(type)) { continue }
      let plan = try plan(type)
      let id = KeyVariantID(plan: plan.tables, strategy: strategy)
      guard strategy != 0 else { continue }
      if let known = prepared.withLock({ $0[id] }) {
        try known.get()
        continue
      }
      let outcome = Result { () throws(MappingError) in try plan.prepareKeys(strategy) }
      if outer.isEmpty { prepared.withLock { $0[id] = outcome } }
      try outcome.get()
    }
    guard strategy == 0, outer.isEmpty, let root else { return }
    publishing.withLock { if entry(root) == nil { insert(root, nil) } }
  }

  /// Checks what is wrong for some documents only, in the models that a value can contain.
  ///
  /// - Throws: ``MappingError`` with code `.declaration`.
  static func validate(
    _ strategy: Int32, _ collectModels: (inout ReachableModels) -> Void
  ) throws(MappingError) {
    for (plan, strategy) in try reachable(inside: strategy, collectModels) {
      let keys = try plan.keys(strategy).pointee.model
      try ScalarValidator.validate(keys.properties, of: plan.details.type, checksAll: true)
    }
  }

  /// The plans of the models that a value can contain and of those that they can reach, each with the strategy inside
  /// it; those that several models can reach more than once.
  ///
  /// - Throws: ``MappingError`` with code `.declaration`.
  static func reachable(
    inside strategy: Int32, _ collectModels: (inout ReachableModels) -> Void
  ) throws(MappingError) -> [(plan: ModelPlan, strategy: Int32)] {
    var models = ReachableModels(leavingOut: nil)
    collectModels(&models)
    if let failure = models.failure { throw failure }
    var found: [(plan: ModelPlan, strategy: Int32)] = []
    for type in models.types { found += try plan(type).reachable(inside: strategy) }
    return found
  }
}
