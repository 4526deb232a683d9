/// Keys of models some of which may ignore case.
struct KeySet {
  /// The keys that match exactly.
  private(set) var exact: Set<KeyBytes> = []
  /// The keys that match in any case, in lower case.
  private(set) var folded: Set<KeyBytes> = []

  var isEmpty: Bool { exact.isEmpty && folded.isEmpty }

  func contains(_ key: String) -> Bool {
    exact.contains(KeyBytes(key)) || !folded.isEmpty && folded.contains(KeyBytes(key.lowercased()))
  }

  func isDisjoint(with other: KeySet) -> Bool {
    folded.isDisjoint(with: other.folded) && !exact.contains { other.contains($0.key) }
      && !other.exact.contains { contains($0.key) }
  }

  /// - Parameter key: The key, in lower case if it matches in any case.
  mutating func insert(_ key: String, ignoringCase: Bool) {
    if ignoringCase { folded.insert(KeyBytes(key)) } else { exact.insert(KeyBytes(key)) }
  }

  mutating func formUnion(_ other: KeySet) {
    exact.formUnion(other.exact)
    folded.formUnion(other.folded)
  }
}
