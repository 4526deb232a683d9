/// Returns an array as one of another element type if that is the same type, and nil otherwise.
///
/// The comparison is resolved where generic code is specialized; nothing is copied or converted. (Types of arrays
/// would be compared at run time.)
///
/// Precondition of the cast: it changes no type, as the comparison shows.
@inlinable @inline(__always)
func identical<Element, Other>(_ array: [Element], elements type: Other.Type) -> [Other]? {
  guard Element.self == Other.self else { return nil }
  return unsafe unsafeBitCast(array, to: [Other].self)
}

/// Returns a value of generic type as one of the type that it has.
///
/// Precondition of the cast: it changes no type, which is checked.
@inline(__always)
func identical<Value, Other>(_ value: Value, as type: Other.Type) -> Other {
  precondition(Value.self == type)
  return unsafe unsafeBitCast(value, to: type)
}
