/// A key path has no empty steps, as in `"a..b"`, because those are usually mistakes.
///
/// JSON allows an empty key, which `nested: false` can map.
enum KeyValidator {
  static func validate(_ properties: [PlannedProperty], of model: any Mappable.Type)
    throws(MappingError)
  {
    for property in properties {
      let rest = property.wildcardPath ?? []
      for path in property.paths
      where path.count + rest.count > 1 && (path.contains("") || rest.contains("")) {
        throw .declaration(
          typeName(of: model), property.name,
          "its key path has an empty step; use nested: false for a key with delimiters in it")
      }
    }
  }
}
