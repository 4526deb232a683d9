import EssentialFoundation

/// A string that is a URL. Nothing is escaped or unescaped on the way.
extension URL: MappableValue, LeafValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> URL {
    try reader.readString("a URL") { URL(string: $0, encodingInvalidCharacters: false) }
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    if try writer.writeTransformed(self) { return }
    writer.writeString(absoluteString)
  }

  public static var shape: ValueShape { .string(format: "uri", isExact: true) }
}

/// A string such as `"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"`.
extension UUID: MappableValue, LeafValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> UUID {
    try reader.readText("a UUID") { UUID(utf8: $0) }
  }

  /// The UUID with this text of 36 characters; nil for all other texts, some of which Foundation reads:
  /// those with blanks, signs or `0x` in the place of digits.
  private init?(utf8: Bytes) {
    guard utf8.count == 36, utf8[8] == .minus, utf8[13] == .minus, utf8[18] == .minus,
      utf8[23] == .minus, let first = HexDigits.bytes(of: utf8.word(at: 0)),
      let second = HexDigits.bytes(of: utf8.word(at: 9, 14)),
      let third = HexDigits.bytes(of: utf8.word(at: 19, 24)),
      let fourth = HexDigits.bytes(of: utf8.word(at: 28))
    else { return nil }
    let words = SIMD4(
      first.littleEndian, second.littleEndian, third.littleEndian, fourth.littleEndian)
    // Precondition: both have 16 bytes, all of whose patterns are values.
    self.init(uuid: unsafe unsafeBitCast(words, to: uuid_t.self))
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    if try writer.writeTransformed(self) { return }
    writer.writeUUID(self)
  }

  public static var shape: ValueShape { .string(format: "uuid", isExact: true) }
}

/// A string of Base64 (RFC 4648, section 4, with padding).
extension Data: MappableValue, LeafValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Data {
    try reader.readText("Base64 text") { Base64.bytes(of: $0) }
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    if try writer.writeTransformed(self) { return }
    writer.writeBase64(self)
  }

  public static var shape: ValueShape { .string(contentEncoding: "base64", isExact: true) }
}

/// The identifier, such as `"Europe/Berlin"` or `"GMT+0200"`.
extension TimeZone: MappableValue, LeafValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> TimeZone {
    // No identifier is longer, and Foundation takes quadratic time for a text of many combining marks.
    try reader.readString("the identifier of a time zone") {
      $0.utf8.count > 512 ? nil : TimeZone(identifier: $0)
    }
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    writer.writeString(identifier)
  }

  public static var shape: ValueShape { .string(isExact: true) }
}

/// The identifier, such as `"de_DE"`. Every text is one.
extension Locale: MappableValue, LeafValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Locale {
    let position = reader.cursor
    let identifier = try reader.readString(expecting: "the identifier of a locale")
    // Foundation normalizes it.
    try reader.checkComparable(identifier, at: position)
    return Locale(identifier: identifier)
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    writer.writeString(identifier)
  }

  public static var shape: ValueShape { .string(isExact: true) }
}

/// A number. One that the 128-bit significand of a `Decimal` and its power of ten, from -128 to 127, can't hold exactly
/// is an error.
extension Decimal: MappableValue, LeafValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Decimal {
    if let value = try reader.readTransformed(Decimal.self) { return value }
    let position = reader.cursor
    guard reader.nextKind == .number else {
      return try reader.coerceToNumber("Decimal") {
        (reader) throws(MappingError) in try Decimal.decode(from: &reader)
      }
    }
    let raw = try reader.scanNumber()
    if raw.isShortened { try reader.checkLength(raw.text.count, from: position) }
    if let decimal = DecimalParts(raw)?.decimal { return decimal }
    reader.cursor = position
    return try reader.readNumber().decimal.orThrow(
      reader.failure(
        .inexactNumber, at: position, expected: "Decimal",
        found: "a number with more digits or a larger exponent than it has"))
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    if try writer.writeTransformed(self) { return }
    if let parts = DecimalParts(self) {
      if let number = JSONNumber(parts) { return writer.writeNumber(number) }
      if writer.writeLongNumber(parts) { return }
    }
    writer.writeNumber(
      try JSONNumber(self).orThrow(MappingError(.notEncodable, expected: "JSON has no NaN")))
  }

  public static var shape: ValueShape { .number() }
}

/// A string in the format of ISO 8601, such as `"2024-02-29T12:34:56Z"`. For other formats use a
/// transform.
extension Date: MappableValue, LeafValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Date {
    try reader.readText("a date in the format of ISO 8601", found: "another string") {
      ISO8601.date(from: $0 as Bytes)
    }
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    if try writer.writeTransformed(self) { return }
    guard writer.writePlainText(atMost: ISO8601.maximumCount, { $0.append(self) }) else {
      throw MappingError(.notEncodable, expected: "the date is out of the range of ISO 8601")
    }
  }

  public static var shape: ValueShape { .string(format: "date-time", isExact: true) }
}

extension JSONReader {
  /// Reads a value that is a string, with the mapper's transform for its type if there is one.
  ///
  /// - Parameters:
  ///   - expected: what errors call the value.
  ///   - found: what they call another string.
  ///   - make: makes the value of the text; nil if the text isn't one.
  @inline(__always)
  mutating func readText<Value: MappableValue>(
    _ expected: StaticString, found: StaticString = "a string that isn't one",
    _ make: (Bytes) -> Value?
  ) throws(MappingError) -> Value {
    if let value = try readTransformed(Value.self) { return value }
    guard current == .quote else { throw mismatch("\(expected)") }
    let position = cursor
    let raw = try scanString()
    let value: Value?
    if raw.isASCII, !raw.hasEscapes {
      value = make(raw.bytes)
    } else {
      try validate(raw)
      value = withUnescaped(raw, make)
    }
    return try value.orThrow(
      failure(.invalidValue, at: position, expected: "\(expected)", found: "\(found)"))
  }

  /// Reads a string from which another library makes the value.
  mutating func readString<Value: MappableValue>(
    _ expected: StaticString, found: StaticString = "a string that isn't one",
    _ make: (String) -> Value?
  ) throws(MappingError) -> Value {
    if let value = try readTransformed(Value.self) { return value }
    let position = cursor
    return try make(readString(expecting: expected)).orThrow(
      failure(.invalidValue, at: position, expected: "\(expected)", found: "\(found)"))
  }

  /// Reads a string, with an error that names what it should have been.
  mutating func readString(expecting expected: StaticString) throws(MappingError) -> String {
    guard current == .quote else { throw mismatch("\(expected)") }
    return try readString()
  }
}
