/// The bytes that JSON's grammar gives a meaning to.
extension UInt8 {
  @usableFromInline static var tab: UInt8 { 0x09 }
  @usableFromInline static var newline: UInt8 { 0x0A }
  @usableFromInline static var carriageReturn: UInt8 { 0x0D }
  static var recordSeparator: UInt8 { 0x1E }
  @usableFromInline static var space: UInt8 { 0x20 }
  @usableFromInline static var quote: UInt8 { 0x22 }
  @usableFromInline static var plus: UInt8 { 0x2B }
  @usableFromInline static var comma: UInt8 { 0x2C }
  @usableFromInline static var minus: UInt8 { 0x2D }
  @usableFromInline static var dot: UInt8 { 0x2E }
  @usableFromInline static var slash: UInt8 { 0x2F }
  @usableFromInline static var zero: UInt8 { 0x30 }
  @usableFromInline static var nine: UInt8 { 0x39 }
  @usableFromInline static var colon: UInt8 { 0x3A }
  @usableFromInline static var openBracket: UInt8 { 0x5B }
  @usableFromInline static var backslash: UInt8 { 0x5C }
  @usableFromInline static var closeBracket: UInt8 { 0x5D }
  @usableFromInline static var lowerE: UInt8 { 0x65 }
  @usableFromInline static var lowerF: UInt8 { 0x66 }
  @usableFromInline static var lowerN: UInt8 { 0x6E }
  @usableFromInline static var lowerT: UInt8 { 0x74 }
  @usableFromInline static var lowerU: UInt8 { 0x75 }
  @usableFromInline static var openBrace: UInt8 { 0x7B }
  @usableFromInline static var closeBrace: UInt8 { 0x7D }

  /// Whether this byte is one of the ten ASCII digits.
  @inline(__always) var isDigit: Bool { self &- .zero < 10 }

  /// Whether a number can begin with this byte.
  @inline(__always) var startsNumber: Bool { isDigit || self == .minus }

  /// Whether this byte is one of JSON's four white space characters.
  @inline(__always) var isWhitespace: Bool {
    self <= .space
      && (self == .space || self == .newline || self == .carriageReturn || self == .tab)
  }

  /// The value of a hexadecimal digit, or 0xFF.
  @inline(__always) var hexValue: UInt8 {
    switch self {
    case 0x30...0x39: self &- 0x30
    case 0x41...0x46: self &- 0x37
    case 0x61...0x66: self &- 0x57
    default: 0xFF
    }
  }
}
