/// Whether bytes are JSON, decided in the plainest way: RFC 8259 read off rule by rule.
///
/// It shares nothing with the library, so that it can bear witness.
struct JSONOracle {
  private let bytes: [UInt8]
  private var position = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether the bytes are one JSON text, with or without a byte order mark.
  static func accepts(_ bytes: [UInt8]) -> Bool {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    var oracle = JSONOracle(hasMark ? Array(bytes.dropFirst(3)) : bytes)
    oracle.whitespace()
    guard oracle.value() else { return false }
    oracle.whitespace()
    return oracle.position == oracle.bytes.count
  }

  /// Whether the bytes are one JSON number.
  static func isNumber(_ bytes: [UInt8]) -> Bool {
    var oracle = JSONOracle(bytes)
    return oracle.number() && oracle.position == bytes.count
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    return true
  }

  private mutating func whitespace() {
    while take(" ") || take("\n") || take("\t") || take("\r") {}
  }

  private mutating func value() -> Bool {
    switch next {
    case UInt8(ascii: "{"): list("{", "}") { $0.member() }
    case UInt8(ascii: "["): list("[", "]") { $0.value() }
    case UInt8(ascii: "\""): string()
    case UInt8(ascii: "t"): word("true")
    case UInt8(ascii: "f"): word("false")
    case UInt8(ascii: "n"): word("null")
    default: number()
    }
  }

  private mutating func word(_ text: String) -> Bool {
    for character in text.unicodeScalars where !take(character) { return false }
    return true
  }

  private mutating func list(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ item: (inout JSONOracle) -> Bool
  ) -> Bool {
    guard take(open) else { return false }
    whitespace()
    if take(close) { return true }
    while true {
      whitespace()
      guard item(&self) else { return false }
      whitespace()
      if take(close) { return true }
      guard take(",") else { return false }
    }
  }

  private mutating func member() -> Bool {
    guard string() else { return false }
    whitespace()
    guard take(":") else { return false }
    whitespace()
    return value()
  }

  private mutating func digits() -> Bool {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    return position > start
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0"), !digits() { return false }
    if take("."), !digits() { return false }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      return digits()
    }
    return true
  }

  private mutating func unit() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    let text = bytes[position..<(position + 4)]
    guard text.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit && $0 < 0x80 }) else {
      return nil
    }
    position += 4
    return UInt32(String(decoding: text, as: UTF8.self), radix: 16)
  }

  private mutating func escape() -> Bool {
    guard let byte = next else { return false }
    position += 1
    guard byte == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(byte) }
    guard let first = unit() else { return false }
    guard (0xD800...0xDFFF).contains(first) else { return true }
    guard first < 0xDC00, take("\\"), take("u"), let second = unit() else { return false }
    return (0xDC00...0xDFFF).contains(second)
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    let start = position
    while let byte = next {
      if byte == UInt8(ascii: "\"") {
        let content = bytes[start..<position]
        position += 1
        return String(validating: content, as: UTF8.self) != nil
      }
      guard byte >= 0x20 else { return false }
      position += 1
      if byte == UInt8(ascii: "\\"), !escape() { return false }
    }
    return false
  }
}
