/// A JSON document as the reference reader sees it: RFC 8259, rule by rule and byte by byte.
///
/// The reference reader shares no code with the library, so that tests and fuzzing can compare the
/// library's readers with it. It looks at one byte at a time and predicts nothing.
enum JSONReference {
  case null
  case bool(Bool)
  /// The number's text.
  case number([UInt8])
  /// The string's UTF-8 bytes, with escapes resolved.
  case string([UInt8])
  case array([JSONReference])
  /// All members in order, including those with duplicate keys.
  case object([(key: [UInt8], value: JSONReference)])

  /// Reads a document, with or without a byte order mark.
  ///
  /// - Returns: nil if the bytes aren't JSON, or are nested more deeply than `maximumDepth`.
  static func read(_ bytes: [UInt8], maximumDepth: Int = 512) -> JSONReference? {
    var reader = ReferenceReader(bytes: bytes, remainingDepth: maximumDepth)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    reader.skipWhitespace()
    guard let value = reader.value() else { return nil }
    reader.skipWhitespace()
    return reader.position == bytes.count ? value : nil
  }

  /// Whether the bytes are JSON that is nested no more deeply than a default mapper allows.
  static func accepts(_ bytes: [UInt8]) -> Bool { read(bytes) != nil }

  /// Whether the bytes are one JSON number.
  static func isNumber(_ bytes: [UInt8]) -> Bool {
    var reader = ReferenceReader(bytes: bytes, remainingDepth: 0)
    return reader.number() != nil && reader.position == bytes.count
  }
}

private struct ReferenceReader {
  let bytes: [UInt8]
  var position = 0
  var remainingDepth: Int

  init(bytes: [UInt8], remainingDepth: Int) {
    self.bytes = bytes
    self.remainingDepth = remainingDepth
  }

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func skipWhitespace() {
    while take(" ") || take("\n") || take("\t") || take("\r") {}
  }

  mutating func value() -> JSONReference? {
    switch next {
    case UInt8(ascii: "{"): object()
    case UInt8(ascii: "["): array()
    case UInt8(ascii: "\""): string().map { .string($0) }
    case UInt8(ascii: "t"): word("true", .bool(true))
    case UInt8(ascii: "f"): word("false", .bool(false))
    case UInt8(ascii: "n"): word("null", .null)
    default: number()
    }
  }

  mutating func word(_ text: String, _ value: JSONReference) -> JSONReference? {
    for scalar in text.unicodeScalars where !take(scalar) { return nil }
    return value
  }

  mutating func array() -> JSONReference? {
    guard take("["), remainingDepth > 0 else { return nil }
    remainingDepth -= 1
    var elements: [JSONReference] = []
    skipWhitespace()
    if !take("]") {
      repeat {
        skipWhitespace()
        guard let element = value() else { return nil }
        elements.append(element)
        skipWhitespace()
      } while take(",")
      guard take("]") else { return nil }
    }
    remainingDepth += 1
    return .array(elements)
  }

  mutating func object() -> JSONReference? {
    guard take("{"), remainingDepth > 0 else { return nil }
    remainingDepth -= 1
    var members: [(key: [UInt8], value: JSONReference)] = []
    skipWhitespace()
    if !take("}") {
      repeat {
        skipWhitespace()
        guard let key = string() else { return nil }
        skipWhitespace()
        guard take(":") else { return nil }
        skipWhitespace()
        guard let value = value() else { return nil }
        members.append((key, value))
        skipWhitespace()
      } while take(",")
      guard take("}") else { return nil }
    }
    remainingDepth += 1
    return .object(members)
  }

  // MARK: Numbers

  mutating func digits() -> Bool {
    let start = position
    while let byte = next, byte >= 0x30, byte <= 0x39 { position += 1 }
    return position > start
  }

  mutating func number() -> JSONReference? {
    let start = position
    _ = take("-")
    if !take("0"), !digits() { return nil }
    if take("."), !digits() { return nil }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      if !digits() { return nil }
    }
    return .number(Array(bytes[start..<position]))
  }

  // MARK: Strings

  mutating func string() -> [UInt8]? {
    guard take("\"") else { return nil }
    var content: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return content
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        content += Array(String(Character(scalar)).utf8)
      case 0..<0x20:
        return nil
      default:
        let start = position
        guard skipSequence() else { return nil }
        content += bytes[start..<position]
      }
    }
    return nil
  }

  mutating func escape() -> Unicode.Scalar? {
    guard take("\\"), let letter = next else { return nil }
    position += 1
    switch letter {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: return nil
    }
    guard let unit = unit() else { return nil }
    if unit < 0xD800 || unit > 0xDFFF { return Unicode.Scalar(unit) }
    guard unit < 0xDC00, take("\\"), take("u"), let low = self.unit() else { return nil }
    guard low >= 0xDC00, low <= 0xDFFF else { return nil }
    return Unicode.Scalar((unit - 0xD800) * 0x400 + (low - 0xDC00) + 0x10000)
  }

  mutating func unit() -> UInt32? {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else { return nil }
      unit = unit * 16 + UInt32(digit)
      position += 1
    }
    return unit
  }

  /// Skips one scalar's UTF-8 bytes by the table in section 4 of RFC 3629.
  mutating func skipSequence() -> Bool {
    guard let lead = next else { return false }
    let tails: [ClosedRange<UInt8>]
    switch lead {
    case 0x00...0x7F: tails = []
    case 0xC2...0xDF: tails = [0x80...0xBF]
    case 0xE0: tails = [0xA0...0xBF, 0x80...0xBF]
    case 0xE1...0xEC, 0xEE...0xEF: tails = [0x80...0xBF, 0x80...0xBF]
    case 0xED: tails = [0x80...0x9F, 0x80...0xBF]
    case 0xF0: tails = [0x90...0xBF, 0x80...0xBF, 0x80...0xBF]
    case 0xF1...0xF3: tails = [0x80...0xBF, 0x80...0xBF, 0x80...0xBF]
    case 0xF4: tails = [0x80...0x8F, 0x80...0xBF, 0x80...0xBF]
    default: return false
    }
    position += 1
    for tail in tails {
      guard let byte = next, tail.contains(byte) else { return false }
      position += 1
    }
    return true
  }
}
