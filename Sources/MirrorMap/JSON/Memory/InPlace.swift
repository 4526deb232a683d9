/// A value where it lies in memory, on its way into JSON without being copied.
///
/// Copying a model of twenty strings costs twenty reference counts up and twenty down, for nothing.
/// Containers and models therefore hand their parts on by address. It is valid only during the call
/// that it was passed to.
@safe
@frozen
public struct InPlace<Value> {
  @usableFromInline let pointer: UnsafePointer<Value>

  /// - Precondition: a value is there, and stays there for as long as this is used.
  @inlinable @inline(__always)
  init(_ pointer: UnsafePointer<Value>) { unsafe self.pointer = unsafe pointer }

  /// The value, copied.
  @inlinable
  public var value: Value {
    @inline(__always) get { unsafe pointer.pointee }
  }

  /// Where the value begins, for reading.
  @usableFromInline
  @inline(__always)
  var base: FieldAddress { unsafe FieldAddress(UnsafeMutableRawPointer(mutating: pointer)) }

  /// What an optional holds.
  @inlinable @inline(__always)
  func withWrapped<Wrapped, R, E: Error>(
    _ body: (InPlace<Wrapped>) throws(E) -> R
  ) throws(E) -> R? where Value == Wrapped? {
    guard unsafe pointer.pointee != nil else { return nil }
    // What an optional holds lies where the optional begins. An inout access would not copy it either,
    // but threads that write one object at the same time would race, as inout counts as writing.
    let address = unsafe UnsafeRawPointer(pointer).assumingMemoryBound(to: Wrapped.self)
    return try unsafe body(InPlace<Wrapped>(address))
  }

  /// Passes on each element of an array.
  @inlinable @inline(__always)
  static func forEach<E: Error>(
    of array: [Value], _ body: (Int, InPlace) throws(E) -> Void
  ) throws(E) {
    try unsafe array.withUnsafeBufferPointer { (elements) throws(E) in
      guard let base = elements.baseAddress else { return }
      for index in 0..<elements.count { try unsafe body(index, InPlace(base + index)) }
    }
  }
}

/// An ``InPlace`` of a type that is known from elsewhere.
///
/// It stands where a protocol's requirement cannot name `Self`, as open classes conform to it.
@safe
@frozen
public struct InPlaceAddress {
  @usableFromInline let pointer: UnsafeRawPointer

  @inlinable @inline(__always)
  init<Value>(_ value: InPlace<Value>) { unsafe pointer = unsafe UnsafeRawPointer(value.pointer) }

  /// The value, given its type.
  ///
  /// - Precondition: the address was made of an `InPlace<Value>`.
  @inlinable @inline(__always)
  func of<Value>(_ type: Value.Type) -> InPlace<Value> {
    unsafe InPlace(pointer.assumingMemoryBound(to: type))
  }
}

extension InPlace where Value == String {
  /// Passes the string's UTF-8 bytes to `body`.
  @inline(__always)
  func withUTF8<R>(_ body: (Bytes) -> R) -> R {
    // A string's own `withUTF8` is mutating: on an object that several threads write, a race.
    unsafe JSONKey.withUTF8(pointer.pointee, body)
  }
}
