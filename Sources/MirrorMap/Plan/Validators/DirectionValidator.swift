/// A property that is never decoded is optional or has a default.
enum DirectionValidator {
  static func validate(_ properties: [PlannedProperty], of model: any Mappable.Type)
    throws(MappingError)
  {
    for property in properties
    where property.declaration.options.direction == .encodeOnly && property.field.isRequired {
      throw .declaration(
        typeName(of: model), property.name,
        "an encode-only property has to be optional or have a default")
    }
  }
}
