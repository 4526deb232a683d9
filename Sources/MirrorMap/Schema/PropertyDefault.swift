/// What a property of a new model has as its value.
struct PropertyDefault {
  /// The value as JSON; nil if there is none, or one that isn't always the same.
  let json: JSONValue?
  /// Whether the property has a value without its key: a default, or what `init()` assigns.
  let isGiven: Bool

  /// The defaults of a model's properties, in the order of the plan.
  static func all(of plan: ModelPlan, _ builder: JSONSchemaBuilder) -> [PropertyDefault] {
    var mapper = builder.mapper
    mapper.keyStrategy = KeyStrategies.strategy(builder.scope.strategy)
    mapper.removeTransforms()
    // A default such as UUID() is another one each time.
    return zip(look(plan, mapper), look(plan, mapper)).map { first, second in
      PropertyDefault(json: first.json == second.json ? first.json : nil, isGiven: first.isGiven)
    }
  }

  private static func look(_ plan: ModelPlan, _ mapper: Mapper) -> [PropertyDefault] {
    plan.details.type.withPrototype { base in
      plan.details.properties.map { property in
        let declaration = property.declaration
        let address = base + property.field.offset
        return PropertyDefault(
          json: property.isMember ? (try? json(of: declaration, at: address, mapper)) : nil,
          isGiven: declaration.hasDefault || declaration.isFieldSet(address))
      }
    }
  }

  private static func json(
    of declaration: PropertyDeclaration, at address: FieldAddress, _ mapper: Mapper
  ) throws -> JSONValue? {
    var outcome = PropertyDeclaration.WriteOutcome.unset
    let collectModels = { declaration.collectModels(into: &$0) }
    let json = try DocumentWriting.run(
      .sortedKeys, mapper, .none, collectModels,
      { (writer) throws(MappingError) in
        writer.scope.ordersCollections = true
        outcome = try declaration.write(&writer, address)
        if outcome != .written { writer.encodeNull() }
      },
      { $0.withWritten { written in Result { try JSONValue(rereading: written) } } })
    guard outcome == .written else { return nil }
    return try json.get()
  }
}
