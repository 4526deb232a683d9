/// How a struct that is a model is read and written inside the property that holds it.
///
/// If it were read elsewhere and assigned, a struct of twenty strings would be copied four times.
@usableFromInline
struct NestedModel {
  let access: ModelAccess
  private let foundPlan = PermanentSlots<PlanTables>(count: 1)

  init(_ access: ModelAccess) { self.access = access }

  /// The model's plan.
  @inline(__always)
  var plan: ModelPlan {
    get throws(MappingError) {
      if let tables = foundPlan.load() { return ModelPlan(tables) }
      let plan = try PlanCache.plan(access.type)
      foundPlan.store(plan.tables)
      return plan
    }
  }
}

extension InPlace<NestedModel?>.Borrowed {
  /// The model's plan; nil if the property holds no model.
  @inline(__always)
  var plan: ModelPlan? {
    get throws(MappingError) { try value?.plan }
  }

  /// The size of the property's value, in bytes.
  @inline(__always) var size: Int { value?.access.size ?? 0 }

  /// Assigns a new model to the property at an address.
  @inline(__always)
  borrowing func assign(_ address: FieldAddress) { value?.access.assign(address) }

  /// The address of the model in the property at an address; nil if there is none.
  @inline(__always)
  borrowing func locate(_ address: FieldAddress) -> FieldAddress? {
    value?.access.locate(address)
  }
}
