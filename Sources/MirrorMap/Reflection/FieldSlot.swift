/// A mapped property in the memory of a model. All raw access to fields goes through here.
///
/// Values are read and written by typed access, never by moving bytes: the next field may live in
/// this one's tail padding.
@safe @frozen @usableFromInline
package struct FieldSlot<Value> {
  @usableFromInline let pointer: UnsafeMutablePointer<FieldStorage<Value>>

  /// - Precondition: `address` is a live model's base plus the proven offset of a property whose
  ///   wrapper stores a `Value`.
  @inlinable @inline(__always)
  package init(_ address: FieldAddress) {
    unsafe pointer = unsafe address.pointer.assumingMemoryBound(to: FieldStorage<Value>.self)
  }

  /// The property's value, nil while it is unset.
  @inlinable
  package var value: Value? {
    @inline(__always) get { unsafe pointer.pointee.value }
    @inline(__always) nonmutating set { unsafe pointer.pointee.value = newValue }
  }

  /// Sets the value of a property that is unset. Assigning would call the runtime to release nothing.
  ///
  /// - Precondition: the property is unset.
  @inlinable @inline(__always)
  func initialize(_ newValue: Value) {
    unsafe pointer.pointer(to: \.value)!.initialize(to: newValue)
  }

  /// Moves the value out of the property, which is unset afterwards.
  @inlinable @inline(__always)
  package func take() -> Value? { unsafe pointer.pointee.value.take() }

  @inlinable @inline(__always)
  var state: FieldState { unsafe pointer.pointee.state }

  /// The property's value in its memory, nil while it is unset; to be read only.
  @inlinable @inline(__always)
  var stored: InPlace<Value?> { unsafe InPlace(UnsafePointer(pointer.pointer(to: \.value)!)) }
}

/// The state of a mapped property, whatever its value's type.
///
/// - Precondition: the address is a live model's base plus the proven offset of a property, plus
///   the offset of the state in its wrapper.
extension FieldAddress {
  /// The property's state.
  @inlinable
  package var state: FieldState {
    @inline(__always) get { unsafe pointer.assumingMemoryBound(to: FieldState.self).pointee }
    @inline(__always) nonmutating set {
      unsafe pointer.assumingMemoryBound(to: FieldState.self).pointee = newValue
    }
  }
}

extension FieldWrapper {
  /// The token of a wrapper; nil if it is of another type or has none.
  ///
  /// It is read in its memory, because a cast, or a copy of the storage, would take longer.
  func token(of wrapper: Any) -> UInt16? {
    func open<Wrapper>(_ wrapper: Wrapper) -> UInt16? {
      guard Wrapper.self == type else { return nil }
      return unsafe withUnsafeBytes(of: wrapper) { bytes in
        guard stateOffset + MemoryLayout<FieldState>.size <= bytes.count else { return nil }
        return unsafe bytes.loadUnaligned(fromByteOffset: stateOffset, as: UInt16.self)
      }
    }
    return open(wrapper).flatMap { FieldState(bits: $0).token }
  }
}
