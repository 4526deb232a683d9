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
  /// Those that have no published plan yet, or all.
  private(set) var types: [any Mappable.Type] = []
  @usableFromInline let includesPlanned: Bool
  /// The registries that are naming their models, from the outermost one on.
  private(set) var registries: [ObjectIdentifier] = []
  /// What is wrong with something that names models, as a registry can be.
  private(set) var failure: MappingError?

  @usableFromInline
  init(includingPlanned: Bool = false) { includesPlanned = includingPlanned }

  /// Adds a model.
  ///
  /// - Complexity: O(1) without allocation once the model has been planned.
  @inlinable
  public mutating func insert<Model: Mappable>(_ type: Model.Type) {
    if includesPlanned || PlanCache.published(ObjectIdentifier(type)) == nil { add(type) }
  }

  /// Calls `body` to name the models of a registry, unless the registry is doing so already: an enum's
  /// payload may hold the same enum, and so lead back to the registry.
  mutating func visit(_ registry: ObjectIdentifier, _ body: (inout ReachableModels) -> Void) {
    guard !registries.contains(registry) else { return }
    registries.append(registry)
    body(&self)
    registries.removeLast()
  }

  /// Notes that something cannot be mapped.
  mutating func fail(_ error: MappingError) { failure = failure ?? error }

  /// Whether there is nothing to be planned, and nothing is wrong.
  var isSettled: Bool { types.isEmpty && failure == nil }

  @usableFromInline
  mutating func add(_ type: any Mappable.Type) { types.append(type) }
}
