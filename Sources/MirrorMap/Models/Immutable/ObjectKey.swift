/// What a model asks an object for: a key with its alternatives, and how its value is to be read.
@usableFromInline
struct ObjectKey {
  let key: String
  let alternatives: [String]
  let nested: Bool
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
    self.alternatives = alternatives
    self.nested = nested && !delimiter.isEmpty
    self.delimiter = delimiter
    options = PropertyOptions(coercion, onFailure)
    name = key
    isGathering =
      self.nested && Self.mayGather(key, alternatives)
      && ([key] + alternatives).contains {
        MappedKey.steps(of: $0, delimiter).contains(MappedKey.wildcard)
      }
  }

  @inline(__always)
  private static func mayGather(_ key: String, _ alternatives: [String]) -> Bool {
    JSONKey.withUTF8(key) { $0.contains(UInt8(ascii: "*")) }
      || alternatives.contains { $0.utf8.contains(UInt8(ascii: "*")) }
  }

  /// The key of what stands before the first wildcard.
  private init(_ gathering: ObjectKey, _ steps: some Sequence<String>) {
    key = steps.joined(separator: gathering.delimiter)
    alternatives = []
    nested = true
    delimiter = gathering.delimiter
    options = gathering.options
    name = gathering.name
    isGathering = false
  }

  /// The key in front of the first wildcard, and the path from there.
  ///
  /// - Parameter canGather: whether the value can be filled with what is found.
  /// - Throws: ``MappingError`` with code `.declaration`, as for a property.
  @usableFromInline
  func splitAtWildcard(
    _ model: Any.Type, canGather: Bool
  ) throws(MappingError) -> (key: ObjectKey, path: [String]) {
    guard alternatives.isEmpty else {
      throw .declaration(
        "\(model)", name, "a key path with a wildcard and alternatives cannot be told apart")
    }
    let steps = try KeySteps.split(key, nested: true, delimiter, of: model) ?? [key]
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
    return (ObjectKey(self, prefix), Array(steps[prefix.count...]))
  }
}

/// The steps of keys that are not looked at once per type, but each time.
enum KeySteps {
  /// The steps of a key path.
  ///
  /// - Returns: nil if the key is none: there is but one step.
  /// - Throws: ``MappingError`` with code `.declaration` if a step is empty.
  @inline(__always)
  static func split(
    _ key: String, nested: Bool, _ delimiter: String, of model: Any.Type
  ) throws(MappingError) -> [String]? {
    guard nested else { return nil }
    if delimiter.utf8.count == 1, let byte = delimiter.utf8.first {
      guard JSONKey.withUTF8(key, { $0.contains(byte) }) else { return nil }
    }
    return try splitPath(key, delimiter, model)
  }

  @inline(never)
  private static func splitPath(
    _ key: String, _ delimiter: String, _ model: Any.Type
  ) throws(MappingError) -> [String]? {
    let steps: [String]
    if delimiter.utf8.count == 1, let byte = delimiter.utf8.first {
      // One byte is a scalar of its own, wherever it stands.
      steps = key.utf8.split(separator: byte, omittingEmptySubsequences: false).map {
        String(Substring($0))
      }
    } else {
      steps = MappedKey.steps(of: key, delimiter)
    }
    guard steps.count > 1 else { return nil }
    guard !steps.contains("") else {
      throw .declaration(
        "\(model)", key,
        "its key path has an empty step; use nested: false for a key with delimiters in it")
    }
    return steps
  }
}
