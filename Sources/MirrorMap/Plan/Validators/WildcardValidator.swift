/// A key path with a wildcard begins with a key and has no alternatives. Its property is decoded, and
/// can hold many values.
enum WildcardValidator {
  static func validate(_ properties: [PlannedProperty], of model: any Mappable.Type)
    throws(MappingError)
  {
    for property in properties where property.wildcardPath != nil {
      let declaration = property.declaration
      try validate(
        typeName(of: model), property.name, prefix: property.paths[0],
        hasAlternatives: property.paths.count > 1,
        direction: declaration.options.direction, canGather: declaration.coding.canGather)
    }
  }

  /// Checks one key path with a wildcard.
  ///
  /// - Parameter prefix: The steps before the first wildcard.
  static func validate(
    _ model: String, _ name: String, prefix: [String], hasAlternatives: Bool,
    direction: MappingDirection = .both, canGather: Bool
  ) throws(MappingError) {
    let cause: String
    if hasAlternatives {
      cause = "a key path with a wildcard and alternatives cannot be told apart"
    } else if prefix.isEmpty {
      cause = "a key path cannot begin with a wildcard; use nested: false for the key \"*\""
    } else if direction == .encodeOnly {
      cause = "a key path with a wildcard is only read"
    } else if !canGather {
      cause = "a key path with a wildcard finds many values, so it has to be an array or a set"
    } else {
      return
    }
    throw .declaration(model, name, cause)
  }
}
