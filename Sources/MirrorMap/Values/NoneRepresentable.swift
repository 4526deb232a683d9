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
