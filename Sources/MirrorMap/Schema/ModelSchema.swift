/// The schema of a model, made from its plan.
struct ModelSchema {
  private let root: SchemaNode
  /// Schemas that the whole object has to match, in addition to those of its properties.
  private var conditions: [JSONValue] = []
  private let ignoresCase: Bool
  /// Whether unmapped keys are errors.
  private let isClosed: Bool

  /// How the properties of a model count, which can be flattened into another one.
  private struct Mode {
    /// Whether no property is required; then, unless the policy is strict, values that can't be read
    /// are accepted.
    var isLenient = false
    /// Whether the groups of its key paths can have unknown keys although those of the outer model can't.
    var isOpen = false
  }

  /// - Parameter builder: Its scope has the key strategy.
  init(_ plan: ModelPlan, _ builder: inout JSONSchemaBuilder) throws(MappingError) {
    ignoresCase = try plan.keys(builder.scope.strategy).pointee.ignoresCase
    root = SchemaNode(ignoresCase: ignoresCase)
    let mapper = builder.mapper
    // The keys of an object are listed in one case only.
    isClosed =
      mapper.unknownKeys == .reject && mapper.failurePolicy == .strict && !ignoresCase
      && !Self.isOpen(plan)
    try add(plan, Mode(), &builder)
  }

  /// Extras are unmapped keys at any level, and another model that is provided has keys of its own.
  private static func isOpen(_ plan: ModelPlan) -> Bool {
    plan.tables.pointee.extrasField >= 0 || plan.tables.pointee.isProviding
  }

  // MARK: Properties

  private mutating func add(
    _ plan: ModelPlan, _ mode: Mode, _ builder: inout JSONSchemaBuilder
  ) throws(MappingError) {
    let keys = try plan.keys(builder.scope.strategy)
    let defaults = PropertyDefault.all(of: plan, builder)
    let properties = keys.pointee.model.properties
    for (property, initial) in zip(properties, defaults) {
      if property.holdsExtras {
        root.isOpen = true
      } else if let model = property.flattenedModel {
        try addFlattened(model, property, initial, mode, &builder)
      } else {
        addMember(property, of: properties, plan, initial, mode, &builder)
      }
    }
  }

  private mutating func addMember(
    _ property: PlannedProperty, of properties: [PlannedProperty], _ plan: ModelPlan,
    _ initial: PropertyDefault, _ mode: Mode, _ builder: inout JSONSchemaBuilder
  ) {
    let declaration = property.declaration
    let options = declaration.options
    // An object that the model provides is updated: the values that it has aren't required.
    let isUpdated = plan.tables.pointee.isProviding
    let mayFail = declaration.isOptional || initial.isGiven
    let isRequired = !mayFail && !isUpdated && !mode.isLenient

    var schema = builder.schema(of: property, knowing: properties.outerKeys(of: property))
    if declaration.acceptsNull || mayFail { schema = JSONSchemaBuilder.nullable(schema) }
    let policy = options.onFailure ?? builder.mapper.failurePolicy
    let isIgnored = options.direction == .encodeOnly
    let isTolerant = mode.isLenient && builder.mapper.failurePolicy != .strict
    if policy != .strict && mayFail || isIgnored || isTolerant {
      schema = JSONSchemaBuilder.tolerant(schema)
    }
    var annotations = JSONObject()
    if !isIgnored { annotations["default"] = initial.json }
    if options.direction != .both { annotations[isIgnored ? "writeOnly" : "readOnly"] = true }
    let hasAlternatives = property.paths.count > 1 && !isIgnored
    let groups = hasAlternatives ? properties.groups(of: property) : []
    let first = groups.contains(0) ? JSONSchemaBuilder.any(of: [schema, Self.object]) : schema
    node(property.paths[0], isRequired: isRequired && !hasAlternatives, mode)
      .schemas.append(JSONSchemaBuilder.annotated(first, annotations))
    guard hasAlternatives else { return }
    for path in property.paths.dropFirst() { _ = node(path, isRequired: false, mode) }
    if ignoresCase {
      let keys = property.paths.map { $0[0] }
      if isRequired { conditions.append(.object(SchemaNode.requirement(ofAnyCase: [keys]))) }
    } else if !isTolerant {
      addAlternatives(property.paths, schema, isRequired: isRequired, groups)
    }
  }

