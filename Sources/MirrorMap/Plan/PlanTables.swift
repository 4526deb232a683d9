import Synchronization

/// What reading and writing look at for each value of a model, in memory that has no reference
/// counts and stays.
@usableFromInline
struct PlanTables {
  let id: ObjectIdentifier
  /// Whether the model chooses what it is decoded into.
  @usableFromInline let isProviding: Bool
  /// Whether the model has hooks or properties that ordinary ones do not have.
  let needsCare: Bool
  let fields: UnsafePointer<PlannedField>
  let readings: UnsafePointer<PropertyDeclaration.Reading>
  let updates: UnsafePointer<PropertyDeclaration.Reading>
  let writings: UnsafePointer<PropertyDeclaration.Writing>
  /// The keys as the model's own strategy makes them, or as they are.
  let keys: UnsafePointer<KeyTables>
  /// The keys as other strategies make them: a list to which nodes are added at the front.
  let variants: UnsafeMutablePointer<Atomic<UInt>>
  /// The strategy that the model insists on, or -1.
  let ownStrategy: Int32
  /// Kept alive for ever.
  let details: Unmanaged<PlanDetails>

  init(_ details: PlanDetails) throws(MappingError) {
    let properties = details.properties
    id = details.id
    isProviding = details.hooks.isProviding
    needsCare =
      details.hooks.needsCare
      || properties.contains {
        $0.flattenedModel != nil || $0.holdsExtras || $0.wildcardPath != nil
          || $0.declaration.options.altersReading
      }
    fields = Immortal.allocate(properties.map(\.field))
    readings = Immortal.allocate(properties.map(\.reading))
    updates = Immortal.allocate(properties.map(\.update))
    writings = Immortal.allocate(properties.map(\.declaration.write))
    ownStrategy = details.hooks.keyStrategy.map { KeyStrategies.number(of: $0) } ?? -1
    keys = Immortal.allocate([
      try KeyTables(properties, of: details.name, strategy: max(ownStrategy, 0))
    ])
    variants = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: 1)
    variants.initialize(to: Atomic(0))
    self.details = .passRetained(details)
  }
}

/// A node in the list of a plan's keys as other strategies make them.
private struct KeyVariant {
  let keys: UnsafePointer<KeyTables>
  let next: UInt
}

extension ModelPlan {
  /// The keys under the strategy of the model around this one, or of the mapper.
  ///
  /// - Throws: ``MappingError`` with code `.declaration` if that strategy makes keys that break a rule.
  ///   Not if the strategy was prepared before.
  @inline(__always)
  func keys(_ strategy: Int32) throws(MappingError) -> UnsafePointer<KeyTables> {
    guard strategy != 0, tables.pointee.ownStrategy < 0 else { return tables.pointee.keys }
    return try variant(strategy) { (type) throws(MappingError) in try PlanCache.plan(type) }
  }

  /// - Parameter find: finds the plan of a model that is flattened into this one.
  @inline(never)
  private func variant(
    _ strategy: Int32, _ find: (any Mappable.Type) throws(MappingError) -> ModelPlan
  ) throws(MappingError) -> UnsafePointer<KeyTables> {
    let head = tables.pointee.variants.pointee.load(ordering: .acquiring)
    var node = UnsafePointer<KeyVariant>(bitPattern: head)
    while let variant = node?.pointee {
      if variant.keys.pointee.strategy == strategy { return variant.keys }
      node = UnsafePointer(bitPattern: variant.next)
    }
    let keys = try KeyTables(details.properties, of: details.name, strategy: strategy)
    try keys.model.flatten(self, strategy, find)
    let stored = Immortal.allocate([keys])
    var next = head
    // Two threads may add the same one: the first in the list is found, the other is never looked at.
    while true {
      let added = Immortal.allocate([KeyVariant(keys: stored, next: next)])
      let (isAdded, current) = tables.pointee.variants.pointee.compareExchange(
        expected: next, desired: UInt(bitPattern: added), ordering: .acquiringAndReleasing)
      if isAdded { return stored }
      next = current
    }
  }

  /// Makes sure that the keys of this model and of all that it can reach are known under a strategy.
  ///
  /// - Parameter find: finds the plan of a model.
  /// - Throws: ``MappingError`` with code `.declaration` if the strategy makes keys that break a rule.
  func prepareKeys(
    _ strategy: Int32, _ find: (any Mappable.Type) throws(MappingError) -> ModelPlan
  ) throws(MappingError) {
    var done = Set<KeyVariantID>()
    var waiting = [(self, strategy)]
    while let (plan, outer) = waiting.popLast() {
      let strategy = plan.tables.pointee.ownStrategy < 0 ? outer : plan.tables.pointee.ownStrategy
      let id = KeyVariantID(plan: plan.tables, strategy: strategy)
      guard done.insert(id).inserted else { continue }
      if strategy != 0, plan.tables.pointee.ownStrategy < 0 {
        _ = try plan.variant(strategy, find)
      }
      var reachable = ReachableModels(includingPlanned: true)
      plan.details.collectModels(into: &reachable)
      for type in reachable.types { waiting.append((try find(type), strategy)) }
    }
  }
}

/// A model's plan under a strategy.
struct KeyVariantID: Hashable {
  let plan: UnsafePointer<PlanTables>
  let strategy: Int32
}
