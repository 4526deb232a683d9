/// No two properties write the same key, or keys that are equal under the strategy. (Two may read
/// the same key, as alternatives do.)
enum UniqueKeyValidator: PropertyValidator {
  static func validate(_ properties: [PlannedProperty], of model: String) throws(MappingError) {
    // Not a dictionary, whose type takes the runtime longer to set up than all of this.
    let hashes = properties.map { $0.isWritten ? $0.readPaths[0].hashValue : nil }
    for index in properties.indices {
      guard let hash = hashes[index],
        let twin = hashes[..<index].indices.last(where: {
          hashes[$0] == hash && isEqual(properties[$0].readPaths[0], properties[index].readPaths[0])
        })
      else { continue }
      let key = properties[index].paths[0].joined(separator: ".")
      let owner = typeName(of: properties[twin].owner)
      throw .declaration(
        model, properties[index].name,
        "it writes the same key \"\(key)\" as \(owner).\(properties[twin].name)")
    }
  }

  /// Whether two paths have the same bytes. (Equal strings can differ in theirs.)
  private static func isEqual(_ left: [String], _ right: [String]) -> Bool {
    left.elementsEqual(right) { JSONKey.isEqual($0, $1) }
  }
}
