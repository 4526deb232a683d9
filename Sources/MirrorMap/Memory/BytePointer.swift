/// A position among bytes: in a document that is being read, in a key of a plan, in the text of a
/// number.
///
/// Holding, comparing and advancing a position are safe, because they don't access memory.
/// Accessing the byte there isn't, and has to be marked `unsafe`. A position is as large and as
/// fast as the pointer inside; in debug builds too, for which the operators are transparent.
@safe @frozen @usableFromInline
struct BytePointer: Hashable, Comparable, @unchecked Sendable {
  @usableFromInline let address: UnsafePointer<UInt8>

  @_transparent @usableFromInline
  init(_ address: UnsafePointer<UInt8>) { unsafe self.address = address }

  /// The position of a byte that is always readable, for empty buffers without an address.
  @usableFromInline static let nowhere = unsafe BytePointer(Permanent<UInt8>(0).address)

  /// The byte here.
  ///
  /// - Precondition: it is readable.
  @unsafe @_transparent @usableFromInline
  var pointee: UInt8 { unsafe address.pointee }

  /// The byte at a distance.
  ///
  /// - Precondition: it is readable.
  @unsafe @usableFromInline
  subscript(distance: Int) -> UInt8 {
    @_transparent get { unsafe address[distance] }
  }

  @_transparent @usableFromInline
  static func + (pointer: BytePointer, distance: Int) -> BytePointer {
    unsafe BytePointer(pointer.address + distance)
  }

  @_transparent @usableFromInline
  static func - (pointer: BytePointer, distance: Int) -> BytePointer {
    unsafe BytePointer(pointer.address - distance)
  }

  @_transparent @usableFromInline
  static func += (pointer: inout BytePointer, distance: Int) { pointer = pointer + distance }

  @_transparent @usableFromInline
  static func - (end: BytePointer, start: BytePointer) -> Int { unsafe end.address - start.address }

  @_transparent @usableFromInline
  static func < (left: BytePointer, right: BytePointer) -> Bool {
    unsafe left.address < right.address
  }

  @_transparent @usableFromInline
  static func == (left: BytePointer, right: BytePointer) -> Bool {
    unsafe left.address == right.address
  }
}
