import Synchronization

/// The part of a plan that reading and writing need for each value, in permanent memory without
/// reference counts.
@usableFromInline
struct PlanTables {
  let id: ObjectIdentifier
  /// Whether the model provides existing instances to decode into.
  @usableFromInline let isProviding: Bool
  let provider: (any ModelProviding.Type)?
  /// The same if it is a class. What it provides is then one pointer, and not an optional of a type that is looked up.
  let objectProvider: (any (ModelProviding & AnyObject).Type)?
  /// Whether the model has neither hooks for reading, nor a key strategy, nor properties that the fast path of
  /// reading can't handle.
  let isPlain: Bool
  /// Whether the model has hooks for reading, or a key strategy.
  let hasHooks: Bool
  /// Whether the model has properties that the fast path of reading can't handle.
  let readsGenerally: Bool
  /// Whether the model has flattened models.
  let hasFlattened: Bool
  /// The plan that has the properties of the flattened models as well, if there is one.
  let flattened = PermanentSlots<FlattenedPlan>(count: 1)
  /// The field for unmapped members, or -1.
  let extrasField: Int
  /// Whether that one is a `JSONObject`.
  let extrasAreObject: Bool
  /// Whether the model has what the fast path of writing can't handle.
  let writesGenerally: Bool
  let fields: PermanentArray<PlannedField>
  let accesses: PermanentArray<FieldAccess>
  /// How models are read and written in the fields that hold one; nil in objects, because user code
  /// that runs meanwhile could replace such a model. Ends at the last field that holds one.
  let nested: PermanentArray<NestedModel?>
  /// Whether the model's `decode(from:)` is known to be the default one.
  let hasDefaultDecoding = Permanent(Atomic(false))
  /// Whether the model's `encode(to:)` is known to be the default one.
  let hasDefaultEncoding = Permanent(Atomic(false))
  /// Whether the model's `update(from:)` is known to be the default one.
  let hasDefaultUpdating = Permanent(Atomic(false))
  /// A bit for each property: whether updates are known to replace its value, instead of changing it.
  private let replacedFields: PermanentArray<Permanent<Atomic<UInt64>>>
  /// The keys under the model's own strategy; without one, under `.unchanged`.
  let keys: Permanent<KeyTables>
  /// The keys under other strategies: a list that grows at the front.
  let variants = PermanentSlots<KeyTables>(count: 1)
  let ownStrategy: Int32
  let details: PlanDetails

  init(_ details: PlanDetails) throws(MappingError) {
    let properties = details.properties
    id = ObjectIdentifier(details.type)
    provider = details.hooks.provider
    objectProvider = provider as? any (ModelProviding & AnyObject).Type
    isProviding = provider != nil
    hasFlattened = properties.contains { $0.flattenedModel != nil }
    extrasField = properties.firstIndex(where: \.holdsExtras) ?? -1
    extrasAreObject =
      extrasField >= 0 && properties[extrasField].declaration.valueType == JSONObject.self
    readsGenerally = hasFlattened || extrasField >= 0
    hasHooks = details.hooks.affectReading
    isPlain = !readsGenerally && !hasHooks
    writesGenerally =
      readsGenerally || details.hooks.affectWriting
      || properties.contains { $0.wildcardPath != nil }
    fields = PermanentArray(properties.lazy.map(\.field))
    accesses = PermanentArray(
      properties.lazy.map { FieldAccess(read: $0.reading, write: $0.declaration.write) })
    let models = properties.lastIndex { $0.declaration.makeAccess != nil }.map { $0 + 1 } ?? 0
    nested = PermanentArray(
      properties.prefix(models).lazy.map { property in
        details.type is AnyClass
          ? nil : property.declaration.makeAccess.map { NestedModel($0()) }
      })
    replacedFields = PermanentArray(
      (0..<(properties.count + 63) / 64).map { _ in Permanent(Atomic(0)) })
    ownStrategy = details.ownStrategy
    keys = Permanent(try KeyTables(details, strategy: max(ownStrategy, 0)))
    self.details = details
  }
}

/// How a field is read and written. It's a struct because a bare function in a generic array would
/// be called through a second one.
struct FieldAccess {
  let read: PropertyDeclaration.Reading
  let write: PropertyDeclaration.Writing
}

