// What all property wrappers say of their values.

extension FieldStorage {
  /// What a property reads as before it has been set.
  ///
  /// Optionals begin as nil, so they do not come here; unless their type is another's generic
  /// parameter, of which only a look at run time tells that it is an optional.
  @usableFromInline
  @inline(never)
  func unset() -> Value {
    if let type = Value.self as? any _NoneRepresentable.Type, let none = type.noneValue as? Value {
      return none
    }
    // There is no value to go on with, and inventing one would be worse.
    let candidates = PlanCache.requiredProperties(of: Value.self).joined(separator: " or ")
    fatalError(
      "A required property of type \(typeName(of: Value.self)) was read before it was decoded or"
        + " assigned" + (candidates.isEmpty ? "" : ": \(candidates)"))
  }

  /// Whether there is nothing, or nil.
  var isNone: Bool {
    guard let value else { return true }
    return (value as? any OptionalValue)?.isNil ?? (value as? JSONValue)?.isNull ?? false
  }
}

// MARK: - Values only

extension FieldStorage: Equatable where Value: Equatable {
  /// Compares values; whether they were decoded or assigned does not matter.
  @inlinable
  static func == (left: FieldStorage, right: FieldStorage) -> Bool { left.value == right.value }
}

extension FieldStorage: Hashable where Value: Hashable {
  @inlinable
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension FieldStorage: CustomStringConvertible, CustomDebugStringConvertible {
  /// The value's text, or `unset`.
  @usableFromInline var description: String { value.map { "\($0)" } ?? "unset" }

  /// The value's debugging text, or `unset`.
  @usableFromInline var debugDescription: String {
    value.map { String(reflecting: $0) } ?? "unset"
  }
}
