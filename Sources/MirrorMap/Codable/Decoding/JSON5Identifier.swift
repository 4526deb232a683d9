/// Keys without quotes, as Foundation reads them: letters, marks, digits, connectors, `$`, and escapes of these.
enum JSON5Identifier {
  /// Where the identifier at an offset ends; nil if none begins there.
  static func end(in source: [UInt8], from start: Int) -> Int? {
    var position = start
    while let (scalar, length) = scalar(in: source, at: position) {
      // The first character may be any if it's escaped.
      let isEscaped = source[position] == .backslash
      guard position == start && !isEscaped ? isBegin(scalar) : isPart(scalar) else { break }
      position += length
    }
    return position > start ? position : nil
  }

  /// The character at an offset, which may be escaped, and the number of its bytes.
  private static func scalar(
    in source: [UInt8], at position: Int
  ) -> (Unicode.Scalar, length: Int)? {
    guard position < source.count else { return nil }
    guard source[position] == .backslash else {
      var bytes = source[position...].prefix(4).makeIterator()
      var decoder = UTF8()
      guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
      return (scalar, UTF8.width(scalar))
    }
    guard position + 1 < source.count else { return nil }
    let count = source[position + 1] == .lowerU ? 4 : 2
    guard count == 4 || source[position + 1] == UInt8(ascii: "x") else { return nil }
    let digits = source[(position + 2)...].prefix(count)
    guard digits.count == count, digits.allSatisfy(\.isHexDigit) else { return nil }
    let code = digits.reduce(0) { $0 << 4 | UInt32($1.hexValue) }
    return Unicode.Scalar(code).map { ($0, 2 + count) }
  }

  private static func isBegin(_ scalar: Unicode.Scalar) -> Bool {
    if let ascii = UInt8(exactly: scalar.value), scalar.isASCII {
      return ascii.isASCIILetter || scalar == "_" || scalar == "$"
    }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      true
    default: false
    }
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if isBegin(scalar) { return true }
    if scalar.properties.numericType == .decimal { return true }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .connectorPunctuation: true
    // A backslash, and the two that join characters or keep them apart.
    default: scalar == "\\" || scalar == "\u{200C}" || scalar == "\u{200D}"
    }
  }
}