extension InPlace<FieldAccess>.Borrowed {
  @inline(__always)
  borrowing func read(_ reader: inout JSONReader, _ address: FieldAddress) throws(MappingError) {
    try value.read(&reader, address)
  }

  /// Writes the value of the field at an address, unless there is none.
  @inline(__always)
  borrowing func write(
    _ writer: inout JSONWriter, _ address: FieldAddress
  ) throws(MappingError) -> PropertyDeclaration.WriteOutcome {
    try value.write(&writer, address)
  }
}

extension PlanTables {
  /// Whether updates are known to replace the value of a property, instead of changing it.
  func replacesField(_ index: Int) -> Bool {
    replacedFields[index / 64].pointee.load(ordering: .relaxed) & 1 << (index % 64) != 0
  }

  /// Notes that updates replace the value of a property.
  func noteReplacedField(_ index: Int) {
    replacedFields[index / 64].pointee.bitwiseOr(1 << (index % 64), ordering: .relaxed)
  }
}

extension ModelPlan {
  /// Whether the model is read by its plan wherever it is: neither by code of its own, nor into an instance
  /// of its choice.
  var decodesByPlan: Bool {
    @inline(__always) get { tables.pointee.hasDefaultDecoding.pointee.load(ordering: .relaxed) }
  }

  /// Whether the model is written by its plan wherever it is.
  var encodesByPlan: Bool {
    @inline(__always) get { tables.pointee.hasDefaultEncoding.pointee.load(ordering: .relaxed) }
  }

  /// The keys under the strategy of the model around this one, or of the mapper.
  ///
  /// - Throws: ``MappingError`` with code `.declaration` if that strategy makes keys that break a
  ///   rule. Not if the strategy was prepared before.
  @inline(__always)
  func keys(_ strategy: Int32) throws(MappingError) -> Permanent<KeyTables> {
    guard strategy != 0, tables.pointee.ownStrategy < 0 else { return tables.pointee.keys }
    return try variant(strategy, PlanCache.plan)
  }

  @inline(never)
  private func variant(
    _ strategy: Int32, _ find: Finder
  ) throws(MappingError) -> Permanent<KeyTables> {
    var next = tables.pointee.variants.load()
    while let variant = next {
      if variant.pointee.strategy == strategy { return variant }
      next = variant.pointee.next
    }
    var keys = try KeyTables(details, strategy: strategy)
    try keys.model.flatten(self, strategy, find)
    // Two threads may add the same one. Then lookups find the first in the list.
    return PlanCache.publishing.withLock {
      keys.next = tables.pointee.variants.load()
      let added = Permanent(keys)
      tables.pointee.variants.store(added)
      return added
    }
  }

  /// Prepares the keys of this model, and of all models that it can reach, under a strategy.
  func prepareKeys(_ strategy: Int32, _ find: Finder = PlanCache.plan) throws(MappingError) {
    for (plan, strategy) in try reachable(inside: strategy, find)
    where strategy != 0 && plan.tables.pointee.ownStrategy < 0 {
      _ = try plan.variant(strategy, find)
    }
  }

  /// This plan and those of all models that it can reach, each with the strategies of its keys.
  func reachable(
    inside outer: Int32, _ find: Finder = PlanCache.plan
  ) throws(MappingError) -> [(plan: ModelPlan, strategy: Int32)] {
    var seen = Set<KeyVariantID>()
    var found: [(plan: ModelPlan, strategy: Int32)] = []
    var waiting = [(self, outer)]
    while let (plan, outer) = waiting.popLast() {
      let strategy = plan.strategy(inside: outer)
      let id = KeyVariantID(plan: plan.tables, strategy: strategy)
      guard seen.insert(id).inserted else { continue }
      found.append((plan, strategy))
      var models = ReachableModels(leavingOut: nil)
      plan.details.collectModels(into: &models)
      for type in models.types { waiting.append((try find(type), strategy)) }
    }
    return found
  }
}

/// A model's plan under a strategy.
struct KeyVariantID: Hashable {
  let plan: Permanent<PlanTables>
  let strategy: Int32
}
