extension JSONObject: Hashable {
  /// Whether both have the same keys with equal values, in whatever order.
  ///
  /// - Complexity: O(*n*) on average.
  public static func == (lhs: JSONObject, rhs: JSONObject) -> Bool {
    guard lhs.count == rhs.count else { return false }
    for position in lhs.indices {
      let (key, value) = lhs[position]
      // Mostly the order is the same as well.
      var other = position
      if !JSONKey.isEqual(key, rhs[position].key) {
        guard let found = rhs.position(forKey: key) else { return false }
        other = found
      }
      guard rhs[other].value == value else { return false }
    }
    return true
  }

  /// Feeds the members to a hasher in a way that does not depend on their order.
  public func hash(into hasher: inout Hasher) {
    // The members' own hashes are combined by an operation that commutes. Keys are hashed as bytes,
    // as they are compared.
    var combined = 0
    for (key, value) in self {
      var memberHasher = hasher
      JSONKey.withUTF8(key) { $0.hash(into: &memberHasher) }
      memberHasher.combine(value)
      combined ^= memberHasher.finalize()
    }
    hasher.combine(count)
    hasher.combine(combined)
  }
}
