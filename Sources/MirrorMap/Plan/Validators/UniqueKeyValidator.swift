/// No two properties write the same key, nor keys that a strategy cannot tell apart. (Two may read the
/// same one, as alternatives do.)
enum UniqueKeyValidator: PropertyValidator {
  static func validate(_ properties: [PlannedProperty], of model: String) throws(MappingError) {
    let written = properties.filter(\.isWritten)
    let paths = written.map { $0.readPaths[0] }
    for (index, property) in written.enumerated() {
      guard let twin = paths[..<index].firstIndex(where: { areSame($0, paths[index]) }) else {
        continue
      }
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
