/// The schemas of models and their properties, from plans.
extension JSONSchemaBuilder {
  /// A reference to the schema of a model.
  ///
  /// - Parameter keys: The keys that the model's object can have in addition to its own, such as a
  ///   tag.
  mutating func reference(to type: any Mappable.Type, knowing keys: [String] = []) -> JSONValue {
    do throws(MappingError) {
      let plan = try PlanCache.plan(type)
      // The coercion and failure policy of a property don't apply inside of models.
      var scope = JSONSchemaBuilder(mapper).scope
      scope.strategy = plan.strategy(inside: self.scope.strategy)
      _ = try plan.keys(scope.strategy)
      let keys = mapper.unknownKeys == .reject ? keys : []
      return with(scope) { builder in
        builder.definition(of: type, knowing: keys) { builder in
          do throws(MappingError) {
            return try ModelSchema.schema(of: plan, knowing: keys, &builder)
          } catch {
            return Self.nothing(error)
          }
        }
      }
    } catch {
      return Self.nothing(error)
    }
  }

  /// The schema of a model that can't be mapped.
  private static func nothing(_ error: MappingError) -> JSONValue {
    ["description": .string(error.description), "not": .object(JSONObject())]
  }

  /// The schema of a property's value.
  mutating func schema(of property: PlannedProperty) -> JSONValue {
    let options = property.declaration.options
    var scope = scope
    scope.coercion = options.coercion ?? mapper.coercion
    scope.policy = options.onFailure ?? mapper.failurePolicy
    let shape = property.declaration.coding.shape
    return with(scope) { builder in
      guard let path = property.wildcardPath else { return builder.schema(of: shape) }
      let item = Self.element(of: shape).map { builder.schema(of: $0) } ?? true
      let gathered = Self.gathered(path[...], scope.policy == .lossy ? Self.tolerant(item) : item)
      // There is nothing to gather from a scalar.
      let container: JSONObject = ["type": ["array", "object"]]
      return .object(container + (gathered.object ?? JSONObject()))
    }
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
    return node.schema([])
  }
}
