extension JSONValue: Hashable {
  /// Whether two values mean the same; see ``JSONValue``.
  ///
  /// - Complexity: O(*n*) on average. No recursion, so trees may be nested to any depth.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    left.isEqual(to: right) { $0 == $1 }
  }

  /// Whether two values are equal, with a given equality of strings. No recursion.
  func isEqual(to other: JSONValue, strings: (String, String) -> Bool) -> Bool {
    // The pairs of arrays or objects to compare. Both of a pair have the same count.
    var pending: [(JSONValue, JSONValue)] = []

    /// Compares two scalars at once, and containers later.
    func mayBeEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
      switch (left, right) {
      case (.null, .null): return true
      case (.bool(let left), .bool(let right)): return left == right
      case (.number(let left), .number(let right)): return left == right
      case (.string(let left), .string(let right)): return strings(left, right)
      case (.array(let elements), .array(let others)):
        guard elements.count == others.count else { return false }
        if !elements.isEmpty { pending.append((left, right)) }
        return true
      case (.object(let members), .object(let others)):
        guard members.count == others.count else { return false }
        if !members.isEmpty { pending.append((left, right)) }
        return true
      default: return false
      }
    }

    guard mayBeEqual(self, other) else { return false }
    while let pair = pending.popLast() {
      if case (.array(let left), .array(let right)) = pair {
        guard zip(left, right).allSatisfy(mayBeEqual) else { return false }
      } else if case (.object(let left), .object(let right)) = pair {
        // Most objects have the same keys in the same order, and often the same list of keys.
        let same = left.keyList.commonPrefix(with: right.keyList)
        for position in left.indices {
          guard
            let other = position < same
              ? position : right.position(forKey: left.keyList[position]),
            mayBeEqual(left.elements[position], right.elements[other])
          else { return false }
        }
      }
    }
    return true
  }

  public func hash(into hasher: inout Hasher) { hash(into: &hasher, depth: 0) }

  /// Values below this level aren't hashed, as hashing recurses.
  private static let hashedDepth = 16

  fileprivate func hash(into hasher: inout Hasher, depth: Int) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let bool): hasher.combine(bool)
    case .number(let number): hasher.combine(number)
    case .string(let string): hasher.combine(string)
    case .array(let elements):
      hasher.combine(elements.count)
      guard depth < Self.hashedDepth else { return }
      for element in elements { element.hash(into: &hasher, depth: depth + 1) }
    case .object(let members):
      hasher.combine(members.count)
      guard depth < Self.hashedDepth else { return }
      // The members' own hashes are combined by a commutative operation. Keys are hashed as bytes,
      // as they are compared.
      var combined = 0
      for (key, value) in members {
        var memberHasher = hasher
        JSONKey.withUTF8(key) { $0.hash(into: &memberHasher) }
        value.hash(into: &memberHasher, depth: depth + 1)
        combined ^= memberHasher.finalize()
      }
      hasher.combine(combined)
    }
  }
}

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
