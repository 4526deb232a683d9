extension ModelMapping: CustomStringConvertible {
  /// A table with one property on each line, or the reason why the model can't be mapped.
  public var description: String {
    let title = typeName(of: model)
    if let error { return "\(title)\n  \(error)" }
    return ([title] + Self.table(properties.map(\.cells))).joined(separator: "\n")
  }

  /// The lines of a table of four columns.
  static func table(_ rows: [[String]]) -> [String] {
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let padded = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return "  " + (padded + row.suffix(1)).joined(separator: "  ")
    }
  }
}

extension ModelMapping.Property: CustomStringConvertible {
  /// The name, key paths, type, and options of the property.
  public var description: String { cells.joined(separator: "  ") }

  fileprivate var cells: [String] {
    [name, paths, typeName(of: type), notes.joined(separator: ", ")]
  }

  /// The key paths, the preferred one first; a hyphen if there are none.
  var paths: String {
    let paths = keyPaths.map { $0.map(Self.text).joined(separator: ".") }
    return paths.isEmpty ? "-" : paths.joined(separator: ", ")
  }

  /// A step of a path, in quotes if it could be misread.
  private static func text(_ step: String) -> String {
    let isPlain =
      !step.isEmpty && !step.unicodeScalars.contains { ". ,\"".unicodeScalars.contains($0) }
    return isPlain ? step : JSONValue.string(step).description
  }

  private var notes: [String] {
    guard role != .extras else { return ["extras"] }
    let notes = [
      role == .flattened ? "flattened" : nil,
      hasDefault ? "default" : isOptional ? "optional" : "required",
      coding.map { typeName(of: $0) }, coercion.map { "coercion \($0)" },
      failurePolicy.map { "\($0) on failure" },
      direction == .both ? nil : direction == .decodeOnly ? "decode only" : "encode only",
    ]
    return notes.compactMap { $0 }
  }
}
