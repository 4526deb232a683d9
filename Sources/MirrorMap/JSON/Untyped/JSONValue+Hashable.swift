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

  /// Hashes all parts of the value. No recursion.
  ///
  /// - Complexity: O(*n*)
  public func hash(into hasher: inout Hasher) {
    var conversion = TreeConversion<JSONValue, Int>()
    hasher.combine(
      conversion.convert(self) { value, _ in
        switch value {
        case .null: .leaf(Self.hash(.null) { _ in })
        case .bool(let bool): .leaf(Self.hash(.bool) { $0.combine(bool) })
        case .number(let number): .leaf(Self.hash(.number) { $0.combine(number) })
        case .string(let string): .leaf(Self.hash(.string) { $0.combine(string) })
        case .array(let elements): .container(elements)
        case .object(let members): .container(keys: members.map(\.key), members.elements)
        }
      } finish: { _, keys, hashes in
        guard let keys else { return Self.hash(.array) { $0.combine(hashes) } }
        // The hashes of members are combined by a commutative operation. Keys are hashed as bytes, as they are
        // compared.
        let members = zip(keys, hashes).reduce(0) { combined, member in
          combined
            ^ Self.hash(.object) { hasher in
              JSONKey.withUTF8(member.0) { $0.hash(into: &hasher) }
              hasher.combine(member.1)
            }
        }
        return Self.hash(.object) { $0.combine(members) }
      })
  }

  /// A hash that depends on the kind: `null`, `[]`, and `false` would be the same bytes otherwise.
  private static func hash(_ kind: JSONReader.Kind, _ feed: (inout Hasher) -> Void) -> Int {
    var hasher = Hasher()
    hasher.combine(kind)
    feed(&hasher)
    return hasher.finalize()
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
