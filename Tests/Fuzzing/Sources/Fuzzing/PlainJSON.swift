// The plain twin of the library's reading: RFC 8259 followed byte by byte, with nothing looked at twice,
// nothing at once and nothing predicted. It shares no code with the library.

/// A JSON document in the plainest form.
enum PlainJSON {
  case null
  case bool(Bool)
  /// A number's text.
  case number([UInt8])
  /// A string's UTF-8 bytes, escapes resolved.
  case string([UInt8])
  case array([PlainJSON])
  /// All members in order, equal keys as well.
  case object([(key: [UInt8], value: PlainJSON)])

  /// Reads a document, with or without a byte order mark.
  ///
  /// - Returns: nil if it is not JSON, or nested more deeply than `maximumDepth`.
  static func read(_ bytes: [UInt8], maximumDepth: Int = 512) -> PlainJSON? {
    var reader = PlainReader(bytes: bytes, remainingDepth: maximumDepth)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    reader.skipWhitespace()
    guard let value = reader.value() else { return nil }
    reader.skipWhitespace()
    return reader.position == bytes.count ? value : nil
  }
}

private struct PlainReader {
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

  mutating func value() -> PlainJSON? {
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

  mutating func word(_ text: String, _ value: PlainJSON) -> PlainJSON? {
    for scalar in text.unicodeScalars where !take(scalar) { return nil }
    return value
  }

  mutating func array() -> PlainJSON? {
    guard take("["), remainingDepth > 0 else { return nil }
    remainingDepth -= 1
    var elements: [PlainJSON] = []
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

  mutating func object() -> PlainJSON? {
    guard take("{"), remainingDepth > 0 else { return nil }
    remainingDepth -= 1
    var members: [(key: [UInt8], value: PlainJSON)] = []
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

  mutating func number() -> PlainJSON? {
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
        guard let sequence = sequence() else { return nil }
        content += sequence
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

  /// One scalar's UTF-8 bytes: the table of RFC 3629, section 4.
  mutating func sequence() -> [UInt8]? {
    guard let lead = next else { return nil }
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
    default: return nil
    }
    let start = position
    position += 1
    for tail in tails {
      guard let byte = next, tail.contains(byte) else { return nil }
      position += 1
    }
    return Array(bytes[start..<position])
  }
}
