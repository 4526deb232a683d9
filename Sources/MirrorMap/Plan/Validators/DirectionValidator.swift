/// A property that is never decoded is optional or has a default.
enum DirectionValidator: PropertyValidator {
  static func validate(_ properties: [PlannedProperty], of model: String) throws(MappingError) {
    for property in properties
    where property.declaration.options.direction == .encodeOnly && property.field.isRequired {
      throw .declaration(
        model, property.name, "an encode-only property has to be optional or have a default")
    }
  }
}
