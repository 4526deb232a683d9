/// The schemas of models and their properties, from plans.
extension JSONSchemaBuilder {
  /// A reference to the schema of a model.
  ///
  /// - Parameter keys: The keys that the model's object can have in addition to its own, such as a
  ///   tag.
  mutating func reference(to type: any Mappable.Type, knowing keys: [String]) -> JSONValue {
    let outer = scope
    defer { scope = outer }
    return Self.schema { () throws(MappingError) in
      let plan = try PlanCache.plan(type)
      // The coercion and failure policy of a property don't apply inside of models.
      scope = Scope(
        coercion: mapper.coercion, policy: mapper.failurePolicy,
        strategy: plan.strategy(inside: outer.strategy))
      _ = try plan.keys(scope.strategy)
      let keys = mapper.unknownKeys == .reject ? keys : []
      return definition(of: type, knowing: keys) { builder in
        Self.schema { () throws(MappingError) in
          try ModelSchema(plan, &builder).whole(plan.details.name, knowing: keys)
        }
      }
    }
  }

  /// The schema that a body makes; that of nothing for a model that can't be mapped.
  private static func schema(_ body: () throws(MappingError) -> JSONValue) -> JSONValue {
    do throws(MappingError) {
      return try body()
    } catch {
      return ["description": .string(error.description), "not": .object(JSONObject())]
    }
  }

  /// The schema of a property's value.
  ///
  /// - Parameter keys: The keys that the value can have in addition to its own, those of other properties.
  mutating func schema(of property: PlannedProperty, knowing keys: [String]) -> JSONValue {
    let options = property.declaration.options
    let outer = (scope, place)
    defer { (scope, place) = outer }
    place = Place(knownKeys: keys)
    scope.coercion = options.coercion ?? mapper.coercion
    scope.policy = options.onFailure ?? mapper.failurePolicy
    let shape = property.declaration.shape
    guard let path = property.wildcardPath else { return schema(of: shape) }
    let item = Self.element(of: shape).map { schema(of: $0) } ?? true
    let gathered = Self.gathered(path[...], tolerantIfDropped(item))
    // There is nothing to gather from a scalar.
    return .object(["type": ["array", "object"]] + (gathered.object ?? JSONObject()))
  }

  /// The shape of an array's elements, or of an optional array's.
  private static func element(of shape: ValueShape) -> ValueShape? {
    switch shape.resolved {
    case .optional(let wrapped): element(of: wrapped)
    case .array(let element): element
    default: nil
    }
  }

  /// The schema of a value in which the values at the end of a path have a schema.
  private static func gathered(_ path: ArraySlice<String>, _ schema: JSONValue) -> JSONValue {
    guard let step = path.first else { return schema }
    let inner = gathered(path.dropFirst(), schema)
    guard !isAnything(inner) else { return true }
    if step == MappedKey.wildcard { return ["items": inner, "additionalProperties": inner] }
    let node = SchemaNode()
    node.node(at: [step]).schemas.append(inner)
    return node.schema(.open)
  }
}
