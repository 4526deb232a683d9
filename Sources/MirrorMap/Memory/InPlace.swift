/// A value where it lies in memory, on its way into JSON without being copied.
///
/// Copying a model of twenty strings costs twenty reference counts up and twenty down, for nothing.
/// Containers and models therefore hand their parts on by address. It is valid only during the call
/// that it was passed to.
@safe
@frozen
@usableFromInline
struct InPlace<Value> {
  @usableFromInline let pointer: UnsafePointer<Value>

  /// - Precondition: a value is there, and stays there for as long as this is used.
  @inlinable @inline(__always)
  init(_ pointer: UnsafePointer<Value>) { unsafe self.pointer = unsafe pointer }

  /// The value, copied.
  @inlinable
  var value: Value {
    @inline(__always) get { unsafe pointer.pointee }
  }

  /// The value where it lies, to be looked at. For what runs no code of the user's, as that may replace
  /// the value.
  @inlinable
  var borrowed: Borrowed<Value> {
    @inline(__always) unsafeAddress {
      // A struct's layout is that of its only stored property.
      unsafe UnsafeRawPointer(pointer).assumingMemoryBound(to: Borrowed<Value>.self)
    }
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

  /// The address of what an optional holds; nil if that is nil, or is to be left out.
  @inlinable @inline(__always)
  func wrappedAddress<Wrapped>(
    unless isLeftOut: (Wrapped) -> Bool
  ) -> FieldAddress? where Value == Wrapped? {
    guard unsafe pointer.pointee != nil, unsafe !isLeftOut(pointer.pointee!) else { return nil }
    return base
  }

  /// The elements of an array where they lie. For what runs no code of the user's.
  @inline(__always)
  func elements<Element>() -> InPlaceElements<Element> where Value == [Element] {
    unsafe borrowed.value.withUnsafeBufferPointer { unsafe InPlaceElements($0) }
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

/// A value that is looked at where it lies.
///
/// The compiler counts a reference up and down around every look at memory that somebody else might
/// change. What cannot be copied cannot be counted.
@frozen
@usableFromInline
struct Borrowed<Value>: ~Copyable {
  @usableFromInline let value: Value
}

/// The elements of an array, lent like an ``InPlace``.
@safe
struct InPlaceElements<Element>: RandomAccessCollection {
  private let elements: UnsafeBufferPointer<Element>

  /// - Precondition: the elements are there, and stay there for as long as this is used.
  @inline(__always)
  fileprivate init(_ elements: UnsafeBufferPointer<Element>) { unsafe self.elements = elements }

  var startIndex: Int { 0 }
  var endIndex: Int { unsafe elements.count }
  var count: Int { unsafe elements.count }

  subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress {
      precondition(index >= 0 && index < count)
      return unsafe elements.baseAddress! + index
    }
  }

  /// The element at an index where it lies.
  subscript(inPlace index: Int) -> InPlace<Element> {
    @inline(__always) get {
      precondition(index >= 0 && index < count)
      return unsafe InPlace(elements.baseAddress! + index)
    }
  }
}

extension InPlace where Value == String {
  /// Passes the string's UTF-8 bytes to `body`.
  @inline(__always)
  func withUTF8<R>(_ body: (Bytes) -> R) -> R {
    // A string's own `withUTF8` is mutating: on an object that several threads write, a race.
    borrowed.withUTF8(body)
  }
}

extension Borrowed where Value == String {
  /// Passes the string's UTF-8 bytes to `body`.
  @inline(__always)
  borrowing func withUTF8<R>(_ body: (Bytes) -> R) -> R { JSONKey.withUTF8(value, body) }
}
