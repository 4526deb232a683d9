extension MappingError {
  /// A model that is declared in a way that cannot be mapped.
  ///
  /// - Parameters:
  ///   - model: the model's type.
  ///   - property: the property concerned, if it is one.
  ///   - cause: what is wrong, to follow the name and a colon.
  @inline(never)
  static func declaration(_ model: String, _ property: String?, _ cause: String) -> MappingError {
    let name = property.map { "\(model).\($0)" } ?? model
    return MappingError(
      Details(
        code: .declaration, expected: "\(name) cannot be mapped: \(cause)", model: model,
        property: property))
  }
}
