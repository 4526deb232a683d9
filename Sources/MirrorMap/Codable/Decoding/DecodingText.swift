import EssentialFoundation

/// A document as the parser wants it: strict JSON in UTF-8.
///
///     UTF-16, UTF-32 → UTF-8 → JSON5 as JSON → braces around members
///
/// Most documents are that already, and are left where they are.
struct DecodingText {
  /// The document, if it had to be changed.
  private var changed: [UInt8]?
  /// Whether the document was in UTF-16 or UTF-32, so that offsets of bytes mean nothing to the user.
  private var isTranscoded = false
  /// The document in UTF-8 before JSON5 was converted, with offsets in it for offsets in the JSON.
  private var json5: (source: [UInt8], offsets: JSON5Converter.Offsets)?

  /// Reads the text of a document.
  ///
  /// - Throws: ``MappingError`` if it isn't text in the encoding that its first bytes tell.
  init(_ bytes: Bytes, _ options: DecoderOptions) throws(MappingError) {
    if options.allowsOtherEncodings, let encoding = TextEncoding(of: bytes) {
      guard let text = String(data: Data(bytes), encoding: encoding.encoding) else {
        throw MappingError(
          .unsupportedEncoding, expected: "text in \(encoding.name)", found: "something else")
      }
      isTranscoded = true
      let scalars = text.unicodeScalars.dropFirst(text.unicodeScalars.first == "\u{FEFF}" ? 1 : 0)
      // A second mark would be skipped as one of UTF-8.
      guard scalars.first != "\u{FEFF}" else {
        throw MappingError(
          .unexpectedCharacter, expected: "a value", found: JSONReader.describe(0xEF))
      }
      changed = Array(String(scalars).utf8)
    }
    if options.allowsJSON5 {
      let source = changed ?? Array(bytes)
      let converter = JSON5Converter(source, addsBraces: options.assumesTopLevelDictionary)
      json5 = (source, converter.offsets)
      changed = converter.json
      hasBraces = converter.hasBraces
    } else if options.assumesTopLevelDictionary {
      addBraces(bytes)
    }
  }

  /// Puts braces around the members of the outermost object, if they are missing.
  private mutating func addBraces(_ bytes: Bytes) {
    let text = changed ?? Array(bytes)
    let markCount = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let rest = text.dropFirst(markCount)
    let first = rest.first { ![.space, .tab, .newline, .carriageReturn].contains($0) }
    guard first != .openBrace else { return }
    changed = text.prefix(markCount) + [.openBrace] + rest + [.closeBrace]
    hasBraces = true
  }

  /// Whether braces were put around the document's members.
  private var hasBraces = false

  /// Calls a closure with the text.
  func withBytes<R>(_ bytes: Bytes, _ body: (Bytes) throws -> R) rethrows -> R {
    guard let changed else { return try body(bytes) }
    return try changed.withBytes(body)
  }

  /// The error with its place in the user's document.
  ///
  /// - Parameters:
  ///   - error: An error with an offset in the text.
  ///   - bytes: The text.
  func located(_ error: MappingError, in bytes: Bytes, _ snippetLength: Int) -> MappingError {
    var located = error.located(in: bytes, snippetLength: snippetLength)
    guard changed != nil, var offset = located.byteOffset else { return located }
    if hasBraces, offset >= bytes.count - 1 { offset = leaveBraces(&located, bytes) }
    if let json5 {
      let offset = json5.offsets.source(of: offset)
      json5.source.withBytes { located.place(at: offset, in: $0, snippetLength) }
    } else if hasBraces, let brace = bytes.firstIndex(of: .openBrace) {
      let members = Array(bytes[0..<brace]) + bytes[brace + 1..<bytes.count - 1]
      members.withBytes {
        located.place(at: offset - (offset > brace ? 1 : 0), in: $0, snippetLength)
      }
    }
    if isTranscoded { located.details.byteOffset = nil }
    return located
  }

  /// Errors with their places in the user's document.
  func located(
    _ errors: [MappingError], in bytes: Bytes, _ snippetLength: Int
  ) -> [MappingError] {
    guard changed != nil else { return errors.located(in: bytes, snippetLength: snippetLength) }
    return errors.map { located($0, in: bytes, snippetLength) }
  }

  /// Says of an error at the brace that was added at the end, or after it, what the user's document has there.
  ///
  /// - Returns: The offset in the text.
  private func leaveBraces(_ error: inout MappingError, _ bytes: Bytes) -> Int {
    let members = bytes[0..<bytes.count - 1]
    if error.code == .trailingContent, let brace = members.lastIndex(of: .closeBrace) {
      return brace
    }
    if error.code == .unexpectedCharacter {
      (error.details.code, error.details.found) = (.unexpectedEnd, JSONReader.theEnd)
    }
    return members.count
  }
}

extension MappingError {
  /// Sets the place in the document, but not the path.
  fileprivate mutating func place(at offset: Int, in document: Bytes, _ snippetLength: Int) {
    var scanner = SourceScanner(document)
    let location = scanner.location(of: offset)
    details.byteOffset = min(offset, document.count)
    (details.line, details.column) = (location.line, location.column)
    details.snippet = scanner.snippet(around: offset, snippetLength)
  }
}

/// An encoding other than UTF-8.
private struct TextEncoding {
  let encoding: String.Encoding
  let name: String

  /// The encoding that the first bytes of a document tell, by a byte order mark or by the zeros around two ASCII
  /// characters, which every document begins with (RFC 4627, section 3); nil for UTF-8.
  init?(of bytes: Bytes) {
    guard let first = bytes.first, first == 0 || first >= 0xFE || bytes.dropFirst().first == 0
    else { return nil }
    // One digit is a document, too.
    let isShort = bytes.count == 2
    let start = Array(bytes.prefix(4)) + (isShort ? Array(bytes) : [])
    guard start.count == 4 else { return nil }
    switch (start[0], start[1], start[2], start[3]) {
    case (0, 0, 0xFE, 0xFF), (0, 0, 0, 1...): (encoding, name) = (.utf32BigEndian, "UTF-32")
    case (0xFF, 0xFE, 0, 0), (1..., 0, 0, 0): (encoding, name) = (.utf32LittleEndian, "UTF-32")
    case (0xFE, 0xFF, _, _), (0, 1..., 0, 1...): (encoding, name) = (.utf16BigEndian, "UTF-16")
    case (0xFF, 0xFE, _, _), (1..., 0, 1..., 0): (encoding, name) = (.utf16LittleEndian, "UTF-16")
    default: return nil
    }
  }
}
