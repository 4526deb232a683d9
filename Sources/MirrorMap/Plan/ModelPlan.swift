/// All that reflection finds out about a model, once per type: its fields, where its keys lead to,
/// and in which order it is written.
///
/// A plan is complete before anyone sees it, and never changes or goes away afterwards. So it is a
/// bare pointer: following it costs no reference counting, which threads that share a model would
/// otherwise contend for.
@frozen
@usableFromInline
struct ModelPlan: @unchecked Sendable {
  @usableFromInline let tables: UnsafePointer<PlanTables>

  /// Plans a model.
  ///
  /// - Throws: ``MappingError`` with code `.declaration`.
  init(_ type: any Mappable.Type) throws(MappingError) {
    tables = Immortal.allocate([PlanTables(try PlanDetails(type))])
  }

  /// A plan that was stored as its pointer.
  @inline(__always)
  init(_ tables: UnsafePointer<PlanTables>) { self.tables = tables }

  /// Names and declarations, which are not needed on the hot path.
  var details: PlanDetails { tables.pointee.details.takeUnretainedValue() }
}

/// What a plan knows beside its tables.
final class PlanDetails: @unchecked Sendable {
  let id: ObjectIdentifier
  let name: String
  let properties: [PlannedProperty]

  init(_ type: any Mappable.Type) throws(MappingError) {
    id = ObjectIdentifier(type)
    name = "\(type)"
    var properties: [PlannedProperty] = []
    for field in try Self.proveFields(of: type, name) {
      guard let declaration = field.declaration as? PropertyDeclaration else {
        throw .declaration(name, field.name, "its wrapper declares nothing")
      }
      properties.append(
        PlannedProperty(
          name: field.name, paths: declaration.key.paths(for: field.name),
          declaration: declaration, field: PlannedField(field, declaration)))
    }
    try PropertyValidators.validate(properties, of: name)
    self.properties = properties
  }

  private static func proveFields(
    of type: any Mappable.Type, _ name: String
  ) throws(MappingError) -> [OffsetProof.Field] {
    func open<Model: Mappable>(_ type: Model.Type) throws(MappingError) -> [OffsetProof.Field] {
      try OffsetProof.fields(of: name, isModel: { $0 is any Mappable }, { type.init() })
    }
    return try open(type)
  }

  /// Names the models that the properties can hold.
  func collectModels(into models: inout ReachableModels) {
    for property in properties { property.declaration.collectModels(&models) }
  }
}
