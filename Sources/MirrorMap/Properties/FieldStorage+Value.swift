// What all property wrappers have in common.

extension FieldStorage {
  /// The value of a property that hasn't been set: nil for an optional; otherwise it traps.
  ///
  /// Optionals are initialized with nil, unless their type is the argument of a generic model,
  /// where only a cast at run time finds that it's an optional.
  @usableFromInline
  @inline(never)
  package static func unset() -> Value {
    if let none = PropertyDeclaration.noneValue(Value.self) { return none }
    // The wrapper doesn't know its model; the caller's frame shows the property.
    fatalError(
      "A required property of type \(typeName(of: Value.self)) was read before it was decoded or"
        + " assigned. The debugger shows which one in the frame of the caller.")
  }

  /// Whether there is no value, or it's nil.
  @usableFromInline
  @inline(never)
  package var isNone: Bool {
    guard let value else { return true }
    return (value as? any OptionalValue)?.isNil ?? (value as? JSONValue)?.isNull ?? false
  }

  /// Whether an optional is nil, and its property hasn't been changed. Whether the type is an optional is a constant in
  /// optimized code, so other properties pay nothing.
  @inlinable @inline(__always)
  package var isUnchangedNil: Bool { _isOptional(Value.self) && !state.isChanged && isNone }

  /// Marks a change after an access in place, unless the value was nil and still is: `user.address?.city = "Leeds"`
  /// accesses the address even if there is none.
  @inlinable @inline(__always)
  package mutating func endAccess(wasNil: Bool) {
    if !wasNil || !isNone { state.markChanged() }
  }
}

// MARK: - Values only

extension FieldStorage: Equatable where Value: Equatable {
  /// Compares values, whether they were decoded or assigned.
  @inlinable
  package static func == (left: FieldStorage, right: FieldStorage) -> Bool {
    left.value == right.value
  }
}

extension FieldStorage: Hashable where Value: Hashable {
  @inlinable
  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension AnnotatedField {
  /// The value's text, or `unset`.
  public var description: String { storage.value.map { "\($0)" } ?? "unset" }

  /// The value's debugging text, or `unset`.
  public var debugDescription: String {
    storage.value.map { String(reflecting: $0) } ?? "unset"
  }

  /// The parts of the value, which `dump` shows.
  public var customMirror: Mirror {
    storage.value.map { Mirror(reflecting: $0) } ?? Mirror(self, children: [])
  }
}
