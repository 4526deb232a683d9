/// The tokens of a document, one after the other, without copying a byte.
///
/// Use it if you need neither models nor a tree. Every token is validated as strictly as by a
/// mapper (RFC 8259: grammar, UTF-8, escapes). Commas and colons are checked, but aren't tokens.
///
/// ```swift
/// var keys = 0
/// try JSONTokenizer.tokenize(data) { tokenizer in
///   while let token = try tokenizer.next() {
///     if token.kind == .key { keys += 1 }
///   }
/// }
/// ```
public struct JSONTokenizer: ~Copyable, HandedOut {
  /// One piece of a document: a bracket, a key, or a scalar value.
  ///
  /// A token holds no text, only its position; ``JSONTokenizer`` converts it to a value on request.
  public struct Token: Sendable, Hashable {
    /// The kind of a token.
    public enum Kind: Sendable, Hashable {
      /// The `{` before the members of an object.
      case beginObject
      /// The `}` after the members of an object.
      case endObject
      /// The `[` before the elements of an array.
      case beginArray
      /// The `]` after the elements of an array.
      case endArray
      /// The name of an object's member.
      case key
      /// A string that is a value.
      case string
      /// A number.
      case number
      /// The value `true`.
      case `true`
      /// The value `false`.
      case `false`
      /// The value `null`.
      case null
    }

    /// The kind of the token.
    public let kind: Kind

    /// The position in the input, in bytes; of strings and keys, without their quotes.
    public let range: Range<Int>

    /// For strings and keys, whether the text contains escape sequences.
    public let hasEscapes: Bool
  }

  /// What comes next.
  private enum Expectation {
    case value, key
    /// The end of an empty container, which the reader has already read.
    case end
    /// A comma or the end of the innermost container; at the root, the end of the input.
    case separator
    /// The same error once more.
    case failure
  }

  private var reader: JSONReader
  private var open = OpenContainers()
  private var expectation = Expectation.value
  private var failure: MappingError?

  @usableFromInline var identity: Identity { reader.identity }

  private init(_ bytes: Bytes, maximumDepth: Int) throws(MappingError) {
    reader = JSONReader(bytes, maximumDepth: maximumDepth, session: nil)
    try reader.openDocument()
  }

  /// Calls a closure with the tokens of a document.
  ///
  /// - Parameters:
  ///   - source: the document.
  ///   - maximumDepth: how deeply arrays and objects may be nested.
  ///   - body: requests the tokens; the tokenizer is valid only while it runs. Tokens that aren't
  ///     requested aren't validated.
  /// - Returns: what `body` returns.
  /// - Throws: ``MappingError`` for a malformed document, and whatever `body` throws.
  /// - Complexity: O(n), no allocation.
  public static func tokenize<R>(
    _ source: some JSONSource, maximumDepth: Int = 512,
    _ body: (inout JSONTokenizer) throws -> R
  ) throws -> R {
    try source.withBytes { bytes in
      do {
        var tokenizer = try JSONTokenizer(bytes, maximumDepth: maximumDepth)
        return try tokenizer.handOut(to: body)
      } catch let error as MappingError {
        throw error.located(in: bytes)
      }
    }
  }

  /// The next token, or nil when the document has ended.
  ///
  /// - Throws: ``MappingError`` for a malformed document. Every later call throws the same error,
  ///   so that such a document never seems to have ended.
  public mutating func next() throws(MappingError) -> Token? {
    do throws(MappingError) {
      return try advance()
    } catch {
      expectation = .failure
      failure = error
      throw error
    }
  }

  @inline(__always)
  private mutating func advance() throws(MappingError) -> Token? {
    switch expectation {
    case .value:
      return try value()
    case .key:
      return try key()
    case .end:
      return close()
    case .separator:
      guard !open.isEmpty else {
        try reader.closeDocument()
        return nil
      }
      if open.isInObject {
        return try reader.next(.closeBrace, "',' or '}'") ? key() : close()
      }
      return try reader.next(.closeBracket, "',' or ']'") ? value() : close()
    case .failure:
      guard let failure else { return nil }
      throw failure
    }
  }

  /// The token of the bracket before the cursor.
  @inline(__always)
  private mutating func close() -> Token {
    let kind = open.isInObject ? Token.Kind.endObject : .endArray
    open.pop()
    expectation = .separator
    return token(kind, from: reader.cursor - reader.start - 1)
  }

  /// The token from a position to the cursor.
  @inline(__always)
  private func token(_ kind: Token.Kind, from position: Int) -> Token {
    Token(kind: kind, range: position..<(reader.cursor - reader.start), hasEscapes: false)
  }

  @inline(__always)
  private mutating func key() throws(MappingError) -> Token {
    guard reader.current == .quote else { throw reader.unexpectedInsteadOfKey(at: reader.cursor) }
    let token = try text(.key)
    try reader.readColon()
    expectation = .value
    return token
  }

  @inline(__always)
  private mutating func text(_ kind: Token.Kind) throws(MappingError) -> Token {
    let raw = try reader.scanString()
    try reader.validate(raw)
    let start = raw.start - reader.start
    return Token(
      kind: kind, range: start..<(start + raw.count), hasEscapes: raw.hasEscapes)
  }

  @inline(__always)
  private mutating func value() throws(MappingError) -> Token {
    expectation = .separator
    let position = reader.cursor - reader.start
    let kind: Token.Kind
    switch reader.current {
    case .quote?:
      return try text(.string)
    case .openBrace?:
      open.push(isObject: true)
      expectation = try reader.beginObject() ? .key : .end
      return Token(kind: .beginObject, range: position..<(position + 1), hasEscapes: false)
    case .openBracket?:
      open.push(isObject: false)
      expectation = try reader.beginArray() ? .value : .end
      return Token(kind: .beginArray, range: position..<(position + 1), hasEscapes: false)
    case .lowerT?:
      try reader.readLiteral("true")
      kind = .true
    case .lowerF?:
      try reader.readLiteral("false")
      kind = .false
    case .lowerN?:
      try reader.readLiteral("null")
      kind = .null
    case let byte? where byte.startsNumber:
      _ = try reader.scanNumber()
      kind = .number
    default:
      throw reader.unexpected("a value", at: reader.cursor)
    }
    return token(kind, from: position)
  }
}

// MARK: - Values of tokens

extension JSONTokenizer {
  /// Calls a closure with the bytes of a token in the input.
  ///
  /// - Precondition: `body` does not keep them, as they are valid only while it runs.
  public func withBytes<R>(
    of token: Token, _ body: (UnsafeRawBufferPointer) throws -> R
  ) rethrows -> R {
    let bytes = reader.bytes
    let part = bytes[token.range.clamped(to: bytes.indices)]
    return try unsafe body(UnsafeRawBufferPointer(part.buffer))
  }

  /// The text of a string or key with its escapes resolved; of any other token, its source text.
  public func string(of token: Token) -> String {
    unsafe withBytes(of: token) { bytes in
      unsafe token.hasEscapes
        ? StringEscapes.unescapedLeniently(Bytes(bytes)) : String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The exact number of a token; nil if it isn't a number.
  public func number(of token: Token) -> JSONNumber? {
    guard token.kind == .number else { return nil }
    return unsafe withBytes(of: token) { unsafe JSONNumber(utf8: Bytes($0)) }
  }
}
