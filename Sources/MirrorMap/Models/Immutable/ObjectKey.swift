/// A key that a model requests from an object, with its alternatives and the options for its value.
@usableFromInline
struct ObjectKey {
  private(set) var key: String
  let alternativeKeys: [String]
  /// The separator of a path's steps; empty if keys aren't paths.
  let delimiter: String
  let options: PropertyOptions
  /// The property's name in errors: the requested key.
  let name: String
  /// Whether a step is `*`, for all elements or members.
  @usableFromInline let isGathering: Bool

  @usableFromInline
  init(
    _ key: String, _ alternatives: [String], _ nested: Bool, _ delimiter: String,
    _ coercion: Coercion? = nil, _ onFailure: FailurePolicy? = nil
  ) {
    self.key = key
    alternativeKeys = alternatives
    self.delimiter = nested ? delimiter : ""
    options = PropertyOptions(coercion, onFailure)
    name = key
    isGathering =
      nested && !delimiter.isEmpty
      && (Self.gathers(key, delimiter) || alternatives.contains { Self.gathers($0, delimiter) })
  }

  private static func gathers(_ key: String, _ delimiter: String) -> Bool {
    JSONKey.withUTF8(key) { $0.contains(UInt8(ascii: "*")) }
      && MappedKey.steps(of: key, delimiter).contains(MappedKey.wildcard)
  }

  /// Shortens the key path to the steps before its first wildcard.
  ///
  /// - Parameter canGather: Whether the value can hold many values.
  /// - Returns: the path from the wildcard on.
  /// - Throws: ``MappingError`` with code `.declaration`, as for a property.
  @usableFromInline
  mutating func splitAtWildcard(
    _ model: Any.Type, canGather: Bool
  ) throws(MappingError) -> [String] {
    let steps = try Self.steps(of: key, delimiter, model) ?? [key]
    let prefix = Array(steps.prefix { $0 != MappedKey.wildcard })
    try WildcardValidator.validate(
      typeName(of: model), name, prefix: prefix, hasAlternatives: !alternativeKeys.isEmpty,
      canGather: canGather)
    key = MappedKey.keyPath(of: prefix, delimiter)
    return Array(steps[prefix.count...])
  }

  /// The steps of a key path.
  ///
  /// - Parameter delimiter: what separates the steps; empty if keys are not paths.
  /// - Returns: nil if the key itself is the only step.
  /// - Throws: ``MappingError`` with code `.declaration` if a step is empty.
  static func steps(
    of key: String, _ delimiter: String, _ model: Any.Type
  ) throws(MappingError) -> [String]? {
    guard let first = delimiter.utf8.first, JSONKey.withUTF8(key, { $0.contains(first) }) else {
      return nil
    }
    let steps = MappedKey.steps(of: key, delimiter)
    guard steps.count > 1 else { return steps[0] == key ? nil : steps }
    guard !steps.contains("") else {
      throw .declaration(
        typeName(of: model), key,
        "its key path has an empty step; use nested: false for a key with delimiters in it")
    }
    return steps
  }
}
