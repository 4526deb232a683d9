/// Converts JSON5 to JSON, token by token.
///
///     {a: 'b', /* c */ d: +.5,}     →     {"a":"b","d":0.5}
///
/// Structure isn't checked here: what is wrong in JSON5 is wrong in the JSON that is made of it. A token that JSON5
/// doesn't have is copied as it is, for the parser to reject.
///
/// JSON has no infinities and no NaN. They become numbers that are too large for every type, and that don't occur in
/// other documents; see ``NonFinite``.
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

  /// The byte order mark.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private(set) var json: [UInt8] = []
  private(set) var offsets = Offsets()
  private let source: [UInt8]
  private var position = 0
  /// Whether braces are added.
  private(set) var hasBraces = false
  /// Whether a comment was found that doesn't end. No later one ends then, and none is searched again:
  /// that would take quadratic time.
  private var hasOpenComment = false

  /// Converts a document.
  ///
  /// - Parameter addsBraces: Whether braces around the outermost members are added if they are missing.
  init(_ source: [UInt8], addsBraces: Bool) {
    self.source = source
    json.reserveCapacity(source.count + source.count / 8)
    if source.starts(with: Self.mark) { position = Self.mark.count }
    skipSpace()
    // The parser would skip another mark.
    if source[position...].starts(with: Self.mark) { json.append(.space) }
    hasBraces = addsBraces && current != .openBrace
    if hasBraces { json.append(.openBrace) }
    while let byte = current {
      convertToken(byte)
      // What is apart stays apart.
      if skipSpace() { json.append(.space) }
    }
    offsets.append(json.count, source.count)
    if hasBraces { json.append(.closeBrace) }
  }

  private var current: UInt8? { byte(at: 0) }

  private func byte(at offset: Int) -> UInt8? {
    position + offset < source.count ? source[position + offset] : nil
  }

  private mutating func copy(_ count: Int = 1) {
    let end = min(position + count, source.count)
    json += source[position..<end]
    position = end
  }

  private mutating func convertToken(_ byte: UInt8) {
    offsets.append(json.count, position)
    switch byte {
    case .comma: convertComma()
    case .quote, UInt8(ascii: "'"): convertString(until: byte)
    case .plus, .minus, .dot, .zero...(.nine): convertNumber()
    default: convertWord()
    }
  }

  /// Leaves out a comma after the last member or element.
  private mutating func convertComma() {
    let isFirst = [nil, .openBrace, .openBracket, .comma].contains(json.last { $0 != .space })
    position += 1
    skipSpace()
    let isLast = current == .closeBrace || current == .closeBracket || hasBraces && current == nil
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
    case UInt8(ascii: "*") where !hasOpenComment:
      var end = position + 2
      while end + 1 < source.count {
        if source[end] == UInt8(ascii: "*"), source[end + 1] == .slash {
          position = end + 2
          return true
        }
        end += 1
      }
      hasOpenComment = true
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
      case .quote: replace(1, with: "\\\"")
      case .backslash: convertEscape()
      default: copy()
      }
    }
  }

  private mutating func convertEscape() {
    switch byte(at: 1) {
    case UInt8(ascii: "'"): replace(2, with: "'")
    case UInt8(ascii: "x"): convertCharacter(2, "00")
    case .lowerU: convertCharacter(4)
    // As for Foundation, an escaped end of a line is one.
    case .newline: replace(2, with: "\\n")
    case .carriageReturn where byte(at: 2) == .newline: replace(3, with: "\\r\\n")
    case .carriageReturn: replace(2, with: "\\r")
    default: copy(2)
    }
  }

  /// Converts an escape of hexadecimal digits, which may not stand for U+0000.
  private mutating func convertCharacter(_ count: Int, _ zeros: String = "") {
    let digits = source[min(position + 2, source.count)...].prefix(count)
    let isValid = digits.count == count && digits.allSatisfy(\.isHexDigit)
    guard isValid, digits.contains(where: { $0 != .zero }) else {
      // No escape of JSON.
      replace(2, with: "\\x")
      return
    }
    replace(2 + count, with: "\\u" + zeros + String(decoding: digits, as: UTF8.self))
  }

  private mutating func replace(_ count: Int, with text: String) {
    json += text.utf8
    position += count
    offsets.append(json.count, position)
  }

  // MARK: Words

  /// Converts a key without quotes, or a word.
  private mutating func convertWord() {
    guard let end = JSON5Identifier.end(in: source, from: position) else { return copy() }
    let text = source[position..<end]
    position = end
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
    repeat { end += 1 } while end < source.count && source[end].isInNumber
    json += JSON5Number.json(source[position..<end])
    position = end
  }
}
