extension MappingError {
  /// Makes the error of a declaration that can't be mapped.
  ///
  /// - Parameters:
  ///   - model: The model's type.
  ///   - property: The property that is wrong, if it's a property.
  ///   - cause: The cause, to follow the name and a colon.
  @inline(never)
  static func declaration(_ model: String, _ property: String?, _ cause: String) -> MappingError {
    let name = property.map { "\(model).\($0)" } ?? model
    return MappingError(
      Details(
        code: .declaration, expected: "\(name) cannot be mapped: \(cause)", model: model,
        property: property))
  }
}
