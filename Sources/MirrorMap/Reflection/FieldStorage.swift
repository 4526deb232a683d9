/// The stored part of every property wrapper: its value and two bytes of state.
///
/// The order matters. The state follows the value and, as `Optional<Int>` is nine bytes, is in
/// what would be padding: `FieldStorage<Int>` takes 12 bytes in 16 of stride,
/// `FieldStorage<String>` 18 in 24.
@frozen
@usableFromInline
struct FieldStorage<Value> {
  /// nil as long as a property without a default has not been set.
  // Written out, as a `Value?` would be nil before its initial value is assigned: two more copies.
  // swift-format-ignore: UseShorthandTypeNames
  @usableFromInline var value: Optional<Value>
  @usableFromInline var state: FieldState

  @inlinable @inline(__always)
  init(_ value: Value?, _ state: FieldState) {
    self.value = value
    self.state = state
  }
}

extension FieldStorage: Sendable where Value: Sendable {}

/// A property wrapper as Mirror shows it.
@usableFromInline
protocol AnnotatedField {
  /// What the wrapper stores.
  associatedtype Value
  var storage: FieldStorage<Value> { get }
}

/// A type of property wrapper, and its layout.
struct FieldWrapper {
  let type: any AnnotatedField.Type
  let layout: FieldLayout?

  init(_ type: any AnnotatedField.Type) {
    self.type = type
    layout = type.layout
  }
}

/// The layout of a wrapper, as far as the search for its offset needs it.
struct FieldLayout {
  let size: Int
  let alignment: Int
  /// The offset of the state in the wrapper.
  let stateOffset: Int
}

extension AnnotatedField {
  /// - Precondition: the wrapper's only stored property is its ``FieldStorage``; then its layout is
  ///   that of the storage. The offset proof fails on a wrapper that breaks this.
  static var layout: FieldLayout? {
    guard let offset = MemoryLayout<FieldStorage<Value>>.offset(of: \.state) else { return nil }
    return FieldLayout(
      size: MemoryLayout<Self>.size, alignment: MemoryLayout<Self>.alignment, stateOffset: offset)
  }
}
