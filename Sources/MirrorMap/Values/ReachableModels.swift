/// The models that a value can contain, collected so that their declarations are checked before the first
/// byte is read.
@usableFromInline
struct ReachableModels {
  /// The models that were inserted: those that aren't planned yet, or all.
  private(set) var types: [any Mappable.Type] = []
  /// The registries that are collecting their models, the outermost one first.
  var registries: [ObjectIdentifier] = []
  /// Why something that leads to models, such as a registry, cannot be mapped.
  private(set) var failure: MappingError?
  /// Whether a model needs no planning, and is left out; nil to collect all models.
  let isPlanned: ((ObjectIdentifier) -> Bool)?

  /// Makes an empty collection.
  init(leavingOut isPlanned: ((ObjectIdentifier) -> Bool)?) { self.isPlanned = isPlanned }

  /// Checks a class whose values read and write themselves.
  @inline(never)
  @usableFromInline
  mutating func check(_ type: AnyClass) {
    if ActorTypes.contains(type) { fail(.actor(type)) }
  }

  /// Adds a model, unless it needs no planning.
  @usableFromInline
  mutating func insert(_ type: any Mappable.Type) {
    if isPlanned?(ObjectIdentifier(type)) != true { types.append(type) }
  }

  /// Adds the models that a shape names, each once, but not those inside these models.
  @usableFromInline
  mutating func insertModels(of shape: ValueShape) {
    var models: Set<ObjectIdentifier> = []
    var types: Set<ObjectIdentifier> = []
    func visit(_ shape: ValueShape) {
      switch shape {
      case .model(let type): if models.insert(ObjectIdentifier(type)).inserted { insert(type) }
      case .value(let type): if types.insert(ObjectIdentifier(type)).inserted { visit(type.shape) }
      default: shape.parts.forEach(visit)
      }
    }
    visit(shape)
  }

  /// Records that something cannot be mapped.
  @usableFromInline
  mutating func fail(_ error: MappingError) { failure = failure ?? error }

  /// Adds the names of a model and its property to an error that has none.
  mutating func nameFailure(_ model: @autoclosure () -> String, _ property: String) {
    if let failure { self.failure = failure.named(model(), property) }
  }
}
