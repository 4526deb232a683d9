/// Reading models that choose what they are decoded into; see ``ModelProviding``.
extension JSONReader {
  /// Reads an object into the instance, or into an instance of the type, that a model chooses.
  ///
  /// - Returns: nil if it chooses a new instance of its own type; nothing has been read then.
  @inline(never)
  @usableFromInline
  mutating func readProvided<Model: Mappable>(
    _ type: Model.Type
  ) throws(MappingError) -> Model? {
    guard let provider = type as? any ModelProviding.Type else { return nil }
    guard current == .openBrace else { throw mismatch("an object for \(type)") }
    let existing: (any Mappable)?
    let chosen: any Mappable.Type
    do {
      existing = try withView { try provider.existingInstance(for: $0, in: context) }
      chosen =
        existing == nil
        ? try withView { try provider.modelType(for: $0, in: context) } : type
    } catch {
      var failure = wrap(error, at: cursor)
      if failure.model == nil { failure.details.model = "\(type)" }
      throw failure
    }
    if let existing = existing as? Model { return try update(existing) }
    if chosen == type { return nil }
    guard chosen is Model.Type, let model = try read(chosen) as? Model else {
      var failure = failure(
        .custom, expected: "modelType(for:in:) chose \(chosen), which is no \(type)")
      failure.details.model = "\(type)"
      throw failure
    }
    return model
  }

  private mutating func read<Model: Mappable>(
    _ type: Model.Type
  ) throws(MappingError) -> any Mappable {
    let plan = try PlanCache.plan(type)
    var model = type.init()
    try ModelMemory.withAnyBase(of: &model) { (base) throws(MappingError) in
      try readModel(plan, into: base)
    }
    return model
  }

  private mutating func update<Model: Mappable>(_ model: Model) throws(MappingError) -> Model {
    var model = model
    let plan = try PlanCache.plan(Swift.type(of: model))
    try ModelMemory.withAnyBase(of: &model) { (base) throws(MappingError) in
      try readCarefully(plan, into: base, isUpdating: true)
    }
    return model
  }
}

extension ModelProviding {
  fileprivate static func existingInstance(
    for json: JSONView, in context: MappingContext
  ) throws -> (any Mappable)? {
    try instance(for: json, in: context)
  }
}
