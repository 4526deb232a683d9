/// A mapped property in the memory of a model: all raw access to fields goes through here.
///
/// Values are read and written by typed access, never by moving bytes: the next field may live in
/// this one's tail padding.
@safe
@frozen
@usableFromInline
struct FieldSlot<Value> {
  @usableFromInline let pointer: UnsafeMutablePointer<FieldStorage<Value>>

  /// - Precondition: `address` is a live model's base plus the proven offset of a property whose
  ///   wrapper stores a `Value`.
  @inlinable @inline(__always)
  init(_ address: FieldAddress) {
    unsafe pointer = unsafe address.pointer.assumingMemoryBound(to: FieldStorage<Value>.self)
  }

  /// The property's value, nil while it is unset.
  @inlinable
  var value: Value? {
    @inline(__always) get { unsafe pointer.pointee.value }
    @inline(__always) nonmutating set { unsafe pointer.pointee.value = newValue }
  }

  /// The property's state.
  @inlinable
  var state: FieldState {
    @inline(__always) get { unsafe pointer.pointee.state }
  }

  /// The property's value where it lies, nil while it is unset; to be read only.
  @inlinable
  var stored: InPlace<Value?> {
    @inline(__always) get { unsafe InPlace(UnsafePointer(pointer.pointer(to: \.value)!)) }
  }
}

/// The state of a mapped property, whatever its value's type.
@safe
@usableFromInline
struct FieldStateSlot {
  private let pointer: UnsafeMutablePointer<FieldState>

  /// - Precondition: `address` is a live model's base plus the proven offset of a property, plus
  ///   the offset of the state in its wrapper.
  @inline(__always)
  init(_ address: FieldAddress) {
    unsafe pointer = unsafe address.pointer.assumingMemoryBound(to: FieldState.self)
  }

  var state: FieldState {
    @inline(__always) get { unsafe pointer.pointee }
    @inline(__always) nonmutating set { unsafe pointer.pointee = newValue }
  }

  /// Notes that the property was assigned, as a whole or inside.
  func markChanged(isReplaced: Bool) {
    if isReplaced {
      unsafe pointer.pointee.markReplaced()
    } else {
      unsafe pointer.pointee.markChanged()
    }
  }

  /// Forgets that the property was assigned.
  func clearChange() { unsafe pointer.pointee.clearChange() }
}

extension AnnotatedField {
  /// The token that a wrapper of this type carries, if `wrapper` is one and does.
  ///
  /// It is looked at where it lies: a cast would take longer than all the rest.
  static func token(of wrapper: Any) -> UInt16? {
    func open<Wrapper>(_ wrapper: Wrapper) -> UInt16? {
      guard Wrapper.self == Self.self else { return nil }
      return unsafe withUnsafePointer(to: wrapper) {
        unsafe UnsafeRawPointer($0).assumingMemoryBound(to: Self.self).pointee.storage.state.token
      }
    }
    return open(wrapper)
  }
}
