import MirrorMap

/// The keys of the classes in this folder, and keys that none of them has.
enum LookupKeys {
  /// In the order of declaration: the first five are those of `FiveKeys`, and so on.
  static let all = FiveHundredKeys.mapping.properties.map { $0.keyPaths[0][0] }

  /// As like the others as strangers can be.
  static let unknown = all.map { "former_\($0)" }
}
