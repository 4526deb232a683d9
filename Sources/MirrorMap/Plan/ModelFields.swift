/// The properties of a model for code that keeps their values outside of models, such as in the rows of a table.
///
/// Properties of flattened models are among them, in the place of the property that holds the model:
///
///     @Mapped id, @Flattened paging (page, total), @Mapped name   →   id, page, total, name
package struct ModelFields: Sendable {
  let plan: ModelPlan
  /// The properties, in the order of declaration.
  package let all: [ModelField]
  /// The properties that hold flattened models, each before those inside of its model.
  package let flattened: [FlattenedField]

  /// - Throws: ``MappingError`` with code `.declaration`.
  package init(_ type: any Mappable.Type) throws(MappingError) {
    plan = try PlanCache.plan(type)
    var (fields, flattened): ([ModelField], [FlattenedField]) = ([], [])
    try Self.collect(&fields, &flattened, of: plan, in: [])
    all = fields
    self.flattened = flattened
  }

  private static func collect(
    _ fields: inout [ModelField], _ flattened: inout [FlattenedField], of plan: ModelPlan,
    in holders: [ModelField.Holder]
  ) throws(MappingError) {
    for (position, property) in plan.details.properties.enumerated() {
      guard let model = property.flattenedModel else {
        fields.append(ModelField(property, position, holders))
        continue
      }
      let value = property.declaration.valueType as? any MappableValue.Type
      guard let access = try value?.checkedAccess.property?(), access.type == model else {
        throw .declaration(
          plan.details.name, property.name, "a flattened object of a class cannot be stored")
      }
      let holder = ModelField.Holder(property: property, access: access)
      let (number, first) = (flattened.count, fields.count)
      flattened.append(FlattenedField(outer: holders, holder: holder, fields: first..<first))
      try collect(
        &fields, &flattened, of: try PlanCache.plan(model), in: holders + [holder])
      flattened[number].fields = first..<fields.count
    }
  }

  /// Whether the model has no hooks for reading, key strategy, flattened models, extras, or alternative keys.
  package var isPlain: Bool { hasPlainKeys && !plan.tables.pointee.hasHooks }

  /// Whether each key is that of one property: the model has no flattened models, extras, or alternative keys.
  var hasPlainKeys: Bool {
    !plan.tables.pointee.readsGenerally
      && plan.tables.pointee.keys.pointee.fieldsWithAlternatives.isEmpty
  }

  /// Whether it is known that models are read by their plan, not by code of their own.
  package var isReadByPlan: Bool { plan.decodesByPlan }

  /// Whether it is known that models are updated by their plan, not by code of their own.
  package var isUpdatedByPlan: Bool {
    plan.tables.pointee.hasDefaultUpdating.pointee.load(ordering: .relaxed)
  }

  /// Whether it is known that an update replaces the value of a property of this model, not of a flattened one, instead
  /// of changing it by code of its type.
  package func isReplaced(_ field: ModelField) -> Bool {
    field.isAlwaysReplaced || plan.tables.pointee.replacesField(field.position)
  }

  /// The models that values of a type can contain, and those inside them, each once.
  ///
  /// - Throws: ``MappingError`` with code `.declaration` if one of them cannot be mapped.
  package static func models(
    in type: any MappableValue.Type
  ) throws(MappingError) -> [any Mappable.Type] {
    var seen: Set<ObjectIdentifier> = []
    return try PlanCache.reachable(inside: 0, type.collectModels).map(\.plan.details.type)
      .filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// Calls `body` with the address at which the offsets of a model's fields count from. For an object, an access to its
  /// properties is checked as Swift does it.
  package func withBase<Model, R, E: Error>(
    of model: inout Model, for access: MemoryAccess, _ body: (FieldAddress) throws(E) -> R
  ) throws(E) -> R {
    try plan.withBase(of: &model, for: access, body)
  }

  /// Adds the names of the model and a property to an error, unless it has names already.
  package func named(_ error: MappingError, _ field: ModelField? = nil) -> MappingError {
    error.named(plan.details.name, field?.name)
  }
}

/// One property of a model; see ``ModelFields``.
@usableFromInline
package final class ModelField: Sendable {
  /// A property that holds a flattened model.
  struct Holder: @unchecked Sendable {
    let property: PlannedProperty
    let access: ModelAccess
    var declaration: PropertyDeclaration { property.declaration }
    var isOptional: Bool { declaration.isOptional }

    /// The place of the property in a model.
    func slot(in base: FieldAddress) -> ModelSlot {
      ModelSlot(base, offset: property.field.offset, stateOffset: property.field.stateOffset)
    }
  }

  /// Its name.
  package let name: String
  /// The properties around it that hold the flattened model that it is part of, the outermost first.
  let holders: [Holder]
  let property: PlannedProperty
  /// Its number among the properties of the model that declares it.
  let position: Int
  /// Whether a key of its own path leads to it only through another one.
  package let hasNestedPath: Bool
  /// How many levels below its model it is read: as many as its key path has steps. Those of its alternative keys are
  /// read at the end of the model's object, where the reader counts one level.
  package let depths: Set<Int>
  /// What has been found out about its keys, by the strategy of the model around its own.
  let knownKeys = Locked<[Int32: FieldKeys]>([:])

  init(_ property: PlannedProperty, _ position: Int, _ holders: [Holder]) {
    name = property.name
    self.holders = holders
    self.property = property
    self.position = position
    usesValueItself = property.declaration.usesValueItself
    let paths = property.keyed(by: .unchanged).paths
    hasNestedPath = paths.contains { $0.count > 1 }
    depths = Set(paths.prefix(1).map(\.count) + paths.dropFirst().map { _ in 1 })
  }

  var declaration: PropertyDeclaration { property.declaration }
  private var field: PlannedField { property.field }

  /// The type of its values.
  package var valueType: Any.Type { declaration.valueType }
  /// Whether it may be nil.
  package var isOptional: Bool { declaration.isOptional }
  /// Whether it must be given: it is neither optional nor has it a default.
  package var isRequired: Bool { field.isRequired }
  /// Whether `null` is one of its values.
  package var acceptsNull: Bool { field.acceptsNull }
  /// Whether its declaration gives it a value.
  package var hasDefault: Bool { declaration.hasDefault }
  /// Whether an update merges into its values instead of replacing them.
  package var mergesUpdates: Bool { declaration.mergesUpdates }
  /// Whether its values, or models inside of them, are objects of classes.
  ///
  /// - Parameter isReference: Whether the values of a type refer to models that aren't inside of them.
  package func leadsToObjects(besides isReference: (Any.Type) -> Bool) -> Bool {
    if valueType is AnyClass { return true }
    guard let type = valueType as? any MappableValue.Type else { return false }
    var (types, models): (Set<ObjectIdentifier>, Set<ObjectIdentifier>) = ([], [])
    func leads(_ shape: ValueShape) -> Bool {
      switch shape {
      case .value(let type):
        return !isReference(type) && types.insert(ObjectIdentifier(type)).inserted
          && leads(type.shape)
      case .model(let type):
        if type is AnyClass { return true }
        guard models.insert(ObjectIdentifier(type)).inserted,
          let plan = try? PlanCache.plan(type)
        else { return false }
        return plan.details.properties.contains { leads($0.declaration.shape) }
      default: return shape.parts.contains(where: leads)
      }
    }
    return leads(.value(type))
  }
  /// Whether updates replace its values whatever their type does: scalars, and what wildcards find.
  package var isAlwaysReplaced: Bool {
    declaration.kind.isScalar || property.wildcardPath != nil
  }
  /// What a wrapper of another module declares beyond this.
  package var attachment: AnyObject? { declaration.attachment }
  /// Whether its values are read and written by themselves, not by a transform.
  package let usesValueItself: Bool
  /// Whether its values are read with a coercion or a failure policy of its own.
  package var hasReadingOptions: Bool { declaration.options.altersReading }
  /// The distance of its value from the model's address, unless it is part of a flattened model.
  package var offset: Int { field.offset }
  /// The distance of its state from the model's address, unless it is part of a flattened model.
  package var stateOffset: Int { field.stateOffset }
  /// Whether it is part of a flattened model.
  package var isFlattened: Bool { !holders.isEmpty }
  /// Whether it is part of a flattened model that may be nil.
  package var isInOptional: Bool { holders.contains(where: \.isOptional) }

  /// The place of the property in a model.
  ///
  /// - Parameters:
  ///   - base: The address of a model of the type whose fields these are.
  ///   - makesModels: Whether flattened models are made where there are none.
  /// - Returns: nil if it is part of a flattened model that is nil.
  package func slot(in base: FieldAddress, makesModels: Bool = false) -> ModelSlot? {
    var base = base
    for holder in holders {
      let slot = holder.slot(in: base)
      if makesModels, holder.access.locate(slot.address) == nil {
        holder.access.assign(slot.address)
        slot.state = .value
      }
      guard let model = holder.access.locate(slot.address) else { return nil }
      base = model
    }
    return ModelSlot(base, offset: offset, stateOffset: stateOffset)
  }

  /// Whether it is part of a flattened model that is nil, not of one that was never set.
  package func isInNil(in base: FieldAddress) -> Bool {
    holds(in: base) { holder, _, isNil in isNil ? holder.isOptional : nil }
  }

  /// Whether it was assigned, alone or with a flattened model that it is part of, and not by a hook.
  package func isAssigned(in base: FieldAddress) -> Bool {
    var base = base
    for holder in holders {
      let slot = holder.slot(in: base)
      if slot.state.isReplaced { return true }
      // Where a hook has assigned a part of a flattened model, only the part counts as changed.
      guard slot.state.isChanged, let model = holder.access.locate(slot.address) else {
        return false
      }
      base = model
    }
    return ModelSlot(base, offset: offset, stateOffset: stateOffset).state.isChanged
  }

  /// Whether a flattened model that it is part of was assigned as a whole, or removed, or is nil without having been
  /// decoded so.
  package func isInAssigned(in base: FieldAddress) -> Bool {
    holds(in: base) { _, state, isNil in
      if state.isReplaced || state.isUnsaved { return true }
      return isNil ? state.isChanged || !state.isDecoded : nil
    }
  }

  /// Whether it is part of a flattened model that was decoded, or for which the document has nothing.
  package func isInDecoded(in base: FieldAddress) -> Bool {
    holds(in: base) { _, state, _ in state.isDecoded ? true : nil }
  }

  /// The answer for the outermost of its flattened models that has one; false if none has, up to one that is nil.
  @inline(__always)
  private func holds(
    in base: FieldAddress, _ answer: (Holder, FieldState, _ isNil: Bool) -> Bool?
  ) -> Bool {
    var base = base
    for holder in holders {
      let slot = holder.slot(in: base)
      let model = holder.access.locate(slot.address)
      if let answer = answer(holder, slot.state, model == nil) { return answer }
      guard let model else { return false }
      base = model
    }
    return false
  }
}

/// A property that holds a flattened model; see ``ModelFields``.
package struct FlattenedField: Sendable {
  let outer: [ModelField.Holder]
  let holder: ModelField.Holder
  /// The numbers of the properties that are part of the model.
  package fileprivate(set) var fields: Range<Int>
  /// Whether it may be nil.
  package var isOptional: Bool { holder.isOptional }
  /// The type of the property.
  package var valueType: Any.Type { holder.declaration.valueType }

  /// The place of the property in a model; nil if it is itself part of a flattened model that is nil.
  package func slot(in base: FieldAddress) -> ModelSlot? {
    var base = base
    for holder in outer {
      guard let model = holder.access.locate(holder.slot(in: base).address) else { return nil }
      base = model
    }
    return holder.slot(in: base)
  }

  /// Whether there is a flattened model.
  package func hasModel(_ slot: ModelSlot) -> Bool { holder.access.locate(slot.address) != nil }

  /// Makes a flattened model unless there is one, or removes the one that is there.
  package func setHasModel(_ hasModel: Bool, _ slot: ModelSlot) {
    guard hasModel != self.hasModel(slot) else { return }
    if hasModel {
      holder.access.assign(slot.address)
    } else if !holder.declaration.coding.clearField(slot.address) {
      holder.declaration.coding.unsetField(slot.address)
    }
  }
}

/// The place of a property in a model.
@frozen @usableFromInline
package struct ModelSlot {
  /// The address of the property's value.
  @usableFromInline package let address: FieldAddress
  @usableFromInline let stateAddress: FieldAddress

  /// The place at some distance from the address of the model, or of the flattened model, that has the property.
  @inlinable @inline(__always)
  package init(_ base: FieldAddress, offset: Int, stateOffset: Int) {
    address = base + offset
    stateAddress = base + stateOffset
  }

  /// The property's state.
  @inlinable
  package var state: FieldState {
    @inline(__always) get { stateAddress.state }
    @inline(__always) nonmutating set { stateAddress.state = newValue }
  }
}
