/// Skips unmapped arrays and objects, validating every byte, in blocks of sixteen bytes.
///
/// It is the fast path of ``JSONReader/skipValue()``: one loop that keeps all its state in
/// registers and only succeeds or gives up. Whatever is unusual, an error above all, it leaves to
/// the general path, which then starts over and reports what is wrong and where. Nearly everything
/// is usual: nesting of up to 64 levels, any text, any number, any white space; not the last bytes
/// of the input, so that blocks can be loaded without comparing their ends:
///
///     "name": "Ann",  ↵      "id": 7
///     └ 16 bytes ──┘└ 1 ┘└ spaces, 16 at a time ┘
enum BlockSkipper {
  /// How many bytes must be readable behind what is looked at: a block and a literal.
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
    // The last place from which a block can be loaded.
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
        guard let behind = skipString(pointer, end, document: document), behind < limit else {
          return nil
        }
        pointer = behind
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
      case .lowerT:
        guard unsafe ByteScan.load4(pointer) == 0x6575_7274 else { return nil }
        pointer += 4
      case .lowerN:
        guard unsafe ByteScan.load4(pointer) == 0x6C6C_756E else { return nil }
        pointer += 4
      case .lowerF:
        guard unsafe ByteScan.load4(pointer + 1) == 0x6573_6C61 else { return nil }
        pointer += 5
      default:
        guard let behind = skipNumber(pointer, limit) else { return nil }
        pointer = behind
      }
      if !isOpened {
        // Behind a value.
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
        let behind = skipString(pointer, end, document: document), behind < limit
      else { return nil }
      pointer = behind
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
    return skipWhitespaceRun(start, limit)
  }

  /// - Precondition: a byte that is no more than a space is at `start`.
  @inline(__always)
  private static func skipWhitespaceRun(_ start: BytePointer, _ limit: BytePointer) -> BytePointer {
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
    let stops = unsafe ByteMask.stringStops(first)
    let behind = first + stops.trailingZeroBitCount + 1
    if stops != 0, unsafe behind[-1] == .quote,
      unsafe ByteMask.nonASCII(first) & ByteMask.throughFirst(stops) == 0
    {
      return behind
    }
    return skipLongString(first, end, document: document)
  }

  /// Skips the rest of a string that is long, has escapes or isn't ASCII.
  @inline(never)
  private static func skipLongString(
    _ first: BytePointer, _ end: BytePointer, document: BytePointer
  ) -> BytePointer? {
    var pointer = first
    var nonASCII: UInt32 = 0
    while end - pointer >= ByteMask.width {
      let stops = unsafe ByteMask.stringStops(pointer)
      unsafe nonASCII |= ByteMask.nonASCII(pointer) & ByteMask.throughFirst(stops)
      guard stops != 0 else {
        pointer += ByteMask.width
        continue
      }
      pointer += stops.trailingZeroBitCount
      if unsafe pointer.pointee == .quote {
        guard
          nonASCII == 0
            || UTF8Validation.firstInvalid(first, closingQuote: pointer, document: document) == nil
        else { return nil }
        return pointer + 1
      }
      guard unsafe pointer.pointee == .backslash, let length = StringEscapes.length(pointer, end)
      else { return nil }
      pointer += length
    }
    return nil
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
  /// - Returns: whether there are any, and an end of them.
  @inline(__always)
  private static func skipDigits(_ pointer: inout BytePointer, _ limit: BytePointer) -> Bool {
    guard unsafe pointer.pointee.isDigit else { return false }
    repeat { pointer += 1 } while unsafe pointer < limit && pointer.pointee.isDigit
    return pointer < limit
  }
}
