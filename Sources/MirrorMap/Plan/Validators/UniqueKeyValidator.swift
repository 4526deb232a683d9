/// No two properties write the same key, or keys that are equal under the strategy. (Two may read
/// the same key, as alternatives do.)
enum UniqueKeyValidator: PropertyValidator {
  static func validate(_ properties: [PlannedProperty], of model: String) throws(MappingError) {
    let written = properties.filter(\.isWritten)
    // Not a dictionary, whose type takes the runtime longer to set up than all of this.
    let hashes = written.map { $0.readPaths[0].hashValue }
    for (index, property) in written.enumerated() {
      guard
        let twin = hashes[..<index].indices.last(where: {
          hashes[$0] == hashes[index] && isEqual(written[$0].readPaths[0], property.readPaths[0])
        })
      else { continue }
      let key = property.paths[0].joined(separator: ".")
      throw .declaration(
        model, property.name,
        "it writes the same key \"\(key)\" as \(typeName(of: written[twin].owner)).\(written[twin].name)"
      )
    }
  }

  /// Whether two paths have the same bytes. (Equal strings can differ in theirs.)
  private static func isEqual(_ left: [String], _ right: [String]) -> Bool {
    left.elementsEqual(right) { JSONKey.isEqual($0, $1) }
  }
}
