extension JSONReader {
  /// A string as it lies in the input: its content, between the quotes.
  @usableFromInline
  struct RawString {
    let start: BytePointer
    let end: BytePointer
    let hasEscapes: Bool
    let isASCII: Bool

    @inline(__always) var count: Int { end - start }

    /// The content, not unescaped.
    @inline(__always) var bytes: Bytes { unsafe Bytes(start, end) }
  }

  /// Finds the end of the string at the cursor, checks its escapes and control characters, and
  /// moves past the closing quote. UTF-8 is *not* checked; see `isASCII`.
  ///
  /// - Precondition: a quote is at the cursor.
  @inline(__always)
  mutating func scanString() throws(MappingError) -> RawString {
    let first = cursor + 1
    // Most strings end within the first 32 bytes.
    if quickEnd - first >= ByteMask.width {
      let stops = unsafe ByteMask.stringStops(first)
      let end = first + stops.trailingZeroBitCount
      guard stops != 0 else { return try scanLongString(hasPlainBegin: true) }
      if unsafe end.pointee == .quote {
        let isASCII = unsafe ByteMask.nonASCII(first) & ByteMask.throughFirst(stops) == 0
        cursor = end + 1
        return RawString(start: first, end: end, hasEscapes: false, isASCII: isASCII)
      }
    }
    return try scanLongString()
  }

  /// Whether the first `count` of sixteen bytes, given as two words, are ASCII.
  @inline(__always)
  static func isASCII(_ low: UInt64, _ high: UInt64, count: Int) -> Bool {
    let low = UInt64(littleEndian: low) & 0x8080_8080_8080_8080
    let high = UInt64(littleEndian: high) & 0x8080_8080_8080_8080
    if count >= 8 {
      return low == 0 && high & ((1 &<< UInt64((count &- 8) &* 8)) &- 1) == 0
    }
    return low & ((1 &<< UInt64(count &* 8)) &- 1) == 0
  }

  /// The general form of ``scanString()``: any length, and escapes.
  ///
  /// - Parameter hasPlainBegin: whether 32 bytes are there of which it is known that none ends or
  ///   interrupts the string.
  @inline(never)
  mutating func scanLongString(hasPlainBegin: Bool = false) throws(MappingError) -> RawString {
    let first = cursor + 1
    let end = end
    guard quickEnd == end else { return try scanLimitedString() }
    guard end - start >= ByteMask.width else { return try scanStringPlainly() }
    var pointer = first
    var hasEscapes = false
    var nonASCII: UInt32 = 0
    if hasPlainBegin {
      nonASCII = unsafe ByteMask.nonASCII(first)
      pointer += ByteMask.width
    }
    blocks: while pointer < end {
      var stops: UInt32
      let others: UInt32
      let rest = end - pointer
      if rest >= ByteMask.width {
        stops = unsafe ByteMask.stringStops(pointer)
        others = unsafe ByteMask.nonASCII(pointer)
      } else {
        // The input's last block overlaps with the one before.
        let before = UInt32(truncatingIfNeeded: ByteMask.width &- rest)
        stops = unsafe ByteMask.stringStops(end - ByteMask.width) &>> before
        others = unsafe ByteMask.nonASCII(end - ByteMask.width) &>> before
      }
      while stops != 0 {
        let stop = pointer + stops.trailingZeroBitCount
        if unsafe stop.pointee == .quote {
          nonASCII |= others & ByteMask.throughFirst(stops)
          cursor = stop + 1
          return RawString(
            start: first, end: stop, hasEscapes: hasEscapes, isASCII: nonASCII == 0)
        }
        guard unsafe stop.pointee == .backslash, let length = StringEscapes.length(stop, end)
        else { break blocks }
        hasEscapes = true
        let behind = stop - pointer &+ length
        if behind >= ByteMask.width {
          nonASCII |= others
          pointer += behind
          continue blocks
        }
        stops &= .max &<< UInt32(truncatingIfNeeded: behind)
      }
      nonASCII |= others
      pointer += ByteMask.width
    }
    return try scanStringPlainly()
  }

