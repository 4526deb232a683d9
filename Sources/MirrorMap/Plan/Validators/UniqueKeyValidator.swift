/// No two properties write the same key, or keys that are equal under the strategy. (Two may read
/// the same key, as alternatives do.)
enum UniqueKeyValidator: PropertyValidator {
  static func validate(_ properties: [PlannedProperty], of model: String) throws(MappingError) {
    let written = properties.filter(\.isWritten)
    // Few keys have the same length, so hardly any are compared.
    let lengths = written.map { $0.readPaths[0].reduce(0) { $0 + $1.utf8.count } }
    for (index, property) in written.enumerated() {
      let path = property.readPaths[0]
      let twin = lengths[..<index].indices.first {
        lengths[$0] == lengths[index] && areSame(written[$0].readPaths[0], path)
      }
      guard let twin else { continue }
      let key = property.paths[0].joined(separator: ".")
      throw .declaration(
        model, property.name, "it writes the same key \"\(key)\" as \(model).\(written[twin].name)")
    }
  }

  /// Compares bytes: keys that are only canonically equivalent are different.
  private static func areSame(_ left: [String], _ right: [String]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { JSONKey.isEqual($0, $1) }
  }
}
