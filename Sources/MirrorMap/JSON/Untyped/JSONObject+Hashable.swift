extension JSONObject: Hashable {
  /// Whether both have the same keys with equal values, in whatever order.
  ///
  /// - Complexity: O(*n*) on average. No recursion.
  public static func == (lhs: JSONObject, rhs: JSONObject) -> Bool {
    JSONValue.object(lhs) == JSONValue.object(rhs)
  }

  /// Feeds the members to a hasher in a way that does not depend on their order.
  public func hash(into hasher: inout Hasher) { JSONValue.object(self).hash(into: &hasher) }
}
