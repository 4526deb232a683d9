/// What a model asks an object for: a key with its alternatives, and how its value is to be read.
@usableFromInline
struct ObjectKey {
  private(set) var key: String
  let alternativeKeys: [String]
  /// What separates the steps of key paths; empty if keys are not paths.
  let delimiter: String
  let options: PropertyOptions
  /// What errors call the property: the key as it was asked for.
  let name: String
  /// Whether a step `*` stands for all elements or members.
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
  /// - Parameter canGather: whether the value can be filled with what is found.
  /// - Returns: the path from the wildcard on.
  /// - Throws: ``MappingError`` with code `.declaration`, as for a property.
  mutating func splitAtWildcard(
    _ model: Any.Type, canGather: Bool
  ) throws(MappingError) -> [String] {
    guard alternativeKeys.isEmpty else {
      throw .declaration(
        "\(model)", name, "a key path with a wildcard and alternatives cannot be told apart")
    }
    let steps = try Self.steps(of: key, delimiter, model) ?? [key]
    let prefix = steps.prefix { $0 != MappedKey.wildcard }
    guard !prefix.isEmpty else {
      throw .declaration(
        "\(model)", name,
        "a key path cannot begin with a wildcard; use nested: false for the key \"*\"")
    }
    guard canGather else {
      throw .declaration(
        "\(model)", name,
        "a key path with a wildcard finds many values, so it has to be an array or a set")
    }
    key = prefix.joined(separator: delimiter)
    return Array(steps[prefix.count...])
  }

  /// The steps of a key path.
  ///
  /// - Parameter delimiter: what separates the steps; empty if keys are not paths.
  /// - Returns: nil if there is but one step, the key itself.
  /// - Throws: ``MappingError`` with code `.declaration` if a step is empty.
  @inline(__always)
  static func steps(
    of key: String, _ delimiter: String, _ model: Any.Type
  ) throws(MappingError) -> [String]? {
    guard let first = delimiter.utf8.first, JSONKey.withUTF8(key, { $0.contains(first) }) else {
      return nil
    }
    return try split(key, delimiter, model)
  }

  @inline(never)
  private static func split(
    _ key: String, _ delimiter: String, _ model: Any.Type
  ) throws(MappingError) -> [String]? {
    let steps = MappedKey.steps(of: key, delimiter)
    guard steps.count > 1 else { return nil }
    guard !steps.contains("") else {
      throw .declaration(
        "\(model)", key,
        "its key path has an empty step; use nested: false for a key with delimiters in it")
    }
    return steps
  }
}