  /// The reference implementation of ``scanLongString()``, which also reads the last bytes of the
  /// input and reports what is wrong.
  @inline(never)
  mutating func scanStringPlainly() throws(MappingError) -> RawString {
    let first = cursor + 1
    let end = end
    var pointer = first
    var hasEscapes = false
    var isASCII = true
    var seen = SIMD16<UInt8>(repeating: 0)
    while true {
      while end - pointer >= 16 {
        let block = unsafe ByteScan.load16(pointer)
        let index = ByteScan.firstIndex(ByteScan.stringStops(block))
        if index < 16 {
          let words = unsafe unsafeBitCast(block, to: SIMD2<UInt64>.self)
          if !Self.isASCII(words[0], words[1], count: index) { isASCII = false }
          pointer += index
          break
        }
        seen |= block
        pointer += 16
      }
      // A stop byte, or fewer than sixteen bytes are left.
      while pointer < end {
        let byte = unsafe pointer.pointee
        if byte == .quote || byte == .backslash || byte < .space { break }
        if byte >= 0x80 { isASCII = false }
        pointer += 1
      }
      guard pointer < end else {
        throw failure(.unexpectedEnd, at: end, expected: "a closing quote", found: Self.theEnd)
      }
      switch unsafe pointer.pointee {
      case .quote:
        let words = unsafe unsafeBitCast(seen, to: SIMD2<UInt64>.self)
        if (words[0] | words[1]) & 0x8080_8080_8080_8080 != 0 { isASCII = false }
        cursor = pointer + 1
        return RawString(start: first, end: pointer, hasEscapes: hasEscapes, isASCII: isASCII)
      case .backslash:
        guard let escape = StringEscapes.read(pointer, end) else {
          throw invalidEscape(at: pointer)
        }
        hasEscapes = true
        pointer += escape.length
      default:
        throw failure(
          .controlCharacter, at: pointer, expected: "an escape sequence",
          found: "an unescaped control character")
      }
    }
  }

  private func invalidEscape(at pointer: BytePointer) -> MappingError {
    // An escape that only the end of the input cuts short is an end, not a wrong escape.
    var position = pointer + 1
    let isUnicode = unsafe position < end && position.pointee == .lowerU
    if isUnicode { position += 1 }
    var digits = 0
    while isUnicode, digits < 4, position < end, unsafe position.pointee.hexValue < 16 {
      position += 1
      digits += 1
    }
    if position >= end {
      return failure(.unexpectedEnd, at: end, expected: "an escape sequence", found: Self.theEnd)
    }
    let isSurrogate = isUnicode && digits == 4
    return failure(
      .invalidEscape, at: pointer, expected: "an escape sequence",
      found: isSurrogate ? "half a surrogate pair" : "an invalid one")
  }

  /// Checks that a string's bytes are UTF-8.
  @inline(__always)
  mutating func validate(_ raw: RawString) throws(MappingError) {
    if !raw.isASCII { try validateUTF8(raw.start, raw.end) }
  }

  @inline(never)
  private mutating func validateUTF8(
    _ start: BytePointer, _ end: BytePointer
  ) throws(MappingError) {
    if let position = UTF8Validation.firstInvalid(start, closingQuote: end, document: self.start) {
      throw failure(.invalidUTF8, at: position, expected: "UTF-8", found: "malformed bytes")
    }
  }

  /// Reads a string.
  @usableFromInline
  mutating func readString() throws(MappingError) -> String {
    guard cursor < end, unsafe cursor.pointee == .quote else { return try coerceToString() }
    let raw = try scanString()
    return try makeString(raw)
  }

  /// Makes a string of scanned bytes: validated, then copied once.
  @inline(__always)
  mutating func makeString(_ raw: RawString) throws(MappingError) -> String {
    if sharesStrings, SharedStrings.lengths.contains(raw.count) { return try makeSharedString(raw) }
    return try makeOwnString(raw)
  }

  /// Makes a string of its own, unless an equal one has been there lately.
  @inline(never)
  private mutating func makeSharedString(_ raw: RawString) throws(MappingError) -> String {
    let strings = memory.strings
    let place = strings.place(of: raw.bytes)
    if let string = place.string(for: raw.bytes) {
      strings.hit()
      return string
    }
    let string = try makeOwnString(raw)
    place.keep(string, for: raw.bytes)
    if !strings.miss() { sharesStrings = false }
    return string
  }

  @inline(__always)
  private mutating func makeOwnString(_ raw: RawString) throws(MappingError) -> String {
    if raw.isASCII, !raw.hasEscapes { return Self.makeString(raw.bytes, isASCII: true) }
    return try makeUnusualString(raw)
  }

  @inline(never)
  private mutating func makeUnusualString(_ raw: RawString) throws(MappingError) -> String {
    try validate(raw)
    guard raw.hasEscapes else { return Self.makeString(raw.bytes) }
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: raw.count) { buffer in
      unsafe Self.makeString(StringEscapes.resolve(raw.bytes, into: buffer))
    }
  }

  /// Copies bytes that are known to be UTF-8; without validating a second time, where the standard
  /// library can do that.
  @inline(__always)
  private static func makeString(_ bytes: Bytes, isASCII: Bool = false) -> String {
    #if compiler(>=6.2)
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        return unsafe String(
          copying: UTF8Span(
            unchecked: Span(_unsafeElements: bytes.buffer), isKnownASCII: isASCII))
      }
    #endif
    return unsafe String(decoding: bytes.buffer, as: UTF8.self)
  }
}
