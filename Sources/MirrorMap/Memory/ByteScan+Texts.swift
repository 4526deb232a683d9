/// Comparing and hashing whole texts: the keys of a model, what is between two members, strings.
///
/// Every comparison of the bytes of a document with a text that is expected there is
/// ``isNext(_:_:at:_:)``.
extension ByteScan {
  /// Returns whether a text comes next.
  ///
  /// - Precondition: the text has `length` readable bytes, which is not 0, and at least eight from
  ///   its start on; all bytes from `position` to `end` are readable.
  @unsafe @inline(__always)
  static func isNext(
    _ text: BytePointer, _ length: Int, at position: BytePointer, _ end: BytePointer
  ) -> Bool {
    let available = end - position
    guard available >= length else { return false }
    // At the end of the input there may be less than eight bytes to load.
    if available < 8 { return unsafe isEqualExactly(position, text, length) }
    return unsafe isEqual(position, text, length)
  }

  /// Returns whether two runs of bytes are equal, comparing sixteen at a time, the last ones
  /// overlapping.
  ///
  /// - Precondition: both have `length` readable bytes, which is not 0, and at least eight.
  @unsafe @inline(__always)
  static func isEqual(_ left: BytePointer, _ right: BytePointer, _ length: Int) -> Bool {
    if length >= 16 {
      let last = length &- 16
      // Two words instead of sixteen bytes: a debug build works on each element of a vector by itself.
      var difference = unsafe loadWords(left + last) ^ loadWords(right + last)
      var offset = 0
      while offset < last {
        unsafe difference |= loadWords(left + offset) ^ loadWords(right + offset)
        offset &+= 16
      }
      return difference[0] | difference[1] == 0
    }
    let low = unsafe load8(left) ^ load8(right)
    if length < 8 { return low &<< UInt64(truncatingIfNeeded: 64 &- length &* 8) == 0 }
    let last = length &- 8
    return unsafe low | (load8(left + last) ^ load8(right + last)) == 0
  }

  @unsafe @inline(__always)
  private static func loadWords(_ pointer: BytePointer) -> SIMD2<UInt64> {
    unsafe UnsafeRawPointer(pointer.address).loadUnaligned(as: SIMD2<UInt64>.self)
  }

  /// Returns whether two runs of bytes are equal, without a look at any other byte.
  ///
  /// - Precondition: both have `length` readable bytes.
  @unsafe @inline(__always)
  static func isEqualExactly(_ left: BytePointer, _ right: BytePointer, _ length: Int) -> Bool {
    if length >= 8 { return unsafe isEqual(left, right, length) }
    return unsafe loadShort(left, length) == loadShort(right, length)
  }

  /// Loads up to seven bytes, the first one in the lowest bits, and zeros for the rest.
  ///
  /// - Precondition: they are readable.
  @unsafe @inline(__always)
  static func loadShort(_ pointer: BytePointer, _ count: Int) -> UInt64 {
    if count >= 4 {
      let low = unsafe UInt64(load4(pointer))
      let high = unsafe UInt64(load4(pointer + count - 4))
      return low | high &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)
    }
    var word: UInt64 = 0
    for index in 0..<count { unsafe word |= UInt64(pointer[index]) &<< UInt64(index &* 8) }
    return word
  }

  /// Returns the hash of a text, whose highest bits are the best.
  ///
  /// It isn't seeded: texts can be made to collide. Tables that grow with the
  /// input use the standard library's hash instead.
  ///
  /// - Precondition: the text is readable.
  @unsafe @inline(__always)
  static func hash(_ text: BytePointer, _ count: Int) -> UInt64 {
    var hash = mix(UInt64(truncatingIfNeeded: count))
    guard count >= 8 else { return unsafe mix(hash ^ loadShort(text, count)) }
    var offset = 0
    while offset &+ 16 < count {
      hash = unsafe mix(hash ^ load8(text + offset), load8(text + offset + 8))
      hash ^= hash &>> 32
      offset &+= 16
    }
    // The last ones overlap with those before.
    return unsafe mix(hash ^ load8(text + max(count &- 16, 0)), load8(text + count - 8))
  }

  /// Whether one of some bytes is a slash.
  ///
  /// - Precondition: the bytes are readable.
  @unsafe @inline(__always)
  static func hasSlash(_ text: BytePointer, _ count: Int) -> Bool {
    if count < 8 { return unsafe hasSlash(loadShort(text, count)) }
    if count < 16 {
      return unsafe hasSlash(load8(text)) || hasSlash(load8(text + (count &- 8)))
    }
    let slash = SIMD16<UInt8>(repeating: .slash)
    var offset = 0
    while offset &+ 16 < count {
      let found: SIMDMask<SIMD16<Int8>> = unsafe load16(text + offset) .== slash
      if hasAny(found) { return true }
      offset &+= 16
    }
    let found: SIMDMask<SIMD16<Int8>> = unsafe load16(text + (count &- 16)) .== slash
    return hasAny(found)
  }

  /// Whether one of eight bytes is a slash, which is zero where all bits of slashes are flipped.
  @inline(__always)
  private static func hasSlash(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let flipped = word ^ (ones &* UInt64(UInt8.slash))
    return (flipped &- ones) & ~flipped & 0x8080_8080_8080_8080 != 0
  }

  /// Returns the hash of a word, whose highest bits are the best: Fibonacci hashing.
  @inline(__always)
  static func mix(_ word: UInt64) -> UInt64 { word &* 0x9E37_79B9_7F4A_7C15 }

  @inline(__always)
  private static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    mix(first) ^ second &* 0xC2B2_AE3D_27D4_EB4F
  }
}
