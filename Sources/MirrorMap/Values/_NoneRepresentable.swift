/// A type that may have a value for no value at all, as nil is; only the library implements it.
public protocol _NoneRepresentable {
  /// What a property of this type reads as before it's set: `.some(nil)` for optionals, nil for types
  /// without such a value.
  static var noneValue: Self? { get }
}

extension _NoneRepresentable {
  @inlinable
  public static var noneValue: Self? { nil }
}
