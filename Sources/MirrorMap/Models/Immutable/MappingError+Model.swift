extension MappingError {
  /// Adds model and property to the error, unless a model further inside has done so.
  @inline(never)
  func named(_ model: Any.Type, _ property: String? = nil) -> MappingError {
    guard self.model == nil, !code.isSyntax else { return self }
    var named = self
    named.details.model = "\(model)"
    named.details.property = property
    return named
  }
}
