/// No two properties write the same key, nor keys that a strategy cannot tell apart. (Two may read the
/// same one, as alternatives do.)
enum UniqueKeyValidator: PropertyValidator {
  static func validate(_ properties: [PlannedProperty], of model: String) throws(MappingError) {
    let written = properties.filter(\.isWritten)
    for (index, property) in written.enumerated() {
      let twin = written[..<index].first { areSame($0.readPaths[0], property.readPaths[0]) }
      guard let twin else { continue }
      let key = property.paths[0].joined(separator: ".")
      throw .declaration(
        model, property.name, "it writes the same key \"\(key)\" as \(model).\(twin.name)")
    }
  }

  /// Compares by bytes: keys that only look the same are different keys.
  private static func areSame(_ left: [String], _ right: [String]) -> Bool {
    left.elementsEqual(right) { $0.utf8.elementsEqual($1.utf8) }
  }
}
