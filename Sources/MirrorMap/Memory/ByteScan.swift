/// Looking at many bytes at once: the loads and searches that every fast path is built from.
///
/// A search over `SIMD16<UInt8>` compares sixteen bytes in one instruction and yields a lane mask
/// of 0x00 and 0xFF bytes. Seen as two 64-bit words, the number of trailing zero bits divided by
/// eight is the index of the first lane that matched:
///
///     bytes   a  b  c  "  d  …      mask   00 00 00 FF 00 …      trailing zeros 24 → index 3
///
/// (Wider vectors spill every lane to the stack on today's compilers; sixteen is the width that
/// every supported processor has.)
@usableFromInline
enum ByteScan {
  /// Loads eight bytes, the first one in the lowest bits, whatever their alignment.
  ///
  /// - Precondition: eight bytes from `pointer` on are readable.
  @unsafe @inline(__always)
  static func load8(_ pointer: BytePointer) -> UInt64 {
    unsafe UInt64(littleEndian: UnsafeRawPointer(pointer.address).loadUnaligned(as: UInt64.self))
  }

  /// Loads four bytes, the first one in the lowest bits, whatever their alignment.
  ///
  /// - Precondition: four bytes from `pointer` on are readable.
  @unsafe @inline(__always)
  static func load4(_ pointer: BytePointer) -> UInt32 {
    unsafe UInt32(littleEndian: UnsafeRawPointer(pointer.address).loadUnaligned(as: UInt32.self))
  }

  /// Loads sixteen bytes as a vector, whatever their alignment.
  ///
  /// - Precondition: sixteen bytes from `pointer` on are readable.
  @unsafe @inline(__always)
  static func load16(_ pointer: BytePointer) -> SIMD16<UInt8> {
    unsafe UnsafeRawPointer(pointer.address).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  /// The index of the first lane that is set, or 16 when none is.
  @inline(__always)
  static func firstIndex(_ mask: SIMDMask<SIMD16<Int8>>) -> Int {
    let words = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    let low = UInt64(littleEndian: words[0])
    if low != 0 { return low.trailingZeroBitCount &>> 3 }
    let high = UInt64(littleEndian: words[1])
    return 8 &+ high.trailingZeroBitCount &>> 3
  }

  /// Whether any lane is set.
  @inline(__always)
  static func hasAny(_ mask: SIMDMask<SIMD16<Int8>>) -> Bool {
    let words = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    return words[0] | words[1] != 0
  }

  /// Lanes that end or interrupt a run of plain string bytes: quote, backslash, control characters.
  @inline(__always)
  static func stringStops(_ block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    // Spelled out types: otherwise the compiler chooses the generic operators, which loop.
    let quote = SIMD16<UInt8>(repeating: 0x22)
    let backslash = SIMD16<UInt8>(repeating: 0x5C)
    let space = SIMD16<UInt8>(repeating: 0x20)
    let quotes: SIMDMask<SIMD16<Int8>> = block .== quote
    let backslashes: SIMDMask<SIMD16<Int8>> = block .== backslash
    let controls: SIMDMask<SIMD16<Int8>> = block .< space
    return quotes .| backslashes .| controls
  }

  /// The position of the first byte that isn't white space, or `end`.
  @inline(__always)
  static func skipWhitespace(_ pointer: BytePointer, _ end: BytePointer) -> BytePointer {
    if pointer < end, unsafe UInt8.space < pointer.pointee { return pointer }
    return skipWhitespaceRun(pointer, end)
  }

  /// The way of indented documents: a line break and then a run of spaces.
  @inline(never)
  static func skipWhitespaceRun(_ pointer: BytePointer, _ end: BytePointer) -> BytePointer {
    var pointer = pointer
    while pointer < end {
      if unsafe pointer.pointee == .newline || pointer.pointee == .space {
        pointer += 1
        while end - pointer >= ByteMask.width {
          let others = unsafe ~ByteMask.equal(pointer, .space)
          pointer += others.trailingZeroBitCount
          if others != 0 { break }
        }
        if pointer < end, unsafe UInt8.space < pointer.pointee { return pointer }
      }
      guard pointer < end, unsafe pointer.pointee.isWhitespace else { return pointer }
      pointer += 1
    }
    return pointer
  }
}
