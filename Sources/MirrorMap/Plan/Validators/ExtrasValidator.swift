/// A model has at most one property for unmapped members.
enum ExtrasValidator: PropertyValidator {
  static func validate(_ properties: [PlannedProperty], of model: String) throws(MappingError) {
    let holders = properties.filter(\.holdsExtras)
    guard holders.count > 1 else { return }
    throw .declaration(
      model, holders[1].name, "\(model).\(holders[0].name) holds the extras already")
  }
}
