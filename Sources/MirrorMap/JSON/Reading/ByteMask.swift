internal import CByteVectors

/// What holds for each of 32 bytes, as the bits of a word, the first byte's lowest:
///
///     bytes   a b c " d …       mask   …0 1 0 0 0       trailing zeros 3: the quote's index
///
/// Unlike with a vector, finding a word's first bit, clearing the bits after it and comparing it
/// with other words each take one instruction. The bits are gathered by a few instructions in C
/// (`CByteVectors`), as portable Swift has none for that. Where C has none either, the reference
/// implementations below do it, at several times the cost; they are what the tests compare with.
///
/// Precondition of all of them: 32 bytes from the pointer on are readable.
enum ByteMask {
  /// How many bytes a mask tells about.
  static let width = 32

  /// The bytes that end or interrupt a run of plain string bytes: quotes, backslashes, control
  /// characters.
  @unsafe @inline(__always)
  static func stringStops(_ pointer: BytePointer) -> UInt32 {
    #if arch(x86_64) || arch(arm64) || arch(arm64_32)
      unsafe byte_mask_string_stops(pointer.address)
    #else
      unsafe plainStringStops(pointer)
    #endif
  }

  /// The bytes outside of ASCII.
  @unsafe @inline(__always)
  static func nonASCII(_ pointer: BytePointer) -> UInt32 {
    #if arch(x86_64) || arch(arm64) || arch(arm64_32)
      unsafe byte_mask_non_ascii(pointer.address)
    #else
      unsafe plainNonASCII(pointer)
    #endif
  }

  /// The bytes that are a certain one.
  @unsafe @inline(__always)
  static func equal(_ pointer: BytePointer, _ byte: UInt8) -> UInt32 {
    #if arch(x86_64) || arch(arm64) || arch(arm64_32)
      unsafe byte_mask_equal(pointer.address, byte)
    #else
      unsafe plainEqual(pointer, byte)
    #endif
  }

  /// The bits up to the lowest one that is set, that one included; all of them if none is.
  @inline(__always)
  static func throughFirst(_ mask: UInt32) -> UInt32 { mask ^ (mask &- 1) }
}

// MARK: - Reference implementations

extension ByteMask {
  @unsafe
  static func plainStringStops(_ pointer: BytePointer) -> UInt32 {
    unsafe gather(
      ByteScan.stringStops(ByteScan.load16(pointer)),
      ByteScan.stringStops(ByteScan.load16(pointer + 16)))
  }

  @unsafe
  static func plainNonASCII(_ pointer: BytePointer) -> UInt32 {
    let limit = SIMD16<UInt8>(repeating: 0x7F)
    let low: SIMDMask<SIMD16<Int8>> = unsafe ByteScan.load16(pointer) .> limit
    let high: SIMDMask<SIMD16<Int8>> = unsafe ByteScan.load16(pointer + 16) .> limit
    return gather(low, high)
  }

  @unsafe
  static func plainEqual(_ pointer: BytePointer, _ byte: UInt8) -> UInt32 {
    let wanted = SIMD16<UInt8>(repeating: byte)
    let low: SIMDMask<SIMD16<Int8>> = unsafe ByteScan.load16(pointer) .== wanted
    let high: SIMDMask<SIMD16<Int8>> = unsafe ByteScan.load16(pointer + 16) .== wanted
    return gather(low, high)
  }

  private static func gather(
    _ low: SIMDMask<SIMD16<Int8>>, _ high: SIMDMask<SIMD16<Int8>>
  ) -> UInt32 {
    let low = unsafe unsafeBitCast(low, to: SIMD2<UInt64>.self)
    let high = unsafe unsafeBitCast(high, to: SIMD2<UInt64>.self)
    return gather(low[0]) | gather(low[1]) &<< 8 | gather(high[0]) &<< 16 | gather(high[1]) &<< 24
  }

  /// One bit of each of eight bytes that are 0x00 or 0xFF.
  private static func gather(_ lanes: UInt64) -> UInt32 {
    // The product brings the lowest bit of byte n to bit 56 + n, and nothing else there.
    let bits = UInt64(littleEndian: lanes) & 0x0101_0101_0101_0101
    return UInt32(truncatingIfNeeded: (bits &* 0x0102_0408_1020_4080) &>> 56)
  }
}
