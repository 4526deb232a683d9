/// No key path leads into a number, a text, or a boolean that another property has.
///
/// If that property is required, the value at the longer path can neither be read nor written. If it isn't,
/// the longer path can be written while the other is nil, and read if an object there isn't a failure.
enum ScalarValidator {
  /// - Parameter checksAll: Whether optional properties are checked as well, for
  ///   ``MappableValue/validateMapping(using:)``.
  static func validate(
    _ properties: [PlannedProperty], of model: any Mappable.Type, checksAll: Bool = false
  ) throws(MappingError) {
    // Few models have key paths.
    let longer = properties.filter { $0.isMember && $0.readPaths.allSatisfy { $0.count > 1 } }
    guard !longer.isEmpty else { return }
    for scalar in properties
    where scalar.isMember && scalar.readPaths.count == 1 && scalar.wildcardPath == nil
      && (checksAll || scalar.field.isRequired && !scalar.declaration.options.altersReading)
    {
      for inner in longer
      where inner.readPaths.allSatisfy({ $0.leads(below: scalar.readPaths[0]) })
        && (scalar.isRead && inner.isRead || scalar.isWritten && inner.isWritten)
        && scalar.declaration.shape.isScalar
      {
        throw .declaration(
          typeName(of: model), inner.name,
          "its key path leads into the \(typeName(of: scalar.declaration.valueType)) of"
            + " \(typeName(of: scalar.owner)).\(scalar.name), which isn't an object")
      }
    }
  }
}
