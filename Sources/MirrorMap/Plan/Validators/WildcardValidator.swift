/// A key path with a wildcard leads through a key first, has no alternatives, and its property is
/// read and can hold many values.
enum WildcardValidator: PropertyValidator {
  static func validate(_ properties: [PlannedProperty], of model: String) throws(MappingError) {
    for property in properties where property.wildcardPath != nil {
      if property.paths.count > 1 {
        throw .declaration(
          model, property.name, "a key path with a wildcard and alternatives cannot be told apart")
      }
      if property.paths[0].isEmpty {
        throw .declaration(
          model, property.name,
          "a key path cannot begin with a wildcard; use nested: false for the key \"*\"")
      }
      if property.declaration.options.direction == .encodeOnly {
        throw .declaration(model, property.name, "a key path with a wildcard is only read")
      }
      if !property.declaration.coding.canGather {
        throw .declaration(
          model, property.name,
          "a key path with a wildcard finds many values, so it has to be an array or a set")
      }
    }
  }
}
