/// The values that a new model's properties have, as JSON.
struct PropertyDefaults {
  /// The default of each property; nil if it has none, or one that isn't always the same.
  let values: [JSONValue?]
  /// Whether each property has a value.
  private let isSet: [Bool]
  private let properties: [PlannedProperty]

  init(_ plan: ModelPlan, _ builder: JSONSchemaBuilder) {
    properties = plan.details.properties
    var mapper = builder.mapper
    mapper.keyStrategy = KeyStrategies.strategy(builder.scope.strategy)
    let first = Self.values(of: plan, mapper)
    // A default such as UUID() is another one each time.
    let second = Self.values(of: plan, mapper)
    isSet = first.isSet
    values = zip(first.values, second.values).map { $0 == $1 ? $0 : nil }
  }

  /// Whether a property has a value without its key: a default, or what `init()` assigns.
  func isGiven(_ index: Int) -> Bool {
    properties[index].declaration.hasDefault || isSet[index]
  }

  private static func values(
    of plan: ModelPlan, _ mapper: Mapper
  ) -> (values: [JSONValue?], isSet: [Bool]) {
    var values: [JSONValue?] = []
    var isSet: [Bool] = []
    plan.details.withPrototype { base in
      for property in plan.details.properties {
        let address = base + property.field.offset
        isSet.append(property.declaration.rare.isSet(address))
        values.append(value(of: property.declaration, at: address, mapper))
      }
    }
    return (values, isSet)
  }

  private static func value(
    of declaration: PropertyDeclaration, at address: FieldAddress, _ mapper: Mapper
  ) -> JSONValue? {
    guard case .member = declaration.role else { return nil }
    do {
      var outcome = PropertyDeclaration.WriteOutcome.unset
      let collectModels = { declaration.rare.collectModels(into: &$0) }
      let data = try DocumentWriting.write(
        .sortedKeys, mapper, .none, collectModels
      ) { writer throws(MappingError) in
        outcome = try declaration.write(&writer, address)
        if outcome != .written { writer.encodeNull() }
      }
      guard outcome == .written else { return nil }
      let value = try data.withBytes { try JSONValue(rereading: $0) }
      guard declaration.valueType is any Unordered.Type, case .array(let items) = value else {
        return value
      }
      return .array(items.sorted { $0.description < $1.description })
    } catch {
      return nil
    }
  }
}

/// A collection whose elements are written in no particular order.
private protocol Unordered {}

extension Set: Unordered {}
