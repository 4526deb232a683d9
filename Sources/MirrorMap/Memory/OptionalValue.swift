/// An optional, whatever it wraps.
protocol OptionalValue {
  /// What is inside, or nil.
  var wrappedObject: Any? { get }

  /// The type of what is inside.
  static var wrapped: Any.Type { get }
}

extension OptionalValue {
  /// Whether this is nil, or an optional in it is.
  var isNil: Bool {
    guard let wrapped = wrappedObject else { return true }
    return (wrapped as? any OptionalValue)?.isNil ?? false
  }
}

/// What an optional type wraps, however often; any other type itself.
package func unwrapped(_ type: Any.Type) -> Any.Type {
  (type as? any OptionalValue.Type).map { unwrapped($0.wrapped) } ?? type
}

extension Optional: OptionalValue {
  var wrappedObject: Any? { map { $0 as Any } }

  static var wrapped: Any.Type { Wrapped.self }
}
