/// Reading models that choose what they are decoded into; see ``ModelProviding``.
extension ModelDecoder {
  /// Reads an object into the instance, or into an instance of the type, that a model chooses.
  ///
  /// - Returns: nil if the model chooses a new instance of its own type; nothing has been read then.
  @inline(never)
  @usableFromInline
  static func decodeProvided<Model: Mappable>(
    _ type: Model.Type, _ plan: ModelPlan, from reader: inout JSONReader
  ) throws(MappingError) -> Model? {
    guard let provider = plan.tables.pointee.provider else { return nil }
    guard reader.current == .openBrace else {
      throw reader.mismatch("an object for \(typeName(of: type))")
    }
    var existing: (any ModelProviding)?
    let chosen = try reader.callingUser(of: type) { (json, context) -> any Mappable.Type in
      existing = try provider.instance(for: json, in: context)
      return try existing != nil ? type : provider.modelType(for: json, in: context)
    }
    if let existing, let existing = existing as? Model { return try reader.updated(existing) }
    if chosen == type { return nil }
    guard chosen is Model.Type, let model = try decode(chosen, from: &reader) as? Model else {
      let failure = reader.failure(
        .custom,
        expected:
          "modelType(for:in:) chose \(typeName(of: chosen)), which is no \(typeName(of: type))")
      throw failure.named(typeName(of: type))
    }
    return model
  }

  /// Reads an object into a new model of a type, which isn't asked to choose itself.
  private static func decode<Model: Mappable>(
    _ type: Model.Type, from reader: inout JSONReader
  ) throws(MappingError) -> any Mappable {
    let plan = try PlanCache.plan(type)
    var model = type.init()
    try ModelMemory.withAnyBase(of: &model) { (base) throws(MappingError) in
      try decode(plan, into: base, from: &reader)
    }
    return model
  }
}
