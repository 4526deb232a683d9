/// Making errors. All of it is off the hot path and kept out of line.
extension JSONReader {
  static var theEnd: String { "the end of the input" }

  /// An error at the cursor, or at another place.
  @inline(never)
  @usableFromInline
  func failure(
    _ code: MappingError.Code, at position: BytePointer? = nil,
    expected: String? = nil, found: String? = nil
  ) -> MappingError {
    MappingError(
      MappingError.Details(
        code: code, byteOffset: (position ?? cursor) - start, expected: expected, found: found))
  }

  /// The next value is not of the type asked for.
  @inline(never)
  @usableFromInline
  func mismatch(_ expected: String) -> MappingError {
    switch nextKind {
    case nil: return unexpected("a value", at: cursor)
    case .null?:
      // The word must be right before it can be called null.
      var copy = JSONReader(copying: self)
      do { try copy.skipValue() } catch { return error }
      return failure(.unexpectedNull, expected: expected, found: "null")
    default:
      return failure(.typeMismatch, expected: expected, found: describeNext())
    }
  }

  /// The error for a byte that isn't allowed at its position.
  @inline(never)
  @usableFromInline
  func unexpected(_ expected: String, at position: BytePointer) -> MappingError {
    guard position < end else {
      return failure(.unexpectedEnd, at: end, expected: expected, found: Self.theEnd)
    }
    let found = Self.describe(bytes[position - start])
    return failure(.unexpectedCharacter, at: position, expected: expected, found: found)
  }

  /// A byte in words: itself if it is one of those that JSON is made of, else no more than its
  /// kind, as it may be part of what nobody is to see.
  private static func describe(_ byte: UInt8) -> String {
    switch byte {
    case .openBrace, .closeBrace, .openBracket, .closeBracket, .colon, .comma, .quote, .minus,
      UInt8(ascii: "+"), UInt8(ascii: "."):
      "'\(Character(UnicodeScalar(byte)))'"
    case UInt8(ascii: "0")...UInt8(ascii: "9"): "a digit"
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): "a letter"
    case 0..<0x20, 0x7F: "a control character"
    case 0x80...: "a character beyond ASCII"
    default: "another character"
    }
  }

  /// The kind of the next value in words. Never its text.
  private func describeNext() -> String {
    switch nextKind {
    case .object?: "an object"
    case .array?: "an array"
    case .string?: "a string"
    case .number?: "a number"
    case .bool?: "a boolean"
    case .null?: "null"
    case nil: "no value"
    }
  }

  /// A reader of the same input at the same place, for a look ahead.
  init(copying other: borrowing JSONReader) {
    self.init(
      other.bytes, maximumDepth: other.remainingDepth, session: other.session)
    cursor = other.cursor
    (coercion, scope) = (other.coercion, other.scope)
  }

  /// Turns whatever a value's own code threw into an error with a place.
  ///
  /// An error of this reader passes through; one that was already located belongs to another
  /// document and becomes the cause.
  @inline(never)
  @usableFromInline
  func wrap(_ error: any Error, at position: BytePointer) -> MappingError {
    guard let error = error as? MappingError, !error.details.isLocated else {
      var wrapped = failure(.custom, at: position)
      wrapped.details.underlying = error
      return wrapped
    }
    guard error.details.byteOffset == nil, error.code != .declaration else { return error }
    var placed = error
    placed.details.byteOffset = position - start
    return placed
  }
}