  private static let object: JSONValue = ["type": "object"]

  private func node(_ path: [String], isRequired: Bool, _ mode: Mode) -> SchemaNode {
    let node = root.node(at: path, isRequired: isRequired)
    node.isMappedWhole = true
    if mode.isOpen {
      for count in 1..<max(path.count, 1) { root.node(at: path.prefix(count)).isOpen = true }
    }
    return node
  }

  /// The first of several paths that is present has to lead to a valid value; the other values
  /// don't matter.
  ///
  /// - Parameter groups: The ranks of paths at which an object doesn't count.
  private mutating func addAlternatives(
    _ paths: [[String]], _ schema: JSONValue, isRequired: Bool, _ groups: [Int]
  ) {
    var branches: [JSONValue] = []
    var earlier: [JSONValue] = []
    for (rank, path) in paths.enumerated() {
      let value: JSONValue = groups.contains(rank) ? ["not": Self.object] : true
      // The properties include the schema of the first path already.
      let found = Self.present(path, rank == 0 ? value : schema)
      let isFirst: JSONObject = rank < 2 ? [:] : ["not": JSONSchemaBuilder.any(of: earlier)]
      branches.append(.object(found + isFirst))
      earlier.append(.object(Self.present(path, value)))
    }
    if !isRequired { branches.append(["not": JSONSchemaBuilder.any(of: earlier)]) }
    conditions.append(JSONSchemaBuilder.any(of: branches))
  }

  /// The schema of objects in which a path is present.
  private static func present(_ path: [String], _ schema: JSONValue) -> JSONObject {
    let root = SchemaNode()
    root.node(at: path, isRequired: true).schemas.append(schema)
    let isPlain = path.count == 1 && JSONSchemaBuilder.isAnything(schema)
    return isPlain ? root.requirement : root.members(.open) + root.requirement
  }

  // MARK: Flattened models

  private mutating func addFlattened(
    _ model: any Mappable.Type, _ property: PlannedProperty, _ initial: PropertyDefault,
    _ mode: Mode, _ builder: inout JSONSchemaBuilder
  ) throws(MappingError) {
    let plan = try PlanCache.plan(model)
    let outer = builder.scope
    builder.scope.strategy = plan.strategy(inside: outer.strategy)
    defer { builder.scope = outer }
    var inner = mode
    inner.isOpen = mode.isOpen || Self.isOpen(plan)
    guard property.declaration.isOptional || initial.isGiven else {
      return try add(plan, inner, &builder)
    }
    inner.isLenient = true
    try add(plan, inner, &builder)
    guard builder.mapper.failurePolicy == .strict, !ignoresCase else { return }
    // If one of its keys is present, all required ones have to be.
    let alone = try ModelSchema(plan, &builder)
    let required = JSONSchemaBuilder.all(
      of: [.object(alone.root.members(.requirements) + alone.root.requirement)] + alone.conditions)
    guard !JSONSchemaBuilder.isAnything(required) else { return }
    let keys = alone.root.paths.map { JSONValue.object(Self.present($0, true)) }
    conditions.append(
      JSONSchemaBuilder.any(of: [["not": JSONSchemaBuilder.any(of: keys)], required]))
  }

  // MARK: The whole

  func whole(_ title: String, knowing known: [String]) -> JSONValue {
    for key in known { _ = root.node(at: [key]) }
    var object =
      ["title": .string(title), "type": "object"]
      + root.members(isClosed ? .closed : .open) + root.requirement
    if root.isOpen { object["additionalProperties"] = true }
    let all = JSONSchemaBuilder.all(of: conditions)
    if let keywords = all.object {
      let isApart = keywords["anyOf"] == nil && keywords["allOf"] == nil
      object.merge(isApart ? ["allOf": [all]] : keywords)
    }
    return .object(object)
  }
}
