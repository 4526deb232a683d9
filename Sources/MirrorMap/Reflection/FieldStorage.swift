/// The stored part of every property wrapper: its value and two bytes of state.
///
/// The order matters. The state follows the value and, as `Optional<Int>` is nine bytes, is in
/// what would be padding: `FieldStorage<Int>` takes 12 bytes in 16 of stride,
/// `FieldStorage<String>` 18 in 24.
@frozen @usableFromInline
package struct FieldStorage<Value> {
  /// nil as long as a property without a default has not been set.
  // Written out, as a `Value?` would be nil before its initial value is assigned: two more copies.
  // swift-format-ignore: UseShorthandTypeNames
  @usableFromInline package var value: Optional<Value>
  @usableFromInline package var state: FieldState

  @inlinable @inline(__always)
  package init(_ value: Value?, _ state: FieldState) {
    self.value = value
    self.state = state
  }
}

extension FieldStorage: Sendable where Value: Sendable {}

/// A property wrapper as Mirror shows it.
@usableFromInline
package protocol AnnotatedField {
  /// What the wrapper stores.
  associatedtype Value
  var storage: FieldStorage<Value> { get }
}

/// A type of property wrapper, and its layout, as far as the search for its offset needs it.
@frozen @usableFromInline
package struct FieldWrapper {
  @usableFromInline let type: any AnnotatedField.Type
  @usableFromInline let size: Int
  @usableFromInline let alignment: Int
  @usableFromInline let stateOffset: Int

  /// - Precondition: the wrapper's only stored property is its ``FieldStorage``; then its layout is
  ///   that of the storage. The offset proof fails on a wrapper that breaks this.
  @inlinable
  package init<Wrapper: AnnotatedField>(_ type: Wrapper.Type) {
    self.type = type
    size = MemoryLayout<Wrapper>.size
    alignment = MemoryLayout<Wrapper>.alignment
    stateOffset = MemoryLayout<FieldStorage<Wrapper.Value>>.offset(of: \.state)!
  }
}
