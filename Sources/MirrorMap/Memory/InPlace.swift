/// A value in its memory, written as JSON without being copied.
///
/// Copying a model of twenty strings retains and releases twenty references for nothing. Containers
/// and models therefore pass the addresses of their parts. One is valid only during the call that
/// it is passed to.
@safe @frozen @usableFromInline
struct InPlace<Value> {
  @usableFromInline let pointer: UnsafePointer<Value>

  /// - Precondition: a value is there, and stays there for as long as this is used.
  @inlinable @inline(__always)
  init(_ pointer: UnsafePointer<Value>) { unsafe self.pointer = unsafe pointer }

  /// The value, copied.
  @inlinable @inline(__always)
  var value: Value { unsafe pointer.pointee }

  /// The value in its memory, to be looked at. For what runs no code of the user's, as that may
  /// replace the value.
  @inlinable
  var borrowed: Borrowed {
    @inline(__always) unsafeAddress {
      // A struct's layout is that of its only stored property.
      unsafe UnsafeRawPointer(pointer).assumingMemoryBound(to: Borrowed.self)
    }
  }

  /// Where the value begins, for reading.
  @inlinable @inline(__always)
  var base: FieldAddress { unsafe FieldAddress(UnsafeMutableRawPointer(mutating: pointer)) }

  /// The address of what an optional holds; nil if that is nil.
  @inlinable @inline(__always)
  func wrappedAddress<Wrapped>() -> FieldAddress? where Value == Wrapped? {
    // It lies where the optional begins. An inout access would not copy it either, but threads that write one object
    // at the same time would race, as inout counts as writing.
    unsafe pointer.pointee == nil ? nil : base
  }

  /// Calls `body` with each element of an array in its memory. For what runs no code of the user's.
  @inline(__always)
  func forEachElement<Element, E: Error>(
    _ body: (InPlace<Element>) throws(E) -> Void
  ) throws(E) where Value == [Element] {
    // The array stays for longer than this call, so its buffer can leave the closure: inside it the
    // array would be retained.
    let elements = unsafe borrowed.value.withUnsafeBufferPointer { unsafe $0 }
    guard let base = elements.baseAddress else { return }
    for index in 0..<elements.count { try unsafe body(InPlace<Element>(base + index)) }
  }

  /// Calls `body` with each element of an array in its memory, and its index.
  @inlinable @inline(__always)
  static func forEach<E: Error>(
    of array: [Value], _ body: (Int, InPlace) throws(E) -> Void
  ) throws(E) {
    try unsafe array.withUnsafeBufferPointer { (elements) throws(E) in
      guard let base = elements.baseAddress else { return }
      for index in 0..<elements.count { try unsafe body(index, InPlace(base + index)) }
    }
  }

  /// A value that is only read in its memory.
  ///
  /// The compiler retains and releases a reference around each access to memory that other code
  /// might change. It never retains a value that can't be copied.
  @frozen @usableFromInline
  struct Borrowed: ~Copyable {
    @usableFromInline let value: Value
  }
}

extension InPlace<String>.Borrowed {
  /// Passes the string's UTF-8 bytes to `body`.
  // A string's own `withUTF8` is mutating: on an object that several threads write, a race.
  @inline(__always)
  borrowing func withUTF8<R>(_ body: (Bytes) -> R) -> R { JSONKey.withUTF8(value, body) }
}
