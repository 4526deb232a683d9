/// The metadata of a model, which reflection collects once per type: its fields, the fields that
/// keys lead to, and the order in which it is written.
///
/// A plan is complete before it's published, and it's permanent. So it's a bare pointer: following
/// it costs no reference counting, for which threads that share a model would contend.
@frozen @usableFromInline
struct ModelPlan: Sendable {
  /// Finds the plan of a model.
  typealias Finder = (any Mappable.Type) throws(MappingError) -> ModelPlan

  @usableFromInline let tables: Permanent<PlanTables>

  init(_ type: any Mappable.Type) throws(MappingError) {
    tables = Permanent(try PlanTables(try PlanDetails(type)))
  }

  /// A plan that was stored as its pointer.
  @inline(__always)
  init(_ tables: Permanent<PlanTables>) { self.tables = tables }

  /// Whether this is the plan of a model.
  func isOf(_ type: any Mappable.Type) -> Bool { tables.pointee.id == ObjectIdentifier(type) }

  /// Names and declarations.
  var details: PlanDetails { tables.pointee.details }

  /// The key strategy of the model inside a model with another one.
  func strategy(inside outer: Int32) -> Int32 {
    tables.pointee.ownStrategy < 0 ? outer : tables.pointee.ownStrategy
  }

  /// Adds the names of the model and a property to an error, unless an inner model has added its
  /// own.
  @inline(never)
  func named(_ error: consuming MappingError, _ property: Int? = nil) -> MappingError {
    error.named(modelName(of: property), property.map { details.properties[$0].name })
  }

  /// The name of the model that a property belongs to: this one, or one that is flattened into it.
  func modelName(of property: Int?) -> String { typeName(of: modelType(of: property)) }

  /// The model that a property belongs to: this one, or one that is flattened into it.
  func modelType(of property: Int?) -> Any.Type {
    guard let property, property >= details.ownCount else { return details.type }
    return details.properties[property].owner
  }

  /// The key paths that a model writes, including those of flattened models.
  func writtenPaths(inside outer: Int32) throws(MappingError) -> [[String]] {
    try paths(inside: outer) { $0.isWritten ? 1 : 0 }.map(\.spelling)
  }

  /// All key paths of a model, including those of flattened models.
  func knownPaths(inside outer: Int32) throws(MappingError) -> [KnownPath] {
    try paths(inside: outer) { $0.isRead || $0.isWritten ? $0.paths.count : 0 }
  }

  private func paths(
    inside outer: Int32, _ count: (PlannedProperty) -> Int
  ) throws(MappingError) -> [KnownPath] {
    let strategy = strategy(inside: outer)
    let keys = try keys(strategy)
    var all: [KnownPath] = []
    for property in keys.pointee.model.properties {
      all += (0..<count(property)).map {
        KnownPath(
          path: property.readPaths[$0][...], spelling: property.paths[$0], model: details.type,
          ignoresCase: keys.pointee.ignoresCase)
      }
      if let type = property.flattenedModel {
        all += try PlanCache.plan(type).paths(inside: strategy, count)
      }
    }
    return all
  }
}

/// The part of a plan that isn't needed on the hot path.
final class PlanDetails: @unchecked Sendable {
  let type: any Mappable.Type
  var name: String { typeName(of: type) }
  /// The model's properties, with the keys under its own strategy; without one, under `.unchanged`.
  let properties: [PlannedProperty]
  /// How many of the properties are its own, before those of flattened models; see ``FlattenedPlan``.
  let ownCount: Int
  let hooks: ModelHooks
  /// The model's own strategy, or -1.
  let ownStrategy: Int32

  init(_ type: any Mappable.Type) throws(MappingError) {
    self.type = type
    guard type._access.type == type else { throw .foreignAccess(type) }
    if ActorTypes.contains(type) { throw .actor(type) }
    hooks = ModelHooks(type)
    ownStrategy = hooks.keyStrategy.map { KeyStrategies.number(of: $0) } ?? -1
    let strategy = KeyStrategies.strategy(max(ownStrategy, 0))
    let fields = try type.proveFields()
    var properties: [PlannedProperty] = []
    properties.reserveCapacity(fields.count)
    for field in fields {
      guard let declaration = field.declaration as? PropertyDeclaration else {
        throw .declaration(typeName(of: type), field.property.name, "its wrapper declares nothing")
      }
      if let type = declaration.accessType, type != declaration.valueType {
        throw .foreignAccess(declaration.valueType)
      }
      properties.append(
        PlannedProperty(
          field, declaration, keyOverride: hooks.keyOverrides[field.property.name],
          isInObject: type is AnyClass, strategy))
    }
    for override in hooks.keyOverrides.keys.sorted()
    where !properties.contains(where: { $0.name == override && $0.isMember }) {
      throw .declaration(
        typeName(of: type), override,
        "keyOverrides has its name, but it isn't a property with a key")
    }
    self.properties = properties
    ownCount = properties.count
  }

  /// The details of a model with the properties of flattened ones after its own.
  init(_ model: PlanDetails, _ properties: [PlannedProperty]) {
    (type, hooks, ownStrategy) = (model.type, model.hooks, model.ownStrategy)
    self.properties = properties
    ownCount = model.properties.count
  }

  /// Collects the models that the properties can hold.
  func collectModels(into models: inout ReachableModels) {
    for property in properties {
      property.declaration.collectModels(into: &models)
      models.nameFailure(name, property.name)
    }
  }
}

extension Mappable {
  fileprivate static func proveFields() throws(MappingError) -> [OffsetProof.Field] {
    try OffsetProof.fields(isModel: { $0 is any Mappable }, { Self() })
  }

  /// Calls `body` with the address at which the fields of a new model begin.
  static func withPrototype<R>(_ body: (FieldAddress) -> R) -> R {
    var model = Self()
    return ModelMemory.withAnyBase(of: &model, body)
  }
}

extension ModelPlan {
  /// Ends the process, as Swift does, if the thread has an access to a property of an object that excludes another one.
  ///
  ///     user.tags.sort { … try user.update(from: json) … }
  ///
  /// The properties of an object are read and written where they are in memory, without the checks that the compiler
  /// adds to accesses in code. One check for all properties is enough before they are read or written: code that is
  /// called meanwhile ends its accesses before it returns.
  @usableFromInline
  func check(_ access: MemoryAccess, toObjectAt base: FieldAddress) {
    guard MemoryAccess.mayBeUnderWay else { return }
    let fields = tables.pointee.fields
    for index in 0..<fields.count { (base + fields[index].offset).check(access) }
  }

  /// Calls `body` with the address at which the offsets of a model's fields count from, after a check of the access if
  /// it is an object.
  func withBase<Model, R, E: Error>(
    of model: inout Model, for access: MemoryAccess, _ body: (FieldAddress) throws(E) -> R
  ) throws(E) -> R {
    let isObject = type(of: model) is AnyClass
    return try ModelMemory.withAnyBase(of: &model) { (base) throws(E) in
      if isObject { check(access, toObjectAt: base) }
      return try body(base)
    }
  }
}
