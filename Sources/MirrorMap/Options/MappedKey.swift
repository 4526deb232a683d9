/// The key paths of a property in its model's JSON, in the order of preference.
///
///     @Mapped("user.addresses.0.zip", "zip")
///     →  [[user, addresses, 0, zip], [zip]]
@usableFromInline
package struct MappedKey: Sendable {
  /// Whether the preferred key is the property's name.
  private let isName: Bool
  /// The declared paths. If the preferred key is the property's name, they are its alternatives.
  private let paths: [[String]]
  /// The path with a step `*`, for all elements or members, if there is one.
  let wildcardPath: [String]?

  /// The key of the property's own name.
  @usableFromInline
  package init() { self.init(nil, [], false, "") }

  @usableFromInline
  package init(_ key: String?, _ alternatives: [String], _ nested: Bool, _ delimiter: String) {
    isName = key == nil
    let isPath = nested && !delimiter.isEmpty
    paths = ((key.map { [$0] } ?? []) + alternatives).map {
      isPath ? Self.steps(of: $0, delimiter) : [$0]
    }
    wildcardPath = isPath ? paths.first { $0.contains(Self.wildcard) } : nil
  }

  /// The step that stands for all elements or members.
  static let wildcard = "*"

  /// The paths of the property `name`, the preferred one first; never empty.
  ///
  /// - Parameter strategy: Makes the key of a property that declares none.
  func paths(for name: String, _ strategy: any KeyStrategy) -> [[String]] {
    isName ? [[strategy.key(for: name)]] + paths : paths
  }

  /// The steps of a key path; without a delimiter, the key is the only step.
  ///
  /// A backslash before a delimiter makes it part of a step: `a\.b.c` has the steps `a.b` and `c`.
  /// Compares bytes, so a combining mark after a delimiter doesn't hide it.
  @usableFromInline
  static func steps(of key: String, _ delimiter: String) -> [String] {
    // Most keys aren't paths, which their bytes show quickly.
    guard let first = delimiter.utf8.first, key.utf8.contains(first) else { return [key] }
    let steps =
      delimiter.utf8.count == 1
      ? key.utf8.split(separator: first, omittingEmptySubsequences: false)
      : key.utf8.split(separator: delimiter.utf8, omittingEmptySubsequences: false)
    let parts = steps.map { String(Substring($0)) }
    return first != Self.escape && key.utf8.contains(Self.escape)
      ? joiningEscaped(parts, delimiter) : parts
  }

  private static let escape = UInt8(ascii: "\\")

  /// Joins the parts of a key path between which a backslash precedes the delimiter.
  private static func joiningEscaped(_ parts: [String], _ delimiter: String) -> [String] {
    var steps: [String] = []
    var isEscaped = false
    for (index, part) in parts.enumerated() {
      var step = part
      let continues = part.utf8.last == escape && index < parts.count - 1
      if continues { step.unicodeScalars.removeLast() }
      if isEscaped { step = (steps.popLast() ?? "") + delimiter + step }
      steps.append(step)
      isEscaped = continues
    }
    return steps
  }

  /// The key path that has these steps, with a backslash before each delimiter in one of them.
  package static func keyPath(of steps: [String], _ delimiter: String) -> String {
    // By bytes, as a mark after a delimiter makes another character of it.
    steps.map { step in
      step.utf8.split(separator: delimiter.utf8, omittingEmptySubsequences: false)
        .map { String(Substring($0)) }.joined(separator: "\\" + delimiter)
    }
    .joined(separator: delimiter)
  }

  /// The steps to a value in a document; nil for the whole document, as is the empty key path.
  @usableFromInline
  package static func steps(to keyPath: String?, _ delimiter: String) -> [String]? {
    guard let keyPath, !keyPath.isEmpty else { return nil }
    return steps(of: keyPath, delimiter)
  }
}
