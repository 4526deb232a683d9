/// No two properties write the same key, nor keys that a strategy cannot tell apart. (Two may read the
/// same one, as alternatives do.)
enum UniqueKeyValidator: PropertyValidator {
  static func validate(_ properties: [PlannedProperty], of model: String) throws(MappingError) {
    let written = properties.filter(\.isWritten)
    // Few keys have the same length, so that hardly any need a closer look.
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

  /// Compares by bytes: keys that only look the same are different keys.
  private static func areSame(_ left: [String], _ right: [String]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0.hasBytes(of: $1) }
  }
}
