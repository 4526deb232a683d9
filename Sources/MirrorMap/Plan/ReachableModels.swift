/// The models that a value can contain, gathered so that their declarations are checked before a
/// byte is read.
///
/// Containers of your own name the models of their elements:
///
/// ```swift
/// static func collectModels(into models: inout ReachableModels) {
///   Element.collectModels(into: &models)
/// }
/// ```
public struct ReachableModels {
  /// Those that have no published plan yet.
  private(set) var unplanned: [any Mappable.Type] = []

  @usableFromInline
  init() {}

  /// Adds a model.
  ///
  /// - Complexity: O(1) without allocation once the model has been planned.
  @inlinable
  public mutating func insert<Model: Mappable>(_ type: Model.Type) {
    if PlanCache.published(ObjectIdentifier(type)) == nil { addUnplanned(type) }
  }

  @usableFromInline
  mutating func addUnplanned(_ type: any Mappable.Type) { unplanned.append(type) }

  /// Plans what has no plan yet.
  @usableFromInline
  func plan() throws(MappingError) {
    for type in unplanned { _ = try PlanCache.build(type) }
  }
}
