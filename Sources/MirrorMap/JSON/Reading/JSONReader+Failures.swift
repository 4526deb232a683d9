/// Making errors, outside the hot path and out of line.
extension JSONReader {
  static var theEnd: String { "the end of the input" }

  /// An error at the cursor, or at another position.
  @inline(never) @usableFromInline
  func failure(
    _ code: MappingError.Code, at position: BytePointer? = nil,
    expected: String? = nil, found: String? = nil, subpath: [JSONPath.Component] = []
  ) -> MappingError {
    MappingError(
      MappingError.Details(
        code: code, byteOffset: (position ?? cursor) - start, subpath: subpath, expected: expected,
        found: found))
  }

  /// The error for a next value that isn't of the requested type.
  @inline(never) @usableFromInline
  package func mismatch(_ expected: String) -> MappingError {
    guard nextKind != nil else { return unexpected("a value", at: cursor) }
    let byte = bytes[cursor - start]
    guard byte == .lowerN else {
      return failure(
        .typeMismatch, expected: expected, found: Self.describeValue(beginningWith: byte))
    }
    // The error says null only if the word is complete.
    guard bytes[(cursor - start)...].starts(with: Array("null".utf8)) else {
      return brokenLiteral("null")
    }
    return failure(.unexpectedNull, expected: expected, found: "null")
  }

  /// The error for an absent key that is required.
  ///
  /// - Parameters:
  ///   - paths: The key paths of the value. The error has the first one.
  ///   - object: An object of the document.
  ///   - depth: How many steps of the paths lead to the object.
  func missingKey(
    _ type: Any.Type, at paths: [[String]], in object: BytePointer, after depth: Int = 0
  ) -> MappingError {
    var error = failure(
      .missingKey, at: object, expected: typeName(of: type),
      subpath: .init(keyPath: paths[0].dropFirst(depth), isInObject: depth == 0))
    if paths.count > 1 {
      error.details.alternatives = paths.dropFirst().map { MappedKey.keyPath(of: $0, ".") }
    }
    return error
  }

  /// The error for a byte that isn't allowed at its position.
  @inline(never) @usableFromInline
  func unexpected(_ expected: String, at position: BytePointer) -> MappingError {
    guard position < end else {
      return failure(.unexpectedEnd, at: end, expected: expected, found: Self.theEnd)
    }
    let found = Self.describe(bytes[position - start])
    return failure(.unexpectedCharacter, at: position, expected: expected, found: found)
  }

  /// The error for a byte where a key has to begin.
  @inline(never) @usableFromInline
  func unexpectedInsteadOfKey(at position: BytePointer) -> MappingError {
    guard position < end else { return unexpected("a key", at: position) }
    switch bytes[position - start] {
    case .closeBrace, .closeBracket, .openBrace, .openBracket, .comma, .colon:
      return unexpected("a key", at: position)
    default: return unexpected("a key in double quotes", at: position)
    }
  }

  /// What a value with this first byte is, in words.
  static func describeValue(beginningWith byte: UInt8) -> String {
    switch byte {
    case .openBrace: "an object"
    case .openBracket: "an array"
    case .quote: "a string"
    case .lowerT, .lowerF: "a boolean"
    case .lowerN: "null"
    default: "a number"
    }
  }

  /// A byte in words: the byte itself if it is punctuation, otherwise only its kind, as it may be part
  /// of confidential data.
  static func describe(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): "a digit"
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): "a letter"
    case 0..<0x20, 0x7F: "a control character"
    case 0x80...: "a character beyond ASCII"
    case .space: "a space"
    case UInt8(ascii: "'"): "a single quote"
    default: "'" + String(UnicodeScalar(byte)) + "'"
    }
  }

  /// Turns an error that was thrown by a value's own code into an error with a position.
  ///
  /// An error of this reader passes through; one that was already located belongs to another
  /// document and becomes the cause.
  @inline(never) @usableFromInline
  func wrap(_ error: any Error, at position: BytePointer) -> MappingError {
    let failure = MappingError(wrapping: error, at: position - start)
    let hasPlace = error.asMappingError?.byteOffset != nil
    guard !hasPlace, !failure.details.subpath.isEmpty else { return failure }
    // The error names a part of the value. Mostly the document has it, with a place of its own.
    let value = bytes(from: position, to: end)
    var reader = JSONReader(value, maximumDepth: remainingDepth, session: nil)
    let steps = failure.details.subpath.map(\.keyPathStep)
    guard let part = try? reader.positions(along: steps[...], hasWildcards: false).last
    else { return failure }
    return failure.with { ($0.byteOffset, $0.subpath) = (part - start, []) }
  }
}
