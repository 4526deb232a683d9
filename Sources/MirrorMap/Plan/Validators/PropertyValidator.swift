/// A rule for the mapped properties of a model.
protocol PropertyValidator: SendableMetatype {
  /// Checks the properties of one model.
  ///
  /// - Throws: ``MappingError`` with code `.declaration`, naming a property that breaks the rule.
  static func validate(_ properties: [PlannedProperty], of model: any Mappable.Type)
    throws(MappingError)
}

/// All rules, in the order in which they are checked.
enum PropertyValidators {
  private static let all: [any PropertyValidator.Type] = [
    KeyValidator.self, WildcardValidator.self, DirectionValidator.self, ExtrasValidator.self,
    ScalarValidator.self,
  ]

  static func validate(_ properties: [PlannedProperty], of model: any Mappable.Type)
    throws(MappingError)
  {
    for validator in all { try validator.validate(properties, of: model) }
  }
}
