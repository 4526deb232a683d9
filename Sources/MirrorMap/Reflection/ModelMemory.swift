/// The memory that a model's fields are in: its own or, for a class, that of the object.
@frozen @usableFromInline
package enum ModelMemory {
  /// Calls `body` with the address at which the offsets of a struct's fields count from.
  @inlinable @inline(__always)
  package static func withBase<Model, R, E: Error>(
    of model: inout Model, _ body: (FieldAddress) throws(E) -> R
  ) throws(E) -> R {
    try unsafe withUnsafeMutablePointer(to: &model) { (pointer) throws(E) -> R in
      try unsafe body(FieldAddress(UnsafeMutableRawPointer(pointer)))
    }
  }

  /// The same for code that isn't specialized for the model: there the closures of `withBase(of:_:)` would be
  /// called one inside of the other.
  package static func withUnspecializedBase<Model>(
    of model: inout Model, _ body: (FieldAddress) throws -> Void
  ) throws {
    func call(at model: UnsafeMutablePointer<Model>) throws {
      try unsafe body(FieldAddress(UnsafeMutableRawPointer(model)))
    }
    try unsafe call(at: &model)
  }

  /// Calls `body` with a struct in its memory, which is only read.
  @inlinable @inline(__always)
  static func withInPlace<Model, R, E: Error>(
    of model: borrowing Model, _ body: (InPlace<Model>) throws(E) -> R
  ) throws(E) -> R {
    try unsafe withUnsafePointer(to: model) { (address) throws(E) -> R in
      try unsafe body(InPlace(address))
    }
  }

  /// Calls `body` with the first of several structs in their memory, which are only read.
  @inlinable @inline(__always)
  static func withInPlace<Model, E: Error>(
    of models: [Model], _ body: (InPlace<Model>, Int) throws(E) -> Void
  ) throws(E) {
    try unsafe models.withUnsafeBufferPointer { (models) throws(E) in
      guard let first = models.baseAddress else { return }
      try unsafe body(InPlace(first), models.count)
    }
  }

  /// Calls `body` with the address at which the offsets of an object's fields count from.
  @inlinable @inline(__always)
  static func withBase<Model: AnyObject, R, E: Error>(
    ofObject model: Model, _ body: (FieldAddress) throws(E) -> R
  ) throws(E) -> R {
    defer { withExtendedLifetime(model) {} }
    return try unsafe body(FieldAddress(Unmanaged.passUnretained(model).toOpaque()))
  }

  /// The class of an object, and the address at which the offsets of its fields count from.
  ///
  /// - Precondition: a reference to the object is at `address`, and stays there while the result is used.
  @inline(__always)
  static func object(at address: FieldAddress) -> (type: ObjectIdentifier, base: FieldAddress) {
    let reference = unsafe address.pointer.load(as: Unmanaged<AnyObject>.self)
    return unsafe reference._withUnsafeGuaranteedRef { object in
      unsafe (ObjectIdentifier(type(of: object)), FieldAddress(reference.toOpaque()))
    }
  }

  /// Calls `body` with the model whose fields are at an address.
  ///
  /// - Precondition: `base` is what ``withBase(of:_:)`` or ``withBase(ofObject:_:)`` gave for a
  ///   model of this very type.
  static func withModel<Model, R>(
    _ type: Model.Type, at base: FieldAddress, _ body: (inout Model) throws -> R
  ) rethrows -> R {
    guard type is AnyClass else {
      return try unsafe body(&base.pointer.assumingMemoryBound(to: type).pointee)
    }
    // A reference is a pointer to the object.
    var reference = unsafe unsafeBitCast(
      Unmanaged<AnyObject>.fromOpaque(base.pointer).takeUnretainedValue(), to: type)
    return try body(&reference)
  }

  /// Calls `body` with the address at which the offsets of a model's fields count from, whatever it
  /// is.
  package static func withAnyBase<Model, R, E: Error>(
    of model: inout Model, _ body: (FieldAddress) throws(E) -> R
  ) throws(E) -> R {
    guard type(of: model) is AnyClass else { return try withBase(of: &model, body) }
    return try withBase(ofObject: object(model) ?? model as AnyObject, body)
  }

  /// The object that a model of a class is; nil for other types.
  static func object<Model>(_ model: Model) -> AnyObject? {
    // The cast of a value of any type would be a search for conversions.
    Model.self is AnyClass ? unsafe unsafeBitCast(model, to: AnyObject.self) : nil
  }

  /// Calls `body` with the memory of a prototype, whatever it is.
  static func withBytes<Model, R>(
    of model: inout Model, _ body: (UnsafeMutableRawBufferPointer) -> R
  ) -> R {
    let type: AnyClass? = type(of: model) as? AnyClass
    let size = type.map(instanceSize) ?? MemoryLayout<Model>.size
    return withAnyBase(of: &model) { base in
      unsafe body(UnsafeMutableRawBufferPointer(start: base.pointer, count: size))
    }
  }

  /// How large the instances of a class are, as the runtime says; `class_getInstanceSize` would round it up.
  static func instanceSize(of type: AnyClass) -> Int { Int(classInstanceExtents(type).positive) }
}

// The runtime's own answer, which the standard library's `ManagedBuffer` relies on as well.
#if canImport(ObjectiveC)
  @_silgen_name("_swift_getObjCClassInstanceExtents")
  private func classInstanceExtents(_ type: AnyClass) -> (negative: UInt, positive: UInt)
#else
  @_silgen_name("_swift_getSwiftClassInstanceExtents")
  private func classInstanceExtents(_ type: AnyClass) -> (negative: UInt, positive: UInt)
#endif
