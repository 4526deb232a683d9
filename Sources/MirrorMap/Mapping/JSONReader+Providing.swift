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
    guard current == .openBrace else { throw mismatch("an object for \(typeName(of: type))") }
    let existing: (any Mappable)?
    let chosen: any Mappable.Type
    do {
      existing = try withView { try provider.existingInstance(for: $0, in: context) }
      chosen =
        existing == nil
        ? try withView { try provider.modelType(for: $0, in: context) } : type
    } catch {
      var failure = wrap(error, at: cursor)
      if failure.model == nil { failure.details.model = typeName(of: type) }
      throw failure
    }
    if let existing = existing as? Model { return try update(existing) }
    if chosen == type { return nil }
    guard chosen is Model.Type, let model = try read(chosen) as? Model else {
      var failure = failure(
        .custom,
        expected:
          "modelType(for:in:) chose \(typeName(of: chosen)), which is no \(typeName(of: type))")
      failure.details.model = typeName(of: type)
      throw failure
    }
    return model
  }

  /// Reads an object that updates a value inside of another one: if it belongs to an instance that its
  /// type knows already, into that one.
  ///
  /// - Returns: nil if the object belongs to the value itself, or to none that is known; nothing has been
  ///   read then.
  @inline(never)
  @usableFromInline
  mutating func readOtherInstance<Value>(than value: Value) throws(MappingError) -> Value? {
    guard let provider = Value.self as? any ModelProviding.Type, current == .openBrace else {
      return nil
    }
    let existing: (any Mappable)?
    do {
      existing = try withView { try provider.existingInstance(for: $0, in: context) }
    } catch {
      var failure = wrap(error, at: cursor)
      if failure.model == nil { failure.details.model = typeName(of: Value.self) }
      throw failure
    }
    guard let existing, existing is Value,
      !(Value.self is AnyClass && (existing as AnyObject) === (value as AnyObject))
    else { return nil }
    return try update(existing) as? Value
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
