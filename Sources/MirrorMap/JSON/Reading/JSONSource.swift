import EssentialFoundation

/// A container of a JSON document as UTF-8 bytes.
///
/// `Data`, `[UInt8]`, `ArraySlice<UInt8>`, `String`, `Substring` and `UnsafeRawBufferPointer` are
/// sources. Your own type becomes one by giving access to its bytes:
///
/// ```swift
/// extension ByteBuffer: JSONSource {
///   func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
///     try withUnsafeReadableBytes(body)
///   }
/// }
/// ```
public protocol JSONSource {
  /// Calls `body` with the document's bytes.
  ///
  /// - Precondition: they stay readable and unchanged until `body` returns.
  func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R
}

extension JSONSource {
  /// Calls `body` with the document's bytes.
  @inlinable @inline(__always)
  func withBytes<R>(_ body: (Bytes) throws -> R) rethrows -> R {
    try unsafe withJSONBytes { try unsafe body(Bytes($0)) }
  }
}

extension [UInt8] {
  /// The same with the errors that `body` throws.
  @inline(__always)
  func withBytes<R, E: Error>(_ body: (Bytes) throws(E) -> R) throws(E) -> R {
    try unsafe withUnsafeBufferPointer { (bytes) throws(E) in try unsafe body(Bytes(bytes)) }
  }
}

extension JSONSource where Self: ContiguousBytes {
  @inlinable
  public func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try unsafe withUnsafeBytes(body)
  }
}

extension Data: JSONSource {}

extension Array: JSONSource where Element == UInt8 {}

extension ArraySlice: JSONSource where Element == UInt8 {}

extension UnsafeRawBufferPointer: JSONSource {}

extension String: JSONSource {
  @inlinable
  public func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    var copy = self
    return try copy.withUTF8 { try unsafe body(UnsafeRawBufferPointer($0)) }
  }
}

extension Substring: JSONSource {
  @inlinable
  public func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    var copy = self
    return try copy.withUTF8 { try unsafe body(UnsafeRawBufferPointer($0)) }
  }
}
