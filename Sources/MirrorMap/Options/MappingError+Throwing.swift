extension MappingError {
  /// Makes an error of your own, to throw from a hook, a transform, or a value's `decode`.
  ///
  /// - Parameters:
  ///   - code: The kind of failure; `.invalidValue` by default.
  ///   - keyPath: Where the cause is in the value that your code reads or writes, such as `"address.zip"`; by default,
  ///     it's the value itself. The steps are keys and indexes of the JSON. The error has this path, and, if the
  ///     document has a value there, its line and column.
  ///   - expected: What would have been right, such as `"a color name"`. With the codes `.custom`, `.notEncodable`,
  ///     `.declaration`, and `.unreadableSource`, it's the whole text of the error, unless `found` is given.
  ///   - found: What was found instead. Errors with a fixed text, such as those with the code `.duplicateKey`, don't
  ///     show it.
  ///
  /// ```swift
  /// throw MappingError(at: "width", expected: "a positive width")
  /// throw MappingError(expected: "an even number", found: "an odd one")
  /// ```
  @inline(never)
  public init(
    _ code: Code = .invalidValue, at keyPath: String? = nil, expected: String? = nil,
    found: String? = nil
  ) {
    let subpath = MappedKey.steps(to: keyPath, ".").map { [JSONPath.Component](keyPath: $0) }
    self.init(
      Details(code: code, subpath: subpath ?? [], expected: expected, found: found))
  }
}
