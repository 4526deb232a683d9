/// Skips unmapped arrays and objects, validating every byte, in blocks of sixteen bytes.
///
/// This is the fast path of ``JSONReader/skipValue()``: one loop that keeps all its state in
/// registers and either succeeds or gives up. The general path then starts over and reports what is
/// wrong and where. The fast path handles nesting of up to 64 levels, any text, any number and any
/// white space; only the last bytes of the input are excluded, so that blocks can be loaded without
/// comparing their ends:
///
///     "name": "Ann",  ↵      "id": 7
///     └ 16 bytes ──┘└ 1 ┘└ spaces, 16 at a time ┘
enum BlockSkipper {
  /// How many bytes must be readable after the current position: a block and a literal.
  private static let margin = 32

  /// Skips the array or object at a position.
  ///
  /// - Parameter maximumDepth: how many levels there may be at most, this one included.
  /// - Returns: the position after it; nil if the general path has to decide.
  /// - Precondition: a bracket or brace is at `start`, and all bytes up to `end` are readable.
  @inline(never)
  static func skipContainer(
    _ start: BytePointer, _ end: BytePointer, document: BytePointer, maximumDepth: Int
  ) -> BytePointer? {
    // The last position from which a block can be loaded.
    let limit = end - margin
    let maximumDepth = min(maximumDepth, 64)
    var pointer = start
    var depth = 0
    // One bit for each open container, the innermost lowest: whether it is an object.
    var objects: UInt64 = 0
    while true {
      // At the first byte of a value.
      guard pointer < limit else { return nil }
      let byte = unsafe pointer.pointee
      var isOpened = false
      switch byte {
      case .quote:
        guard let after = skipString(pointer, end, document: document), after < limit else {
          return nil
        }
        pointer = after
      case .openBrace, .openBracket:
        guard depth < maximumDepth else { return nil }
        depth &+= 1
        objects = objects &<< 1 | (byte == .openBrace ? 1 : 0)
        pointer = skipWhitespace(pointer + 1, limit)
        guard pointer < limit else { return nil }
        if unsafe pointer.pointee == byte &+ 2 {
          pointer += 1
          depth &-= 1
          objects &>>= 1
          if depth == 0 { return pointer }
        } else if byte == .openBracket {
          continue
        } else {
          isOpened = true
        }
      case .lowerF where unsafe ByteScan.load4(pointer + 1) == 0x6573_6C61:
        pointer += 5
      case .lowerN where unsafe ByteScan.load4(pointer) == 0x6C6C_756E,
        .lowerT where unsafe ByteScan.load4(pointer) == 0x6575_7274:
        pointer += 4
      default:
        guard let after = skipNumber(pointer, limit) else { return nil }
        pointer = after
      }
      if !isOpened {
        // After a value.
        while true {
          pointer = skipWhitespace(pointer, limit)
          guard pointer < limit else { return nil }
          let next = unsafe pointer.pointee
          pointer += 1
          if next == .comma { break }
          guard next == (objects & 1 == 1 ? .closeBrace : .closeBracket) else { return nil }
          depth &-= 1
          objects &>>= 1
          if depth == 0 { return pointer }
        }
        pointer = skipWhitespace(pointer, limit)
        guard objects & 1 == 1 else { continue }
      }
      // At a key.
      guard pointer < limit, unsafe pointer.pointee == .quote,
        let after = skipString(pointer, end, document: document), after < limit
      else { return nil }
      pointer = after
      if unsafe pointer.pointee != .colon {
        pointer = skipWhitespace(pointer, limit)
        guard pointer < limit, unsafe pointer.pointee == .colon else { return nil }
      }
      pointer += 1
      if unsafe pointer.pointee == .space { pointer += 1 }
      pointer = skipWhitespace(pointer, limit)
    }
  }

  /// Skips white space, at most up to `limit`.
  @inline(__always)
  private static func skipWhitespace(_ start: BytePointer, _ limit: BytePointer) -> BytePointer {
    if unsafe start.pointee > .space { return start }
    var pointer = start
    while pointer < limit, unsafe pointer.pointee.isWhitespace {
      pointer += 1
      // Indentation.
      let space = SIMD16<UInt8>(repeating: 0x20)
      let other: SIMDMask<SIMD16<Int8>> = unsafe ByteScan.load16(pointer) .!= space
      pointer += ByteScan.firstIndex(other)
      if unsafe pointer.pointee > .space { break }
    }
    return pointer
  }

  /// Skips a string.
  ///
  /// - Returns: the position after it; nil if the general path has to decide.
  /// - Precondition: a quote is at `start`, and all bytes up to `end` are readable.
  @inline(__always)
  private static func skipString(
    _ start: BytePointer, _ end: BytePointer, document: BytePointer
  ) -> BytePointer? {
    let first = start + 1
    guard end - first >= ByteMask.width else { return nil }
    let stops = unsafe ByteMask.asciiStops(first)
    let after = first + stops.trailingZeroBitCount + 1
    if stops != 0, unsafe after[-1] == .quote { return after }
    return skipLongString(first, end, document: document)
  }

  /// Skips the rest of a string that is long, has escapes or isn't ASCII.
  @inline(never)
  private static func skipLongString(
    _ first: BytePointer, _ end: BytePointer, document: BytePointer
  ) -> BytePointer? {
    guard let raw = JSONReader.longString(first, end, document: document),
      raw.isASCII
        || UTF8Validation.firstInvalid(first, closingQuote: raw.end, document: document) == nil
    else { return nil }
    return raw.end + 1
  }

  /// Skips a number.
  ///
  /// - Returns: the position after it; nil if none begins there.
  /// - Precondition: `start` is before `limit`, after which there is more to read.
  @inline(__always)
  private static func skipNumber(_ start: BytePointer, _ limit: BytePointer) -> BytePointer? {
    var pointer = start
    if unsafe pointer.pointee == .minus { pointer += 1 }
    let isZero = unsafe pointer.pointee == .zero
    let digits = pointer
    guard skipDigits(&pointer, limit) else { return nil }
    if isZero, pointer - digits > 1 { return nil }
    if unsafe pointer.pointee == .dot {
      pointer += 1
      guard skipDigits(&pointer, limit) else { return nil }
    }
    if unsafe pointer.pointee | 0x20 == .lowerE {
      pointer += 1
      if unsafe pointer.pointee == .minus || pointer.pointee == .plus { pointer += 1 }
      guard skipDigits(&pointer, limit) else { return nil }
    }
    return pointer
  }

  /// Skips digits.
  ///
  /// - Returns: whether there are any, and a byte after them.
  @inline(__always)
  private static func skipDigits(_ pointer: inout BytePointer, _ limit: BytePointer) -> Bool {
    guard unsafe pointer.pointee.isDigit else { return false }
    repeat { pointer += 1 } while unsafe pointer < limit && pointer.pointee.isDigit
    return pointer < limit
  }
}
