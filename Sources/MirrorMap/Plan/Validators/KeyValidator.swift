/// A key path has no empty steps, as `"a..b"` would: these are misspelled more often than meant.
///
/// A single empty key is one of JSON's, and is reached with `nested: false`.
enum KeyValidator: PropertyValidator {
  static func validate(_ properties: [PlannedProperty], of model: String) throws(MappingError) {
    for property in properties {
      let rest = property.wildcardPath ?? []
      for path in property.paths
      where path.count + rest.count > 1 && (path.contains("") || rest.contains("")) {
        throw .declaration(
          model, property.name,
          "its key path has an empty step; use nested: false for a key with delimiters in it")
      }
    }
  }
}
