/// The key paths of a property in its model's JSON, in the order of preference.
///
///     @Mapped("user.addresses.0.zip", "zip")
///     →  [[user, addresses, 0, zip], [zip]]
@usableFromInline
package struct MappedKey: Sendable {
  /// The declared paths; empty for the property's name.
  private let paths: [[String]]
  /// The path with a step `*`, for all elements or members, if there is one.
  let wildcardPath: [String]?

  /// The key of the property's own name.
  @usableFromInline
  package init() { self.init(nil, [], false, "") }

  @usableFromInline
  package init(_ key: String?, _ alternatives: [String], _ nested: Bool, _ delimiter: String) {
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
    paths.isEmpty ? [[strategy.key(for: name)]] : paths
  }

  /// The steps of a key path; without a delimiter, the key is the only step.
  ///
  /// Compares bytes, so a combining mark after a delimiter doesn't hide it.
  @usableFromInline
  static func steps(of key: String, _ delimiter: String) -> [String] {
    // Most keys aren't paths, which their bytes show quickly.
    guard let first = delimiter.utf8.first, key.utf8.contains(first) else { return [key] }
    let steps =
      delimiter.utf8.count == 1
      ? key.utf8.split(separator: first, omittingEmptySubsequences: false)
      : key.utf8.split(separator: delimiter.utf8, omittingEmptySubsequences: false)
    return steps.map { String(Substring($0)) }
  }
}
