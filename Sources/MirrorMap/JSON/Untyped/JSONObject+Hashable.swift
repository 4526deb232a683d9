extension JSONObject: Hashable {
  /// Whether both have the same keys with equal values, in any order.
  ///
  /// - Complexity: O(*n*) on average. No recursion.
  public static func == (lhs: JSONObject, rhs: JSONObject) -> Bool {
    JSONValue.object(lhs) == JSONValue.object(rhs)
  }

  /// Hashes the members independent of their order.
  public func hash(into hasher: inout Hasher) { JSONValue.object(self).hash(into: &hasher) }
}
