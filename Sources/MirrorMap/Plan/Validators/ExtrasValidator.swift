/// A model has at most one property for unmapped members.
enum ExtrasValidator {
  static func validate(_ properties: [PlannedProperty], of model: any Mappable.Type)
    throws(MappingError)
  {
    let holders = properties.filter(\.holdsExtras)
    guard holders.count > 1 else { return }
    let model = typeName(of: model)
    throw .declaration(
      model, holders[1].name, "\(model).\(holders[0].name) holds the extras already")
  }
}
