/// A search for properties that have been assigned since their model was decoded, in a model and in all models
/// inside it.
///
/// Values are searched with Mirror, so that models are found in every container. Models can reference each other
/// in a cycle, so the search remembers the objects that it has visited:
///
///     ann.friend → bob, bob.friend → ann:   ann → bob → ann has been visited: no further changes
struct ChangeSearch {
  /// Deeper values cannot be written, which the writer reports.
  private static let maximumDepth = 512

  /// Whether changes are cleared instead of found.
  private let clears: Bool
  private var objects: Set<ObjectIdentifier> = []
  private var depth = 0
  private let stack = StackGuard.current

  private init(clears: Bool = false) { self.clears = clears }

  /// Whether something inside the value of a property has been assigned.
  static func findsChange(inside index: Int, of plan: ModelPlan, at base: FieldAddress) -> Bool {
    var search = ChangeSearch()
    return search.findsChange(inside: plan.details.properties[index], at: base)
  }

  /// Makes the properties of all objects inside a value count as unchanged.
  static func clearChanges(in value: Any) {
    var search = ChangeSearch(clears: true)
    _ = search.findsChange(in: value)
  }

  private mutating func findsChange(
    inside property: PlannedProperty, at base: FieldAddress
  ) -> Bool {
    guard property.declaration.leadsToModels,
      let value = property.declaration.coding.fieldValue(base + property.field.offset)
    else { return false }
    return findsChange(in: value)
  }

  private mutating func findsChange(in value: Any) -> Bool {
    // Beyond this, the search must not continue.
    guard depth < Self.maximumDepth, stack.hasRoom() else { return true }
    depth += 1
    defer { depth -= 1 }
    if type(of: value) is AnyClass,
      !objects.insert(ObjectIdentifier(value as AnyObject)).inserted
    {
      return false
    }
    if let model = value as? any Mappable { return findsChange(inModel: model) }
    return Mirror(reflecting: value).children.contains { findsChange(in: $0.value) }
  }

  private mutating func findsChange<Model: Mappable>(inModel model: Model) -> Bool {
    guard let plan = try? PlanCache.plan(type(of: model)) else { return false }
    var model = model
    return plan.withBase(of: &model, for: clears ? .modify : .read) { base in
      plan.details.properties.contains { property in
        let state = base + property.field.stateOffset
        if clears { state.state.clearChange() }
        return state.state.isChanged || findsChange(inside: property, at: base)
      }
    }
  }
}
