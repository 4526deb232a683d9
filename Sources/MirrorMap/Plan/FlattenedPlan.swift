/// The plan of a model in which the properties of the models that are flattened into it follow its own ones:
///
///     struct Results { @Mapped items, @Flattened paging: Paging }     items    at 0
///     struct Paging { @Mapped page, @Mapped total }                   page     at 24 + 0
///                                                                     total    at 24 + 16
///
/// So the fast path reads all of them in one pass, each into its place. There is one only where that is the same as
/// reading the flattened models one after the other: they are structs without hooks, defaults, alternative keys, and
/// properties whose wrappers have a declaration of another module, and optional ones have no key paths.
struct FlattenedPlan {
  /// A flattened model.
  struct Part {
    /// The property that holds it, and the offset of that.
    let property: Int
    let offset: Int
    let access: ModelAccess
    let plan: ModelPlan
    /// Its properties in the whole plan.
    let fields: Range<Int>
  }

  let whole: ModelPlan
  let parts: PermanentArray<Part>

  /// - Returns: nil if the flattened models have to be read one after the other.
  init?(_ plan: ModelPlan, _ find: ModelPlan.Finder) throws(MappingError) {
    let details = plan.details
    guard plan.tables.pointee.hasFlattened, plan.tables.pointee.extrasField < 0,
      !(details.type is AnyClass)
    else { return nil }
    var properties = details.properties
    let strategy = KeyStrategies.strategy(max(details.ownStrategy, 0))
    var parts: [Part] = []
    for (index, property) in details.properties.enumerated() {
      guard let model = property.flattenedModel else { continue }
      let value = property.declaration.valueType as? any MappableValue.Type
      guard let access = value?._access, access.type == property.declaration.valueType,
        let access = access.property?(), access.type == model, !property.declaration.hasDefault
      else { return nil }
      let inner = try find(model)
      guard inner.tables.pointee.isPlain, !inner.tables.pointee.isProviding,
        inner.tables.pointee.keys.pointee.fieldsWithAlternatives.isEmpty,
        // What a store reads for a relation depends on what it has read before.
        inner.details.properties.allSatisfy({ $0.declaration.attachment == nil }),
        // The first key of a path may be there without a value at its end.
        !property.declaration.isOptional
          || inner.tables.pointee.keys.pointee.root.pointee.details.isEmpty
      else { return nil }
      let fields = properties.count..<properties.count + inner.details.properties.count
      // A struct begins where the property that holds it does.
      properties += inner.details.properties.map {
        $0.keyed(by: strategy, movedBy: property.field.offset)
      }
      parts.append(
        Part(
          property: index, offset: property.field.offset, access: access, plan: inner,
          fields: fields))
    }
    whole = ModelPlan(Permanent(try PlanTables(PlanDetails(details, properties))))
    self.parts = PermanentArray(parts)
  }
}

// Borrowed, because a copy would count references.
extension InPlace<FlattenedPlan.Part>.Borrowed {
  var plan: ModelPlan { value.plan }
  var property: Int { value.property }
  var fields: Range<Int> { value.fields }
  /// The size of the property's value, in bytes.
  var size: Int { value.access.size }

  /// Assigns a new model to the property.
  borrowing func assign(in base: FieldAddress) { value.access.assign(base + value.offset) }

  /// Whether the property holds a model.
  borrowing func isSet(in base: FieldAddress) -> Bool {
    value.access.locate(base + value.offset) != nil
  }
}
