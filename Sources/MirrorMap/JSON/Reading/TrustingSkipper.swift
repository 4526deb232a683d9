/// Passes over values that nobody asks for without a look at what they say, where the input is trusted:
/// only brackets and the ends of strings are looked for.
///
/// It never reads beyond the input either, but takes malformed values for good ones:
///
///     {"ignored": {"a" 01 tru, "\q"}, "id": 7}      id is 7
enum TrustingSkipper {
  /// Passes over a value.
  ///
  /// - Returns: the place behind it; nil if the input ends before.
  /// - Precondition: all bytes from `start` to `end` are readable.
  @inline(never)
  static func skipValue(_ start: BytePointer, _ end: BytePointer) -> BytePointer? {
    guard start < end else { return nil }
    switch unsafe start.pointee {
    case .quote: return skipString(start, end)
    case .openBrace, .openBracket: return skipContainer(start, end)
    default: return skipScalar(start, end)
    }
  }

  /// - Precondition: a quote is at `start`.
  @inline(__always)
  private static func skipString(_ start: BytePointer, _ end: BytePointer) -> BytePointer? {
    var pointer = start + 1
    while true {
      while end - pointer >= 16 {
        let block = unsafe ByteScan.load16(pointer)
        let quotes: SIMDMask<SIMD16<Int8>> = block .== SIMD16<UInt8>(repeating: .quote)
        let backslashes: SIMDMask<SIMD16<Int8>> = block .== SIMD16<UInt8>(repeating: .backslash)
        let index = ByteScan.firstIndex(quotes .| backslashes)
        pointer += index
        if index < 16 { break }
      }
      guard pointer < end else { return nil }
      let byte = unsafe pointer.pointee
      if byte == .quote { return pointer + 1 }
      pointer += byte == .backslash ? 2 : 1
    }
  }

  /// - Precondition: a bracket or brace is at `start`.
  private static func skipContainer(_ start: BytePointer, _ end: BytePointer) -> BytePointer? {
    var pointer = start
    var depth = 0
    while true {
      while end - pointer >= 16 {
        let index = ByteScan.firstIndex(unsafe stops(ByteScan.load16(pointer)))
        pointer += index
        if index < 16 { break }
      }
      guard pointer < end else { return nil }
      switch unsafe pointer.pointee {
      case .quote:
        guard let behind = skipString(pointer, end) else { return nil }
        pointer = behind
        continue
      case .openBrace, .openBracket:
        depth &+= 1
      case .closeBrace, .closeBracket:
        depth &-= 1
        if depth == 0 { return pointer + 1 }
      default:
        break
      }
      pointer += 1
    }
  }

  /// Quotes, brackets and braces; the latter differ from the former in one bit.
  @inline(__always)
  private static func stops(_ block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    let folded = block | SIMD16<UInt8>(repeating: 0x20)
    let quotes: SIMDMask<SIMD16<Int8>> = block .== SIMD16<UInt8>(repeating: .quote)
    let opening: SIMDMask<SIMD16<Int8>> = folded .== SIMD16<UInt8>(repeating: .openBrace)
    let closing: SIMDMask<SIMD16<Int8>> = folded .== SIMD16<UInt8>(repeating: .closeBrace)
    return quotes .| opening .| closing
  }

  private static func skipScalar(_ start: BytePointer, _ end: BytePointer) -> BytePointer {
    var pointer = start
    while pointer < end {
      let byte = unsafe pointer.pointee
      if byte <= .space || byte == .comma || byte | 0x20 == .closeBrace { break }
      pointer += 1
    }
    return pointer
  }
}
