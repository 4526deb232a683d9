/// Returns a value as another type if that is the same type, and nil otherwise.
///
/// The comparison is resolved where generic code is specialized; nothing is copied or converted.
///
/// Precondition of the cast: it changes no type, as the comparison shows.
@inlinable @inline(__always)
func identical<Value, Other>(_ value: Value, to type: Other.Type) -> Other? {
  guard Value.self == Other.self else { return nil }
  return unsafe unsafeBitCast(value, to: Other.self)
}

/// Returns a value as a type that is known to be its own.
@inlinable @inline(__always)
func identical<Value, Other>(_ value: Value) -> Other {
  precondition(Value.self == Other.self)
  return unsafe unsafeBitCast(value, to: Other.self)
}
