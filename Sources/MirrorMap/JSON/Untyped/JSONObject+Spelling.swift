/// Keys whose case doesn't matter.
extension JSONObject {
  /// The object's own form of a key: the same one, or else the first that differs only in case; nil if there is none.
  ///
  /// - Complexity: O(1) on average, or O(n) where case doesn't matter.
  func spelling(of key: String, ignoringCase: Bool) -> String? {
    if position(forKey: key) != nil { return key }
    return ignoringCase ? keys.first { JSONKey.isEqual($0, key, ignoringCase: true) } : nil
  }

  /// The keys by their form in lower case; of several that are equal there, the first.
  var spellings: [KeyBytes: String] {
    Dictionary(
      keys.map { (KeyBytes($0.lowercased()), $0) }, uniquingKeysWith: { first, _ in first })
  }
}
