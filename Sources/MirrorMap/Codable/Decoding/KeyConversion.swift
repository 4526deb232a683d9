import EssentialFoundation

extension DecodingDocument {
  /// Converts the keys of an object as the key strategy wants it; nil if they stay as they are.
  ///
  /// - Parameter path: The coding path of the object.
  func keyConversion(at path: @autoclosure () -> [any CodingKey]) -> ((String) -> String)? {
    switch options.keys {
    case .useDefaultKeys: return nil
    case .convertFromSnakeCase: return { self.camelCase($0) }
    case .custom(let convert):
      let path = path()
      return { convert(path + [AnyCodingKey(stringValue: $0)]).stringValue }
    @unknown default: return nil
    }
  }

  /// A key in camel case. Most keys come again, and so the results are kept, unless they take much memory.
  private func camelCase(_ key: String) -> String {
    if let known = convertedKeys[KeyBytes(key)] { return known }
    let converted = Self.convert(key)
    if key.utf8.count <= 64 { convertedKeys[KeyBytes(key)] = converted }
    return converted
  }

  /// Converts a key from snake case as `JSONDecoder` does. Underscores at its ends stay.
  private static func convert(_ key: String) -> String {
    guard let first = key.firstIndex(where: { $0 != "_" }),
      let last = key.lastIndex(where: { $0 != "_" })
    else { return key }
    let words = key[first...last].split(separator: "_")
    guard words.count > 1 else { return key }
    let rest = words.dropFirst().map { String($0).capitalized }
    return key[..<first] + words[0].lowercased() + rest.joined() + key[key.index(after: last)...]
  }
}
