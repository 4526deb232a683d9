/// Converts JSON5 to JSON, token by token.
///
///     {a: 'b', /* c */ d: +.5,}     →     {"a":"b","d":0.5}
///
/// Structure isn't checked here: what is wrong in JSON5 is wrong in the JSON that is made of it. A token that JSON5
/// doesn't have is copied as it is, for the parser to reject.
///
/// JSON has no infinities and no NaN. They become numbers that are too large for every type, which nobody else writes;
/// see ``NonFinite``.
struct JSON5Converter {
  /// Offsets in the source for offsets in the JSON.
  struct Offsets {
    private var places: [(json: Int, source: Int)] = []

    fileprivate mutating func append(_ json: Int, _ source: Int) { places.append((json, source)) }

    /// The offset of the source's token that an offset of the JSON is in.
    func source(of offset: Int) -> Int {
      var (low, high) = (0, places.count)
      while low < high {
        let middle = (low + high) / 2
        if places[middle].json <= offset { low = middle + 1 } else { high = middle }
      }
      guard low > 0 else { return 0 }
      let limit = low < places.count ? places[low].source : Int.max
      return min(places[low - 1].source + offset - places[low - 1].json, limit)
    }
  }

  private(set) var json: [UInt8] = []
  private(set) var offsets = Offsets()
  private let source: [UInt8]
  private var position = 0
  /// Whether braces are added.
  private var isOpen = false

  /// Converts a document.
  ///
  /// - Parameter addsBraces: Whether braces around the outermost members are added if they are missing.
  init(_ source: [UInt8], addsBraces: Bool) {
    self.source = source
    json.reserveCapacity(source.count + source.count / 8)
    let isMark = source.starts(with: [0xEF, 0xBB, 0xBF])
    if isMark { position = 3 }
    skipSpace()
    isOpen = addsBraces && current != .openBrace
    if isOpen { json.append(.openBrace) }
    while current != nil {
      convertToken()
      // What is apart stays apart.
      if skipSpace() { json.append(.space) }
    }
    offsets.append(json.count, source.count)
    if isOpen { json.append(.closeBrace) }
  }

  private var current: UInt8? { position < source.count ? source[position] : nil }

  private func byte(at offset: Int) -> UInt8? {
    position + offset < source.count ? source[position + offset] : nil
  }

  private mutating func copy(_ count: Int = 1) {
    json += source[position..<min(position + count, source.count)]
    position = min(position + count, source.count)
  }

  private mutating func convertToken() {
    offsets.append(json.count, position)
    guard let byte = current else { return }
    switch byte {
    case .comma: convertComma()
    case .quote, UInt8(ascii: "'"): convertString(until: byte)
    case .plus, .minus, .dot, .zero...(.nine): convertNumber()
    case _ where isIdentifier: convertIdentifier()
    default: copy()
    }
  }

  /// Leaves out a comma after the last member or element.
  private mutating func convertComma() {
    let isFirst = [nil, .openBrace, .openBracket, .comma].contains(json.last { $0 != .space })
    position += 1
    skipSpace()
    let isLast = current == .closeBrace || current == .closeBracket || isOpen && current == nil
    if !isLast || isFirst { json.append(.comma) }
  }

  // MARK: Spaces and comments

