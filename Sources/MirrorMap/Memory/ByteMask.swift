internal import CByteVectors

/// A property of each of 32 bytes, as the bits of a word; the lowest bit is the first byte's:
///
///     bytes   a b c " d …       mask   …0 1 0 0 0       trailing zeros 3: the quote's index
///
/// Unlike with a vector, finding a word's first bit, clearing the bits after it and comparing it
/// with other words each take one instruction. The bits are gathered by a few instructions in C
/// (`CByteVectors`), as portable Swift has none for that. On other processors, the reference
/// implementations below gather them at several times the cost. The tests compare both.
///
/// Precondition of all functions: 32 bytes from the pointer on are readable.
enum ByteMask {
  /// The number of bytes of a mask.
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

  /// The bytes that end or interrupt a run of plain ASCII characters: those of ``stringStops(_:)``, and all
  /// bytes outside of ASCII.
  @unsafe @inline(__always)
  static func asciiStops(_ pointer: BytePointer) -> UInt32 {
    #if arch(x86_64) || arch(arm64) || arch(arm64_32)
      unsafe byte_mask_ascii_stops(pointer.address)
    #else
      unsafe plainStringStops(pointer) | plainNonASCII(pointer)
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

  /// The bytes that continue a UTF-8 sequence.
  @unsafe @inline(__always)
  static func continuations(_ pointer: BytePointer) -> UInt32 {
    #if arch(x86_64) || arch(arm64) || arch(arm64_32)
      unsafe byte_mask_continuations(pointer.address)
    #else
      unsafe plainContinuations(pointer)
    #endif
  }

  /// The bytes that are equal to a byte.
  @unsafe @inline(__always)
  static func equal(_ pointer: BytePointer, _ byte: UInt8) -> UInt32 {
    #if arch(x86_64) || arch(arm64) || arch(arm64_32)
      unsafe byte_mask_equal(pointer.address, byte)
    #else
      unsafe plainEqual(pointer, byte)
    #endif
  }

  /// The bytes in which two runs of 32 differ.
  @unsafe @inline(__always)
  static func unequal(_ left: BytePointer, _ right: BytePointer) -> UInt32 {
    #if arch(x86_64) || arch(arm64) || arch(arm64_32)
      unsafe byte_mask_unequal(left.address, right.address)
    #else
      unsafe plainUnequal(left, right)
    #endif
  }

  /// Whether two runs of bytes are equal.
  ///
  /// - Precondition: both have `length` readable bytes, at least one, and at least ``width``.
  @unsafe @inline(__always)
  static func isEqual(_ left: BytePointer, _ right: BytePointer, _ length: Int) -> Bool {
    guard length <= width else { return unsafe ByteScan.isEqual(left, right, length) }
    // The bits of the bytes after the runs are shifted out.
    let others = UInt32(truncatingIfNeeded: width &- length)
    return unsafe unequal(left, right) &<< others == 0
  }

  /// The bits up to the lowest one that is set, that one included; all of them if none is.
  @inline(__always)
  static func throughFirst(_ mask: UInt32) -> UInt32 { mask ^ (mask &- 1) }
}

// MARK: - Reference implementations

extension ByteMask {
  @unsafe
  static func plainStringStops(_ pointer: BytePointer) -> UInt32 {
    unsafe gather(pointer) { ByteScan.stringStops($0) }
  }

  @unsafe
  static func plainNonASCII(_ pointer: BytePointer) -> UInt32 {
    unsafe gather(pointer) { $0 .> SIMD16(repeating: 0x7F) }
  }

  @unsafe
  static func plainContinuations(_ pointer: BytePointer) -> UInt32 {
    unsafe gather(pointer) { ($0 & SIMD16(repeating: 0xC0)) .== SIMD16(repeating: 0x80) }
  }

  @unsafe
  static func plainEqual(_ pointer: BytePointer, _ byte: UInt8) -> UInt32 {
    unsafe gather(pointer) { $0 .== SIMD16(repeating: byte) }
  }

  @unsafe
  static func plainUnequal(_ left: BytePointer, _ right: BytePointer) -> UInt32 {
    (0..<width).reduce(0) { unsafe left[$1] == right[$1] ? $0 : $0 | 1 &<< UInt32($1) }
  }

  @unsafe @inline(__always)
  private static func gather(
    _ pointer: BytePointer, _ mask: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>
  ) -> UInt32 {
    let low = unsafe unsafeBitCast(mask(ByteScan.load16(pointer)), to: SIMD2<UInt64>.self)
    let high = unsafe unsafeBitCast(mask(ByteScan.load16(pointer + 16)), to: SIMD2<UInt64>.self)
    return gather(low[0]) | gather(low[1]) &<< 8 | gather(high[0]) &<< 16 | gather(high[1]) &<< 24
  }

  /// One bit of each of eight bytes that are 0x00 or 0xFF.
  private static func gather(_ lanes: UInt64) -> UInt32 {
    // The product brings the lowest bit of byte n to bit 56 + n, and nothing else there.
    let bits = UInt64(littleEndian: lanes) & 0x0101_0101_0101_0101
    return UInt32(truncatingIfNeeded: (bits &* 0x0102_0408_1020_4080) &>> 56)
  }
}

extension Bytes {
  /// Whether a JSON object may have a certain key anywhere in it: in quotes, or with an escape.
  ///
  /// Precondition of each access: blocks of 32 bytes, and the one after each, are within the text.
  func mayHaveKey(_ key: Bytes) -> Bool {
    guard count > ByteMask.width, let first = key.first else { return true }
    let last = end - (ByteMask.width + 1)
    var place = start
    while true {
      var hits = unsafe ByteMask.equal(place, .quote) & ByteMask.equal(place + 1, first)
      if unsafe ByteMask.equal(place, .backslash) != 0 { return true }
      while hits != 0 {
        let text = place + (hits.trailingZeroBitCount + 1)
        if end - text > key.count, unsafe text[key.count] == .quote,
          unsafe ByteScan.isEqualExactly(text, key.start, key.count)
        {
          return true
        }
        hits &= hits &- 1
      }
      guard place < last else { return false }
      place = last - place < ByteMask.width ? last : place + ByteMask.width
    }
  }
}
