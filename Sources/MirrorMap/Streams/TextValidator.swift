/// Validates a string of JSON byte by byte: its escapes, its control characters, its UTF-8.
struct TextValidator {
  private enum State {
    case plain, escape
    /// In the digits of `\uXXXX`.
    case digits(remaining: Int, value: UInt16)
    /// After the first half of a surrogate pair, and after its backslash.
    case half, halfEscape
    /// In a UTF-8 sequence: how many bytes follow, and between which bounds the next one is.
    case sequence(remaining: Int, bounds: ClosedRange<UInt8>)
  }

  private var state = State.plain
  private var isSecondHalf = false

  /// Follows a byte after the opening quote, and returns whether it's the closing one.
  ///
  /// - Throws: ``MappingError`` without a position, which is that of the byte.
  mutating func follow(_ byte: UInt8) throws(MappingError) -> Bool {
    switch state {
    case .plain:
      if byte == .quote { return true }
      if byte == .backslash {
        state = .escape
      } else if byte < 0x20 {
        throw MappingError(
          .controlCharacter, expected: "an escape sequence",
          found: "an unescaped control character")
      } else if byte >= 0x80 {
        try beginSequence(byte)
      }
    case .escape:
      if byte == .lowerU {
        state = .digits(remaining: 4, value: 0)
      } else if Self.escapes.contains(byte) {
        state = .plain
      } else {
        throw invalidEscape("an invalid one")
      }
    case .digits(let remaining, let value):
      guard byte.hexValue < 16 else { throw invalidEscape("an invalid one") }
      try followDigit(remaining - 1, value &<< 4 | UInt16(byte.hexValue))
    case .half:
      guard byte == .backslash else { throw invalidEscape("half a surrogate pair") }
      state = .halfEscape
    case .halfEscape:
      guard byte == .lowerU else { throw invalidEscape("half a surrogate pair") }
      isSecondHalf = true
      state = .digits(remaining: 4, value: 0)
    case .sequence(let remaining, let bounds):
      guard bounds.contains(byte) else { throw invalidUTF8 }
      state = remaining > 1 ? .sequence(remaining: remaining - 1, bounds: 0x80...0xBF) : .plain
    }
    return false
  }

  private static let escapes = Array(#""\/bfnrt"#.utf8)

  private mutating func followDigit(_ remaining: Int, _ value: UInt16) throws(MappingError) {
    guard remaining == 0 else {
      state = .digits(remaining: remaining, value: value)
      return
    }
    let isLow = 0xDC00...0xDFFF ~= value
    guard isLow == isSecondHalf else { throw invalidEscape("half a surrogate pair") }
    isSecondHalf = false
    state = 0xD800...0xDBFF ~= value ? .half : .plain
  }

  /// The bytes that may follow the first one (RFC 3629, section 4).
  private mutating func beginSequence(_ byte: UInt8) throws(MappingError) {
    state =
      switch byte {
      case 0xC2...0xDF: .sequence(remaining: 1, bounds: 0x80...0xBF)
      case 0xE0: .sequence(remaining: 2, bounds: 0xA0...0xBF)
      case 0xE1...0xEC, 0xEE...0xEF: .sequence(remaining: 2, bounds: 0x80...0xBF)
      case 0xED: .sequence(remaining: 2, bounds: 0x80...0x9F)
      case 0xF0: .sequence(remaining: 3, bounds: 0x90...0xBF)
      case 0xF1...0xF3: .sequence(remaining: 3, bounds: 0x80...0xBF)
      case 0xF4: .sequence(remaining: 3, bounds: 0x80...0x8F)
      default: throw invalidUTF8
      }
  }

  private var invalidUTF8: MappingError {
    MappingError(.invalidUTF8, expected: "UTF-8", found: "malformed bytes")
  }

  private func invalidEscape(_ found: String) -> MappingError {
    MappingError(.invalidEscape, expected: "an escape sequence", found: found)
  }
}
