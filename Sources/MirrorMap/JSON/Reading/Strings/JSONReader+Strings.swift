extension JSONReader {
  /// A string in the input: its content, between the quotes.
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
  /// - Parameter checksEscapes: false if they will be checked when they are resolved.
  /// - Precondition: a quote is at the cursor.
  @inline(__always)
  mutating func scanString(checksEscapes: Bool = true) throws(MappingError) -> RawString {
    let first = cursor + 1
    // Most strings end within the first 32 bytes.
    if quickEnd - first >= ByteMask.width {
      let stops = unsafe ByteMask.stringStops(first)
      let end = first + stops.trailingZeroBitCount
      guard stops != 0 else {
        return try scanLongString(hasPlainBegin: true, checksEscapes: checksEscapes)
      }
      if unsafe end.pointee == .quote {
        let isASCII = unsafe ByteMask.nonASCII(first) & ByteMask.throughFirst(stops) == 0
        cursor = end + 1
        return RawString(start: first, end: end, hasEscapes: false, isASCII: isASCII)
      }
    }
    return try scanLongString(checksEscapes: checksEscapes)
  }

  /// The general path of ``scanString(checksEscapes:)``: any length, and escapes.
  ///
  /// - Parameter hasPlainBegin: whether the first 32 bytes are known not to end or interrupt the
  ///   string.
  @inline(never)
  mutating func scanLongString(
    hasPlainBegin: Bool = false, checksEscapes: Bool = true
  ) throws(MappingError) -> RawString {
    guard !limitsStrings else { return try scanLimitedString() }
    guard
      let raw = Self.longString(
        cursor + 1, end, document: start, hasPlainBegin: hasPlainBegin,
        checksEscapes: checksEscapes)
    else { return try scanStringByBytes() }
    cursor = raw.end + 1
    return raw
  }

  /// Finds the end of a string, 32 bytes at a time.
  ///
  /// - Parameters:
  ///   - first: the position after the opening quote.
  ///   - checksEscapes: whether escapes are checked, and not only skipped.
  /// - Returns: nil if the string is malformed, or if the document has less than 32 bytes.
  @inline(__always)
  static func longString(
    _ first: BytePointer, _ end: BytePointer, document: BytePointer, hasPlainBegin: Bool = false,
    checksEscapes: Bool = true
  ) -> RawString? {
    guard end - document >= ByteMask.width else { return nil }
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
          return RawString(
            start: first, end: stop, hasEscapes: hasEscapes, isASCII: nonASCII == 0)
        }
        guard unsafe stop.pointee == .backslash,
          let length = checksEscapes ? StringEscapes.read(stop, end)?.length : 2
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
    return nil
  }

  /// The reference implementation of ``scanLongString(hasPlainBegin:checksEscapes:)``, which also scans short
  /// documents and reports errors.
  @inline(never)
  mutating func scanStringByBytes() throws(MappingError) -> RawString {
    let first = cursor + 1
    var pointer = first
    var hasEscapes = false
    var isASCII = true
    while pointer < end {
      let byte = unsafe pointer.pointee
      switch byte {
      case .quote:
        cursor = pointer + 1
        return RawString(start: first, end: pointer, hasEscapes: hasEscapes, isASCII: isASCII)
      case .backslash:
        guard let escape = StringEscapes.read(pointer, end) else {
          throw invalidEscape(at: pointer)
        }
        hasEscapes = true
        pointer += escape.length
      case 0..<0x20:
        throw failure(
          .controlCharacter, at: pointer, expected: "an escape sequence",
          found: "an unescaped control character")
      default:
        if byte >= 0x80 { isASCII = false }
        pointer += 1
      }
    }
    throw failure(.unexpectedEnd, at: end, expected: "a closing quote", found: Self.theEnd)
  }

  private func invalidEscape(at pointer: BytePointer) -> MappingError {
    let rest = bytes(from: pointer, to: end)
    // An escape that is cut off by the end of the input, and that some end would make right, is an unexpected end.
    let completed = Array(rest.prefix(12)) + Array(#"\u0000\udc00"#.utf8.dropFirst(rest.count))
    if rest.count < 12, completed.withBytes({ StringEscapes.read($0.start, $0.end) }) != nil {
      return failure(.unexpectedEnd, at: end, expected: "an escape sequence", found: Self.theEnd)
    }
    let isUnit =
      rest.count >= 6 && rest[1] == .lowerU && rest[2..<6].allSatisfy { $0.hexValue < 16 }
    return failure(
      .invalidEscape, at: pointer, expected: "an escape sequence",
      found: isUnit ? "half a surrogate pair" : "an invalid one")
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
    return try makeString(scanString(checksEscapes: false))
  }

  /// Makes a value of a string of ASCII characters without escapes.
  ///
  /// - Parameter make: makes the value of the text; nil if the text isn't one.
  /// - Returns: nil, with nothing read, if that returns nil, for every other string, and near the end of the input.
  @inline(__always)
  mutating func readPlainText<Value>(_ make: (Bytes) -> Value?) -> Value? {
    guard current == .quote, let last = plainStringEnd(cursor),
      let value = make(bytes(from: cursor + 1, to: last))
    else { return nil }
    cursor = last + 1
    return value
  }

  /// Where the string at a position ends if it consists of ASCII characters without escapes; nil for every
  /// other string, and near the end of the input.
  ///
  /// - Precondition: a quote is at the position.
  @inline(__always)
  func plainStringEnd(_ place: BytePointer) -> BytePointer? {
    var pointer = place + 1
    while quickEnd - pointer >= ByteMask.width {
      let stops = unsafe ByteMask.asciiStops(pointer)
      guard stops == 0 else {
        let last = pointer + stops.trailingZeroBitCount
        return unsafe last.pointee == .quote ? last : nil
      }
      pointer += ByteMask.width
    }
    return nil
  }

  /// Reads such a string at a position that its caller keeps in a register.
  ///
  /// - Returns: nil, with the position unchanged, for everything else.
  /// - Precondition: ``shortCount`` bytes are readable after it.
  @inline(__always)
  mutating func plainString(at place: inout BytePointer) -> String? {
    guard unsafe place.pointee == .quote, let last = plainStringEnd(place) else { return nil }
    let first = place + 1
    place = last + 1
    if last - first <= ShortString.maximumCount, memory.pointee.makesShortStrings {
      return unsafe ShortString.make(first, last - first)
    }
    return unsafe makePlainString(Bytes(first, last))
  }

  /// Makes a string of ASCII characters without escapes.
  @inline(never)
  private mutating func makePlainString(_ bytes: Bytes) -> String {
    guard sharesStrings, bytes.count > ShortString.maximumCount,
      bytes.count <= SharedStrings.maximumLength
    else { return Self.makeString(bytes, isASCII: true) }
    return share(bytes) { _ in Self.makeString(bytes, isASCII: true) }
  }

  /// Makes a string of scanned bytes: validated, then copied once.
  @inline(__always)
  mutating func makeString(_ raw: RawString) throws(MappingError) -> String {
    if raw.count <= ShortString.maximumCount {
      if raw.isASCII, !raw.hasEscapes, end - raw.start >= 16, memory.pointee.makesShortStrings {
        return unsafe ShortString.make(raw.start, raw.count)
      }
    } else if sharesStrings, raw.count <= SharedStrings.maximumLength {
      return try makeSharedString(raw)
    }
    return try makeOwnString(raw)
  }

  @inline(never)
  private mutating func makeSharedString(_ raw: RawString) throws(MappingError) -> String {
    try share(raw.bytes) { (reader) throws(MappingError) in try reader.makeOwnString(raw) }
  }

  /// Makes a string, or returns an equal one that has been read recently.
  @inline(__always)
  private mutating func share<E: Error>(
    _ bytes: Bytes, _ make: (inout JSONReader) throws(E) -> String
  ) throws(E) -> String {
    let slot = SharedStrings.slot(of: bytes)
    if let string = memory.pointee.strings.string(in: slot, for: bytes) {
      memory.pointee.strings.hit()
      return string
    }
    let string = try make(&self)
    memory.pointee.strings.keep(string, in: slot, for: bytes)
    if !memory.pointee.strings.miss() { sharesStrings = false }
    return string
  }

  @inline(__always)
  private mutating func makeOwnString(_ raw: RawString) throws(MappingError) -> String {
    if raw.isASCII, !raw.hasEscapes { return Self.makeString(raw.bytes, isASCII: true) }
    return try makeUnusualString(raw)
  }

  @inline(never)
  private mutating func makeUnusualString(_ raw: RawString) throws(MappingError) -> String {
    guard raw.hasEscapes else {
      try validate(raw)
      return Self.makeString(raw.bytes)
    }
    let isUTF8 =
      raw.isASCII
      || UTF8Validation.firstInvalid(raw.start, closingQuote: raw.end, document: start) == nil
    let string = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: raw.count) {
      let (text, isValid) = unsafe StringEscapes.resolve(raw.bytes, into: $0)
      return isUTF8 && isValid ? Self.makeString(text) : nil
    }
    if let string { return string }
    // An escape is malformed, or else a character: that is an error.
    cursor = raw.start - 1
    try validate(scanStringByBytes())
    return StringEscapes.unescapedLeniently(raw.bytes)
  }

  /// Copies bytes that are known to be UTF-8, without validating them again if the standard library
  /// allows that.
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