  /// Skips what is between tokens.
  ///
  /// - Returns: Whether there is something.
  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = position
    while let byte = current {
      if byte == .slash {
        guard skipComment() else { break }
      } else if byte == .space || (0x09...0x0D).contains(byte) {
        position += 1
      } else {
        break
      }
    }
    return position > start
  }

  /// Skips a comment.
  ///
  /// - Returns: false if it isn't one, or doesn't end.
  private mutating func skipComment() -> Bool {
    switch byte(at: 1) {
    case .slash:
      while let byte = current, byte != .newline, byte != .carriageReturn {
        position += 1
      }
      return true
    case UInt8(ascii: "*"):
      var end = position + 2
      while end + 1 < source.count {
        if source[end] == UInt8(ascii: "*"), source[end + 1] == .slash {
          position = end + 2
          return true
        }
        end += 1
      }
      return false
    default: return false
    }
  }

  // MARK: Strings

  private mutating func convertString(until quote: UInt8) {
    json.append(.quote)
    position += 1
    while let byte = current {
      switch byte {
      case quote:
        position += 1
        return json.append(.quote)
      case .quote:
        json += [.backslash, .quote]
        position += 1
      case .backslash: convertEscape()
      default: copy()
      }
    }
  }

  private mutating func convertEscape() {
    switch byte(at: 1) {
    case UInt8(ascii: "'"):
      json.append(UInt8(ascii: "'"))
      position += 2
    case UInt8(ascii: "x"):
      let digits = [byte(at: 2), byte(at: 3)].compactMap(\.self)
      guard digits.count == 2, digits.allSatisfy(\.isHexDigit) else { return copy(2) }
      replaceEscape(4, "\\u00" + String(decoding: digits, as: UTF8.self))
    case .newline: position += 2
    case .carriageReturn: position += byte(at: 2) == .newline ? 3 : 2
    default: copy(2)
    }
  }

  private mutating func replaceEscape(_ count: Int, _ text: String) {
    json += text.utf8
    position += count
  }

  // MARK: Identifiers

  /// Whether an identifier begins here.
  private var isIdentifier: Bool {
    guard let byte = current else { return false }
    if byte == .backslash {
      return self.byte(at: 1) == .lowerU
        && (2..<6).allSatisfy { self.byte(at: $0)?.isHexDigit == true }
    }
    return byte >= 0x80 || byte.isASCIILetter || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }

  /// Converts a key without quotes, or a word.
  private mutating func convertIdentifier() {
    let start = position
    while isIdentifier || current?.isDigit == true { position += 1 }
    let text = source[start..<position]
    let end = position
    skipSpace()
    let isKey = current == .colon
    position = end
    if isKey {
      // As for Foundation, a backslash is one.
      json.append(.quote)
      for byte in text { json += byte == .backslash ? [byte, byte] : [byte] }
      json.append(.quote)
    } else if let number = NonFinite(text) {
      json += number.json.utf8
    } else {
      json += text
    }
  }

  // MARK: Numbers

  private mutating func convertNumber() {
    var end = position
    repeat { end += 1 } while end < source.count && source[end].isInNumber(after: source[end - 1])
    var digits = source[position..<end]
    position = end
    if digits.first == .plus || digits.first == .minus {
      if digits.first == .minus || digits.count == 1 { json += digits.prefix(1) }
      digits = digits.dropFirst()
    }
    if let number = NonFinite(digits) {
      json += number.json.utf8
    } else if digits.first == .zero,
      digits.dropFirst().first.map({ $0 | 0x20 }) == UInt8(ascii: "x")
    {
      json += Self.decimal(hexadecimal: digits.dropFirst(2)).utf8
    } else if NonFinite.isTaken(digits) {
      json += "1e400".utf8
    } else {
      copyDecimal(digits)
    }
  }

  /// Copies a decimal number, whose point need not have digits on both sides.
  private mutating func copyDecimal(_ digits: ArraySlice<UInt8>) {
    let point = digits.firstIndex(of: .dot) ?? digits.endIndex
    let whole = digits[..<point]
    let fraction = digits[point...].dropFirst()
    let hasFraction = fraction.first?.isDigit == true
    guard !whole.isEmpty || hasFraction else {
      json += digits
      return
    }
    json += whole.isEmpty ? [.zero] : whole
    if hasFraction { json.append(.dot) }
    json += fraction
  }

  /// The decimal digits of a hexadecimal number; text that is no number if it isn't one.
  private static func decimal(hexadecimal digits: ArraySlice<UInt8>) -> String {
    let text = String(decoding: digits, as: UTF8.self)
    guard !text.isEmpty, digits.allSatisfy(\.isHexDigit) else { return "0x" + text }
    return UInt128(text, radix: 16).map { "\($0)" } ?? "1e400"
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  fileprivate var isHexDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }

  /// Whether this byte goes on with a number.
  fileprivate func isInNumber(after last: UInt8) -> Bool {
    isDigit || isASCIILetter || self == .dot || self == .plus || self == .minus
      || self == UInt8(ascii: "_")
  }
}

/// An infinity or NaN, as JSON that stands for it.
enum NonFinite: String {
  case infinity = "Infinity"
  case nan = "NaN"

  init?(_ text: ArraySlice<UInt8>) {
    self.init(rawValue: String(decoding: text, as: UTF8.self))
  }

  /// A number that is out of the range of every type.
  var json: String {
    switch self {
    case .infinity: "1E+0009223372036854775807"
    case .nan: "1E+0009223372036854775806"
    }
  }

  /// Whether a number of the document is written as one of these.
  static func isTaken(_ digits: ArraySlice<UInt8>) -> Bool {
    [infinity, nan].contains { digits.elementsEqual($0.json.utf8) }
  }

  /// The value of a number that stands for an infinity or NaN.
  static func value(of text: some Collection<UInt8>) -> Double? {
    let isNegative = text.first == .minus
    let digits = text.dropFirst(isNegative ? 1 : 0)
    if digits.elementsEqual(infinity.json.utf8) { return isNegative ? -.infinity : .infinity }
    return digits.elementsEqual(nan.json.utf8) ? (isNegative ? -.nan : .nan) : nil
  }
}
