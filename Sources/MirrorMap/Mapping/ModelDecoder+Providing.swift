/// Reading models that choose what they are decoded into; see ``ModelProviding``.
extension ModelDecoder {
  /// Reads an object into the instance, or into an instance of the type, that a model chooses.
  ///
  /// - Returns: The model, an object that can be cast without looking up types unless it is a struct; nil if the model
  ///   chooses a new instance of its own type. Nothing has been read then.
  @inline(never)
  @usableFromInline
  static func decodeProvided<Model: Mappable>(
    _ type: Model.Type, _ plan: ModelPlan, from reader: inout JSONReader
  ) throws(MappingError) -> AnyObject? {
    guard let provider = plan.tables.pointee.provider else { return nil }
    guard reader.current == .openBrace else {
      throw reader.mismatch("an object for \(typeName(of: type))")
    }
    let objects = plan.tables.pointee.objectProvider
    var object: (any ModelProviding & AnyObject)?
    var value: (any ModelProviding)?
    let chosen = try reader.callingUser(of: type) { (json, context) -> any Mappable.Type in
      if let objects {
        object = try objects.instance(for: json, in: context)
      } else {
        value = try provider.instance(for: json, in: context)
      }
      let isNew = object == nil && value == nil
      return try isNew ? provider.modelType(for: json, in: context) : type
    }
    if let object { return try reader.updated(object) }
    if let value { return try reader.updated(value) as AnyObject }
    if chosen == type { return nil }
    guard chosen is Model.Type, let model = try decode(chosen, from: &reader) else {
      let failure = reader.failure(
        .custom,
        expected:
          "modelType(for:in:) chose \(typeName(of: chosen)), which is no \(typeName(of: type))")
      throw failure.named(typeName(of: type))
    }
    return model
  }

  /// Reads an object into the struct that a model chooses, or into a new one.
  @inline(never)
  @usableFromInline
  static func providedModel<Model: Mappable>(
    _ plan: ModelPlan, from reader: inout JSONReader
  ) throws(MappingError) -> Model {
    let provided = try decodeProvided(Model.self, plan, from: &reader)
    if let provided, let model = provided as? Model { return model }
    var model = Model()
    try ModelMemory.withBase(of: &model) { (base) throws(MappingError) in
      try decode(plan, into: base, from: &reader)
    }
    return model
  }

  /// Reads an object into a new model of a class, which isn't asked to choose itself.
  private static func decode<Model: Mappable>(
    _ type: Model.Type, from reader: inout JSONReader
  ) throws(MappingError) -> AnyObject? {
    let plan = try PlanCache.plan(type)
    guard let object = ModelMemory.object(type.init()) else { return nil }
    try ModelMemory.withBase(ofObject: object) { (base) throws(MappingError) in
      try decode(plan, into: base, from: &reader)
    }
    return object
  }
}
