/// How a struct that is a model is read and written inside the property that holds it.
///
/// If it were read elsewhere and assigned, a struct of twenty strings would be copied four times.
extension InPlace<ModelAccess?>.Borrowed {
  /// The model's plan; nil if the property holds no model.
  @inline(__always)
  var plan: ModelPlan? {
    get throws(MappingError) {
      guard let type = value?.type else { return nil }
      return try PlanCache.plan(type)
    }
  }

  /// The size of the property's value, in bytes.
  @inline(__always) var size: Int { value?.size ?? 0 }

  /// Assigns a new model to the property at an address.
  @inline(__always)
  borrowing func assign(_ address: FieldAddress) { value?.assign(address) }

  /// The address of the model in the property at an address; nil if there is none.
  @inline(__always)
  borrowing func locate(_ address: FieldAddress) -> FieldAddress? {
    value?.locate(address)
  }
}
