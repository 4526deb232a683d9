extension JSONValue: Hashable {
  /// Whether two values mean the same; see ``JSONValue``.
  ///
  /// - Complexity: O(*n*) on average. No recursion, so that trees may be nested as deeply as one
  ///   likes.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    left.isEqual(to: right) { $0 == $1 }
  }

  /// Whether two values are equal, given when two strings are. No recursion.
  func isEqual(to other: JSONValue, strings: (String, String) -> Bool) -> Bool {
    var pending = PendingPairs()
    guard pending.add(self, other, strings) else { return false }
    while true {
      if let (left, right) = pending.objects.popLast() {
        guard pending.addMembers(left, right, strings) else { return false }
      } else if let (left, right) = pending.arrays.popLast() {
        guard pending.addElements(left, right, strings) else { return false }
      } else {
        return true
      }
    }
  }

  public func hash(into hasher: inout Hasher) { hash(into: &hasher, depth: 0) }

  /// Beyond this many levels values are distinguished by == alone, as hashing recurses.
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
      // The members' own hashes are combined by an operation that commutes. Keys are hashed as
      // bytes, as they are compared.
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

/// The arrays and objects that are still to be compared, pair by pair. Scalars are compared at
/// once.
private struct PendingPairs {
  var arrays: [([JSONValue], [JSONValue])] = []
  var objects: [(JSONObject, JSONObject)] = []

  /// Adds two values.
  ///
  /// - Returns: false if they are known to differ.
  mutating func add(
    _ left: JSONValue, _ right: JSONValue, _ strings: (String, String) -> Bool
  ) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.number(let left), .number(let right)): return left == right
    case (.string(let left), .string(let right)): return strings(left, right)
    case (.array(let left), .array(let right)):
      guard left.count == right.count else { return false }
      if !left.isEmpty { arrays.append((left, right)) }
      return true
    case (.object(let left), .object(let right)):
      guard left.count == right.count else { return false }
      if !left.isEmpty { objects.append((left, right)) }
      return true
    default: return false
    }
  }

  /// Adds the elements of two arrays of the same size.
  mutating func addElements(
    _ left: [JSONValue], _ right: [JSONValue], _ strings: (String, String) -> Bool
  ) -> Bool {
    for position in left.indices {
      guard add(left[position], right[position], strings) else { return false }
    }
    return true
  }

  /// Adds the values of two objects with as many members.
  mutating func addMembers(
    _ left: JSONObject, _ right: JSONObject, _ strings: (String, String) -> Bool
  ) -> Bool {
    // Mostly the order is the same, and often the list of keys.
    let same = left.keyList.commonPrefix(with: right.keyList)
    for position in left.indices {
      var other = position
      if position >= same {
        guard let found = right.position(forKey: left.keyList[position]) else { return false }
        other = found
      }
      guard add(left.elements[position], right.elements[other], strings) else { return false }
    }
    return true
  }
}
