extension JSONValue: Hashable {
  /// Whether two values mean the same; see ``JSONValue``.
  ///
  /// - Complexity: O(*n*) on average. No recursion, so that trees may be nested as deeply as one likes.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    left.isEqual(to: right) { $0 == $1 }
  }

  /// Whether two values are equal, given when two strings are. No recursion.
  func isEqual(to other: JSONValue, strings: (String, String) -> Bool) -> Bool {
    var pending: [(JSONValue, JSONValue)] = []
    var next: (JSONValue, JSONValue)? = (self, other)
    while let (left, right) = next {
      switch (left, right) {
      case (.null, .null): break
      case (.bool(let left), .bool(let right)): guard left == right else { return false }
      case (.number(let left), .number(let right)): guard left == right else { return false }
      case (.string(let left), .string(let right)):
        guard strings(left, right) else { return false }
      case (.array(let left), .array(let right)):
        guard left.count == right.count else { return false }
        pending.append(contentsOf: zip(left, right))
      case (.object(let left), .object(let right)):
        guard left.count == right.count else { return false }
        // Mostly the order is the same, and often the list of keys.
        let same = left.keyList.commonPrefix(with: right.keyList)
        pending.append(contentsOf: zip(left.elements.prefix(same), right.elements.prefix(same)))
        for position in same..<left.count {
          guard let other = right.position(forKey: left.keyList[position]) else { return false }
          pending.append((left.elements[position], right.elements[other]))
        }
      default: return false
      }
      next = pending.popLast()
    }
    return true
  }

  public func hash(into hasher: inout Hasher) { hash(into: &hasher, depth: 0) }

  /// Beyond this many levels values are told apart by == alone, as hashing recurses.
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
      // The members' own hashes are combined by an operation that commutes. Keys are hashed as bytes,
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
