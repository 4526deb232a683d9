/// A type of which one value may stand for no value at all, as nil does.
///
/// It decides what an unset property reads as. You need not do anything about it: optionals have
/// such a value, all other types have none.
public protocol NoneRepresentable {
  /// What a property of this type reads as before it has been set: `.some(nil)` for optionals, nil
  /// for types without such a value.
  static var noneValue: Self? { get }
}

extension NoneRepresentable {
  @inlinable
  public static var noneValue: Self? { nil }
}

/// An optional, whatever it wraps.
protocol OptionalValue {
  /// What is inside, or nil.
  var wrappedObject: Any? { get }
}

extension OptionalValue {
  /// Whether this is nil, or an optional in it is.
  var isNil: Bool {
    guard let wrapped = wrappedObject else { return true }
    return (wrapped as? any OptionalValue)?.isNil ?? false
  }
}

extension Optional: OptionalValue {
  var wrappedObject: Any? { map { $0 as Any } }
}
