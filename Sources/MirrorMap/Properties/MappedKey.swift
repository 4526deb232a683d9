/// Where in its model's JSON a property is to be found: key paths in the order of preference.
///
///     @Mapped("user.addresses.0.zip", "zip")
///     →  [[user, addresses, 0, zip], [zip]]
@usableFromInline
struct MappedKey: Sendable {
  /// The paths as declared; none stands for the property's name.
  private let paths: [[String]]

  /// The key of the property's own name.
  @usableFromInline
  init() { paths = [] }

  @usableFromInline
  init(_ key: String?, _ alternatives: [String], _ nested: Bool, _ delimiter: String) {
    let keys = [key].compactMap { $0 } + alternatives
    paths = keys.map { key in
      nested && !delimiter.isEmpty ? Self.split(key, delimiter) : [key]
    }
  }

  /// The paths of the property `name`, the preferred one first; never empty.
  func paths(for name: String) -> [[String]] { paths.isEmpty ? [[name]] : paths }

  /// Splits by scalars: a combining mark behind a delimiter is still behind a delimiter.
  private static func split(_ key: String, _ delimiter: String) -> [String] {
    let scalars = Array(key.unicodeScalars)
    let separator = Array(delimiter.unicodeScalars)
    var components: [String] = []
    var component = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      if scalars[index...].starts(with: separator) {
        components.append(String(component))
        component = String.UnicodeScalarView()
        index += separator.count
      } else {
        component.append(scalars[index])
        index += 1
      }
    }
    return components + [String(component)]
  }
}
