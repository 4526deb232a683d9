/// A mapped property in the memory of a model: all raw access to fields goes through here.
///
/// Values are read and written by typed access, never by moving bytes: the next field may live in
/// this one's tail padding.
@frozen
@usableFromInline
struct FieldSlot<Value> {
  @usableFromInline let pointer: UnsafeMutablePointer<FieldStorage<Value>>

  /// - Precondition: `address` is a live model's base plus the proven offset of a property whose
  ///   wrapper stores a `Value`.
  @inlinable @inline(__always)
  init(_ address: UnsafeMutableRawPointer) {
    pointer = address.assumingMemoryBound(to: FieldStorage<Value>.self)
  }

  /// The property's value, nil while it is unset.
  @inlinable
  var value: Value? {
    @inline(__always) get { pointer.pointee.value }
    @inline(__always) nonmutating set { pointer.pointee.value = newValue }
  }

  /// The property's value where it lies, nil while it is unset; to be read only.
  @inlinable
  var stored: UnsafePointer<Value?> {
    @inline(__always) get { UnsafePointer(pointer.pointer(to: \.value)!) }
  }
}

/// The state of a mapped property, whatever its value's type.
@usableFromInline
struct FieldStateSlot {
  private let pointer: UnsafeMutablePointer<FieldState>

  /// - Precondition: `address` is a live model's base plus the proven offset of a property, plus
  ///   the offset of the state in its wrapper.
  @inline(__always)
  init(_ address: UnsafeMutableRawPointer) {
    pointer = address.assumingMemoryBound(to: FieldState.self)
  }

  var state: FieldState {
    @inline(__always) get { pointer.pointee }
    @inline(__always) nonmutating set { pointer.pointee = newValue }
  }

  /// Notes that the property was assigned, as a whole or inside.
  func markChanged(isReplaced: Bool) {
    if isReplaced { pointer.pointee.markReplaced() } else { pointer.pointee.markChanged() }
  }

  /// Forgets that the property was assigned.
  func clearChange() { pointer.pointee.clearChange() }
}

/// The memory of a model, in which its fields lie: its own, or for a class that of the object.
@frozen
@usableFromInline
enum ModelMemory {
  /// Calls `body` with the address at which the offsets of a struct's fields count from.
  @inlinable @inline(__always)
  static func withBase<Model, R, E: Error>(
    of model: inout Model, _ body: (UnsafeMutableRawPointer) throws(E) -> R
  ) throws(E) -> R {
    try withUnsafeMutablePointer(to: &model) { (pointer) throws(E) -> R in
      try body(UnsafeMutableRawPointer(pointer))
    }
  }

  /// Calls `body` with the address of a struct that is only read.
  @inlinable @inline(__always)
  static func withAddress<Model, R, E: Error>(
    of model: borrowing Model, _ body: (UnsafePointer<Model>) throws(E) -> R
  ) throws(E) -> R {
    try withUnsafePointer(to: model, body)
  }

  /// Calls `body` with the address at which the offsets of an object's fields count from.
  @inlinable @inline(__always)
  static func withBase<Model: AnyObject, R, E: Error>(
    ofObject model: Model, _ body: (UnsafeMutableRawPointer) throws(E) -> R
  ) throws(E) -> R {
    defer { withExtendedLifetime(model) {} }
    return try body(Unmanaged.passUnretained(model).toOpaque())
  }

  /// Calls `body` with the model whose fields lie at an address.
  ///
  /// - Precondition: `base` is what ``withBase(of:_:)`` or ``withBase(ofObject:_:)`` gave for a model
  ///   of this very type.
  static func withModel<Model, R>(
    _ type: Model.Type, at base: UnsafeMutableRawPointer, _ body: (inout Model) throws -> R
  ) rethrows -> R {
    guard type is AnyClass else {
      return try body(&base.assumingMemoryBound(to: type).pointee)
    }
    // A reference is a pointer to the object.
    var reference = unsafeBitCast(
      Unmanaged<AnyObject>.fromOpaque(base).takeUnretainedValue(), to: type)
    return try body(&reference)
  }

  /// Calls `body` with the address at which the offsets of a model's fields count from, whatever it
  /// is.
  static func withAnyBase<Model, R, E: Error>(
    of model: inout Model, _ body: (UnsafeMutableRawPointer) throws(E) -> R
  ) throws(E) -> R {
    guard type(of: model) is AnyClass else { return try withBase(of: &model, body) }
    return try withBase(ofObject: model as AnyObject, body)
  }

  /// Calls `body` with the memory of a prototype, whatever it is.
  static func withBytes<Model, R>(
    of model: inout Model, _ body: (UnsafeMutableRawBufferPointer) -> R
  ) -> R {
    guard type(of: model) is AnyClass else {
      return withUnsafeMutableBytes(of: &model, body)
    }
    let object = model as AnyObject
    return withBase(ofObject: object) { base in
      body(
        UnsafeMutableRawBufferPointer(
          start: base, count: ClassExtents.instanceSize(of: type(of: object))))
    }
  }
}
