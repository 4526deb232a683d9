/// No two properties write the same key, or keys that are equal under the strategy. (Two may read
/// the same key, as alternatives do.)
enum UniqueKeyValidator: PropertyValidator {
  static func validate(_ properties: [PlannedProperty], of model: String) throws(MappingError) {
    var writers: [[KeyBytes]: PlannedProperty] = [:]
    for property in properties where property.isWritten {
      let path = property.readPaths[0].map { KeyBytes($0) }
      guard let twin = writers.updateValue(property, forKey: path) else { continue }
      let key = property.paths[0].joined(separator: ".")
      throw .declaration(
        model, property.name,
        "it writes the same key \"\(key)\" as \(typeName(of: twin.owner)).\(twin.name)")
    }
  }
}
