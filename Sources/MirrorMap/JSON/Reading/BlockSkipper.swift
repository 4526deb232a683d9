/// Skips arrays and objects, validating every byte, in blocks: unmapped ones, and those in which a key is sought.
///
/// This is the fast path of ``JSONReader/skipValue()``: one loop that keeps all its state in
/// registers and either succeeds or gives up. The general path then starts over and reports what is
/// wrong and where. The fast path handles nesting of up to 64 levels, any text, any number and any
/// white space; only the last bytes of the input are excluded, so that blocks can be loaded without
/// comparing their ends:
///
///     "name": "Ann",  ↵      "id": 7
///     └ 32 bytes     └ 16 bytes
enum BlockSkipper {
  /// How many bytes must be readable after the current position: a block and a literal.
  private static let margin = 32

  /// Skips the array or object at a position.
  ///
  /// - Parameters:
  ///   - maximumDepth: how many levels there may be at most, this one included.
  ///   - key: a key of the object, whose last value is found on the way.
  ///   - isUnique: whether the first one is sought instead, with nothing after it.
  /// - Returns: the position after it and that of the value; nil if the general path has to decide.
  /// - Precondition: a bracket or brace is at `start`, and all bytes up to `end` are readable.
  @inline(never)
  static func skipContainer(
    _ start: BytePointer, _ end: BytePointer, document: BytePointer, maximumDepth: Int,
    key: Bytes? = nil, isUnique: Bool = false
  ) -> (end: BytePointer, value: BytePointer?)? {
    var found: BytePointer?
    // The last position from which a block can be loaded.
    let limit = end - margin
    let maximumDepth = min(maximumDepth, 64)
    var pointer = start
    var depth = 0
    // One bit for each open container, the innermost lowest: whether it is an object.
    var objects: UInt64 = 0
    var isAtKey = false
    while true {
      // At the first byte of a key or value.
      guard pointer < limit else { return nil }
      let byte = unsafe pointer.pointee
      if byte == .quote {
        let first = pointer + 1
        let stops = unsafe ByteMask.asciiStops(first)
        var last = first + stops.trailingZeroBitCount
        if unsafe stops == 0 || last.pointee != .quote {
          guard
            let raw = skipLongString(
              first, end, document: document, allowsEscapes: !(isAtKey && depth == 1 && key != nil))
          else { return nil }
          last = raw
        }
        pointer = last + 1
        guard pointer < limit else { return nil }
        if isAtKey {
          isAtKey = false
          if unsafe pointer.pointee != .colon {
            pointer = skipWhitespace(pointer, limit)
            guard pointer < limit, unsafe pointer.pointee == .colon else { return nil }
          }
          pointer += 1
          if unsafe pointer.pointee == .space { pointer += 1 }
          pointer = skipWhitespace(pointer, limit)
          if depth == 1, let key, unsafe JSONKey.isEqual(key, Bytes(first, last)) {
            found = pointer
            if isUnique {
              // The white space may go on where no block is left.
              pointer = ByteScan.skipWhitespace(pointer, end)
              return (pointer, pointer)
            }
          }
          continue
        }
      } else {
        if isAtKey { return nil }
        switch byte {
        case .openBrace, .openBracket:
          guard depth < maximumDepth else { return nil }
          depth &+= 1
          objects = objects &<< 1 | (byte == .openBrace ? 1 : 0)
          pointer = skipWhitespace(pointer + 1, limit)
          guard pointer < limit, unsafe pointer.pointee == byte &+ 2 else {
            isAtKey = byte == .openBrace
            continue
          }
          pointer += 1
          depth &-= 1
          objects &>>= 1
          if depth == 0 { return (pointer, found) }
        case .lowerF where unsafe ByteScan.load4(pointer + 1) == 0x6573_6C61:
          pointer += 5
        case .lowerN where unsafe ByteScan.load4(pointer) == 0x6C6C_756E,
          .lowerT where unsafe ByteScan.load4(pointer) == 0x6575_7274:
          pointer += 4
        default:
          guard let after = skipNumber(pointer, limit) else { return nil }
          pointer = after
        }
      }
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
        if depth == 0 { return (pointer, found) }
      }
      pointer = skipWhitespace(pointer, limit)
      isAtKey = objects & 1 == 1
    }
  }

  /// Skips white space, at most up to `limit`.
  @inline(__always)
  private static func skipWhitespace(_ start: BytePointer, _ limit: BytePointer) -> BytePointer {
    unsafe start.pointee > .space ? start : ByteScan.skipWhitespaceRun(start, limit)
  }

  /// Finds the closing quote of a string that is long, has escapes or isn't ASCII; nil if the general path has to
  /// decide.
  @inline(never)
  private static func skipLongString(
    _ first: BytePointer, _ end: BytePointer, document: BytePointer, allowsEscapes: Bool
  ) -> BytePointer? {
    guard let raw = JSONReader.longString(first, end, document: document),
      allowsEscapes || !raw.hasEscapes,
      raw.isASCII
        || UTF8Validation.firstInvalid(first, closingQuote: raw.end, document: document) == nil
    else { return nil }
    return raw.end
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

  /// Skips digits, eight at a time. Returns whether there are any, and a byte after them.
  @inline(__always)
  private static func skipDigits(_ pointer: inout BytePointer, _ limit: BytePointer) -> Bool {
    let first = pointer
    while pointer < limit {
      let count = unsafe DigitRun(ByteScan.load8(pointer)).count
      pointer += count
      if count < 8 { return pointer > first }
    }
    return false
  }
}
