/// Skips arrays and objects, validating every byte, in blocks: unmapped ones, and those in which a key is sought.
///
/// This is the fast path of ``JSONReader/skipValue()``: one loop that keeps all its state in
/// registers and either succeeds or gives up. The general path then goes on from there and reports
/// what is wrong and where. The fast path handles nesting of up to 64 levels, any text, any number
/// and any white space; only the last bytes of the input are excluded, so that blocks can be loaded
/// without comparing their ends:
///
///     "name": "Ann",  ↵      "id": 7
///     └ 32 bytes     └ 16 bytes
enum BlockSkipper {
  /// How many bytes must be readable after the current position: a block and a literal.
  static let margin = 32

  /// How many containers can be open: one bit for each.
  static let maximumDepth = 64

  /// A position between the tokens of a container.
  struct Place {
    /// What comes next, after white space.
    enum Next {
      case key, value
      /// A comma, or the end of the innermost container.
      case separator
    }

    var position: BytePointer
    var next = Next.value
    /// One bit for each open container, the innermost lowest: whether it is an object.
    var objects: UInt64 = 0
    /// How many containers are open.
    var depth = 0
    /// The value of the key that is sought, as far as there has been one.
    var value: BytePointer?
  }

  /// Skips the array or object at a position.
  ///
  /// - Parameters:
  ///   - place: Where it begins; afterwards, where it ends, or where the general path has to go on.
  ///   - maximumDepth: how many levels there may be at most, this one included.
  ///   - key: a key of the object, whose last value is found on the way.
  ///   - isUnique: whether the first one is sought instead, with nothing after it.
  /// - Returns: whether it has been skipped, or else the unique key found; if not, the general path has to go on.
  /// - Precondition: a bracket or brace is at the place, and all bytes up to `end` are readable.
  @inline(never)
  static func skipContainer(
    _ place: inout Place, _ end: BytePointer, document: BytePointer, maximumDepth: Int,
    key: Bytes? = nil, isUnique: Bool = false
  ) -> Bool {
    // The last position from which a block can be loaded.
    let limit = end - margin
    let maximumDepth = min(maximumDepth, Self.maximumDepth)
    var pointer = place.position
    var depth = 0
    var objects: UInt64 = 0
    var isAtKey = false
    var isAfterValue = false
    tokens: while true {
      // At the first byte of a key or value.
      guard pointer < limit else { break }
      let byte = unsafe pointer.pointee
      if byte == .quote {
        let first = pointer + 1
        let stops = unsafe ByteMask.asciiStops(first)
        var last = first + stops.trailingZeroBitCount
        if unsafe stops == 0 || last.pointee != .quote {
          guard
            let raw = skipLongString(
              first, end, document: document, allowsEscapes: !(isAtKey && depth == 1 && key != nil))
          else { break }
          last = raw
        }
        if isAtKey {
          var colon = last + 1
          if colon < limit, unsafe colon.pointee != .colon { colon = skipWhitespace(colon, limit) }
          guard colon < limit, unsafe colon.pointee == .colon else { break }
          pointer = colon + 1
          isAtKey = false
          if unsafe pointer.pointee == .space { pointer += 1 }
          pointer = skipWhitespace(pointer, limit)
          if depth == 1, let key, unsafe JSONKey.isEqual(key, Bytes(first, last)) {
            // The white space may go on where no block is left.
            place.value = ByteScan.skipWhitespace(pointer, end)
            if isUnique { return true }
          }
          continue
        }
        pointer = last + 1
        guard pointer < limit else {
          isAfterValue = true
          break
        }
      } else {
        if isAtKey { break }
        switch byte {
        case .openBrace, .openBracket:
          let first = skipWhitespace(pointer + 1, limit)
          // It may be empty.
          guard depth < maximumDepth, first < limit else { break tokens }
          depth &+= 1
          objects = objects &<< 1 | (byte == .openBrace ? 1 : 0)
          pointer = first
          guard unsafe first.pointee == byte &+ 2 else {
            isAtKey = byte == .openBrace
            continue
          }
          pointer += 1
          depth &-= 1
          objects &>>= 1
          if depth == 0 {
            place.position = pointer
            return true
          }
        case .lowerF where unsafe ByteScan.load4(pointer + 1) == 0x6573_6C61:
          pointer += 5
        case .lowerN where unsafe ByteScan.load4(pointer) == 0x6C6C_756E,
          .lowerT where unsafe ByteScan.load4(pointer) == 0x6575_7274:
          pointer += 4
        default:
          guard let after = skipNumber(pointer, limit) else { break tokens }
          pointer = after
        }
      }
      // After a value.
      isAfterValue = true
      while true {
        pointer = skipWhitespace(pointer, limit)
        guard pointer < limit else { break tokens }
        let next = unsafe pointer.pointee
        if next == .comma { break }
        guard next == (objects & 1 == 1 ? .closeBrace : .closeBracket) else { break tokens }
        pointer += 1
        depth &-= 1
        objects &>>= 1
        if depth == 0 {
          place.position = pointer
          return true
        }
      }
      isAfterValue = false
      pointer = skipWhitespace(pointer + 1, limit)
      isAtKey = objects & 1 == 1
    }
    place.position = pointer
    place.next = isAfterValue ? .separator : isAtKey ? .key : .value
    (place.objects, place.depth) = (objects, depth)
    return false
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
