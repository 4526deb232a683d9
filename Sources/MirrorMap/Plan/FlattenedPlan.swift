/// The plan of a model in which the properties of the models that are flattened into it follow its own ones:
///
///     struct Results { @Mapped items, @Flattened paging: Paging }     items    at 0
///     struct Paging { @Mapped page, @Mapped total }                   page     at 24 + 0
///                                                                     total    at 24 + 16
///
/// So all of them are read in one pass, each into its place. There is one only where that is the same as reading the
/// flattened models one after the other: they are structs in a struct, without defaults, hooks that are called before
/// they are read, and properties whose wrappers have a declaration of another module; optional ones have no key paths.
struct FlattenedPlan {
  /// A flattened model.
  struct Part {
    /// The property that holds it, and the offset of that.
    let property: Int
    let offset: Int
    let access: ModelAccess
    let plan: ModelPlan
    /// Its properties in the whole plan, and those of the models that are flattened into it.
    fileprivate(set) var fields: Range<Int>
  }

  let whole: ModelPlan
  /// The flattened models, each before those that are flattened into it.
  let parts: PermanentArray<Part>
  /// The parts that have a hook which is called after they have been read, each after those that are flattened into it.
  let completed: PermanentArray<Int>

  /// - Returns: nil if the flattened models have to be read one after the other.
  init?(_ plan: ModelPlan, _ find: ModelPlan.Finder) throws(MappingError) {
    let details = plan.details
    guard plan.tables.pointee.hasFlattened, !(details.type is AnyClass) else { return nil }
    var builder = Builder(details)
    guard try builder.addParts(of: details, at: 0, first: 0, isInOptional: false, find) else {
      return nil
    }
    whole = ModelPlan(Permanent(try PlanTables(PlanDetails(details, builder.properties))))
    parts = PermanentArray(builder.parts)
    completed = PermanentArray(builder.completed)
  }

  fileprivate struct Builder {
    let strategy: any KeyStrategy
    var properties: [PlannedProperty]
    var parts: [Part] = []
    var completed: [Int] = []

    init(_ details: PlanDetails) {
      strategy = KeyStrategies.strategy(max(details.ownStrategy, 0))
      properties = details.properties
    }
  }
}

extension FlattenedPlan.Builder {
  /// Adds the models that are flattened into a model, and those that are flattened into these.
  ///
  /// - Parameters:
  ///   - base: The offset of the model.
  ///   - first: The number of its first property in the whole plan.
  ///   - isInOptional: Whether the model is an optional part, or inside of one.
  /// - Returns: false if one of them can't be a part.
  mutating func addParts(
    of model: PlanDetails, at base: Int, first: Int, isInOptional: Bool, _ find: ModelPlan.Finder
  ) throws(MappingError) -> Bool {
    for (index, property) in model.properties.enumerated() {
      guard let type = property.flattenedModel else { continue }
      guard let access = property.declaration.makeAccess?(), access.type == type,
        !property.declaration.hasDefault
      else { return false }
      let plan = try find(type)
      let isOptional = isInOptional || property.declaration.isOptional
      guard plan.canBePart,
        // The first key of a path may be there without a value at its end.
        !isOptional || plan.tables.pointee.keys.pointee.root.pointee.details.isEmpty,
        // Whether a part of an optional one is there isn't looked up again.
        !isInOptional || plan.details.hooks.didDecode == nil
      else { return false }
      let offset = base + property.field.offset
      let (part, start) = (parts.count, properties.count)
      // A struct begins where the property that holds it does.
      properties += plan.details.properties.map { $0.keyed(by: strategy, movedBy: offset) }
      parts.append(
        FlattenedPlan.Part(
          property: first + index, offset: offset, access: access, plan: plan,
          fields: start..<start))
      guard
        try addParts(
          of: plan.details, at: offset, first: start, isInOptional: isOptional, find)
      else { return false }
      parts[part].fields = start..<properties.count
      if plan.details.hooks.didDecode != nil { completed.append(part) }
    }
    return true
  }
}

extension ModelPlan {
  /// Whether reading the model's properties with those of the model around it is the same as reading it alone.
  fileprivate var canBePart: Bool {
    let (tables, hooks) = (tables.pointee, details.hooks)
    return tables.extrasField < 0 && !tables.isProviding
      && hooks.validator == nil && hooks.keyStrategy == nil
      // What a store reads for a relation depends on what it has read before.
      && details.properties.allSatisfy { $0.declaration.attachment == nil }
  }
}

// Borrowed, because a copy would count references.
extension InPlace<FlattenedPlan.Part>.Borrowed {
  var plan: ModelPlan { value.plan }
  var property: Int { value.property }
  var fields: Range<Int> { value.fields }
  /// The size of the property's value, in bytes.
  var size: Int { value.access.size }

  /// The address of the model that begins where the property does.
  func address(in base: FieldAddress) -> FieldAddress { base + value.offset }

  /// Assigns a new model to the property.
  borrowing func assign(in base: FieldAddress) { value.access.assign(base + value.offset) }

  /// Makes the property nil.
  borrowing func clear(in base: FieldAddress) { value.access.clear?(base + value.offset) }

  /// Whether the property holds a model.
  borrowing func isSet(in base: FieldAddress) -> Bool {
    value.access.locate(base + value.offset) != nil
  }
}
