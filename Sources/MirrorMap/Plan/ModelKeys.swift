/// A model's properties with the keys that a strategy makes.
final class ModelKeys: @unchecked Sendable {
  let properties: [PlannedProperty]
  /// The keys of the models that are flattened into this one. They are set before they are read, because those models
  /// may be planned later than this one.
  private(set) var flattened = FlattenedKeys.none

  init(_ properties: [PlannedProperty]) { self.properties = properties }

  /// Collects the keys of flattened models.
  ///
  /// - Throws: ``MappingError`` with code `.declaration` if two properties write the same key, or a
  ///   model is flattened into itself.
  func flatten(
    _ plan: ModelPlan, _ strategy: Int32, _ find: ModelPlan.Finder
  ) throws(MappingError) {
    guard plan.tables.pointee.hasFlattened,
      // Not if those of the flattened models are among them.
      plan.details.ownCount == properties.count
    else { return }
    let id = plan.tables.pointee.id
    flattened = Permanent(
      FlattenedKeys(try LevelKeys.ofModel(plan, strategy, inside: [id], find).flattened))
  }
}
