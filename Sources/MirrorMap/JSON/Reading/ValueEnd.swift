/// Finds where a value ends, without reading it, even if its bytes come in pieces.
///
///     {"id": 1, "note": "}"}, {…     the depth is 1 from the first byte on, and 0 after the second brace
///                          └ end
///
/// Only brackets outside of strings count. Whether the value is valid is known when it's read.
struct ValueEnd {
  private enum Kind { case container, string, scalar }

  private let kind: Kind
  private var depth = 0
  private var isInString = false
  /// Whether a backslash escapes the next byte.
  private var isEscaped = false

  /// Whether the value is a number or a word, which ends where something else begins.
  var isScalar: Bool { kind == .scalar }

  /// - Parameter first: The value's first byte, at which the search begins.
  init(first: UInt8) {
    kind =
      switch first {
      case .openBrace, .openBracket: .container
      case .quote: .string
      default: .scalar
      }
  }

  /// Continues the search.
  ///
  /// - Parameter start: Where the bytes begin that haven't been searched.
  /// - Returns: the position after the value; nil if all bytes belong to it.
  /// - Complexity: O(n).
  mutating func find(in bytes: Bytes, from start: Int) -> Int? {
    guard kind != .scalar else {
      return bytes[start..<bytes.count].firstIndex { $0.endsScalar }.map { start + $0 }
    }
    var position = start
    while kind == .container, bytes.count - position >= ByteMask.width {
      if let end = findInBlock(bytes.start + position) { return position + end }
      position += ByteMask.width
    }
    while position < bytes.count {
      if isEnd(bytes[position]) { return position + 1 }
      position += 1
    }
    return nil
  }

  /// Follows one byte, and returns whether it's the last one of the value.
  ///
  /// A backslash outside of strings, where none is valid, escapes a quotation mark as well: so the value
  /// ends at the same byte as in a block.
  private mutating func isEnd(_ byte: UInt8) -> Bool {
    let wasEscaped = isEscaped
    isEscaped = byte == .backslash && !wasEscaped
    if byte == .quote {
      guard !wasEscaped else { return false }
      isInString.toggle()
      return kind == .string && !isInString
    }
    if isInString { return false }
    if byte == .openBrace || byte == .openBracket {
      depth += 1
    } else if byte == .closeBrace || byte == .closeBracket {
      depth -= 1
      return depth <= 0
    }
    return false
  }

  /// Follows the bytes of a block all at once, as masks.
  ///
  ///     bytes      { " a } " : [ ] }
  ///     quotes     0 1 0 0 1 0 0 0 0
  ///     strings    0 1 1 1 0 0 0 0 0      an odd number of quotes up to here
  ///     closes     0 0 0 0 0 0 0 1 1      only those outside of strings
  ///
  /// - Precondition: as many bytes as a mask has are readable.
  @inline(__always)
  private mutating func findInBlock(_ block: BytePointer) -> Int? {
    var quotes = unsafe ByteMask.equal(block, .quote)
    let backslashes = unsafe ByteMask.equal(block, .backslash)
    if backslashes != 0 || isEscaped { quotes &= ~escapedBytes(backslashes) }
    var strings = quotes
    strings ^= strings &<< 1
    strings ^= strings &<< 2
    strings ^= strings &<< 4
    strings ^= strings &<< 8
    strings ^= strings &<< 16
    if isInString { strings = ~strings }
    isInString = strings &>> 31 == 1
    let opens = unsafe ByteMask.equal(block, .openBrace) | ByteMask.equal(block, .openBracket)
    let closes = unsafe ByteMask.equal(block, .closeBrace) | ByteMask.equal(block, .closeBracket)
    return findEnd(opens & ~strings, closes & ~strings)
  }

  @inline(__always)
  private mutating func findEnd(_ opens: UInt32, _ closes: UInt32) -> Int? {
    let count = closes.nonzeroBitCount
    if depth <= count {
      var rest = closes
      var closed = 0
      while rest != 0 {
        let bit = rest & (0 &- rest)
        closed += 1
        if depth + (opens & (bit &- 1)).nonzeroBitCount <= closed {
          return bit.trailingZeroBitCount + 1
        }
        rest &= rest &- 1
      }
    }
    depth += opens.nonzeroBitCount - count
    return nil
  }

  /// The bytes of a block that backslashes escape.
  private mutating func escapedBytes(_ backslashes: UInt32) -> UInt32 {
    var escaped: UInt32 = isEscaped ? 1 : 0
    var rest = backslashes & ~escaped
    isEscaped = false
    while rest != 0 {
      let index = UInt32(rest.trailingZeroBitCount)
      if index == 31 { isEscaped = true }
      escaped |= 2 &<< index
      // An escaped backslash escapes nothing.
      rest &= ~(3 &<< index)
      if index == 31 { rest = 0 }
    }
    return escaped
  }
}

extension UInt8 {
  /// Whether a number or a word ends before this byte: white space, a control character, or punctuation.
  fileprivate var endsScalar: Bool {
    self <= .space || self == .comma || self == .closeBracket || self == .closeBrace
  }
}
