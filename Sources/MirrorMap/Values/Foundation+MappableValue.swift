import EssentialFoundation

/// A string that is a URL. Nothing is escaped or unescaped on the way.
extension URL: MappableValue, LeafValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> URL {
    try reader.readText("a URL") { URL(string: $0, encodingInvalidCharacters: false) }
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
    try reader.readText("a UUID") { text in JSONKey.withUTF8(text) { UUID(utf8: $0) } }
  }

  /// The UUID with this text of 36 characters; nil for all other texts, some of which Foundation reads:
  /// those with blanks, signs or `0x` in the place of digits.
  private init?(utf8: Bytes) {
    guard utf8.count == 36 else { return nil }
    var number: UInt128 = 0
    for position in 0..<36 {
      if position == 8 || position == 13 || position == 18 || position == 23 {
        guard utf8[position] == .minus else { return nil }
      } else {
        let digit = utf8[position].hexValue
        guard digit < 16 else { return nil }
        number = number << 4 | UInt128(digit)
      }
    }
    let (high, low) = (UInt64(truncatingIfNeeded: number >> 64), UInt64(truncatingIfNeeded: number))
    func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: word >> (56 - 8 * index))
    }
    self.init(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    if try writer.writeTransformed(self) { return }
    writer.writeString(uuidString)
  }

  public static var shape: ValueShape { .string(format: "uuid", isExact: true) }
}

/// A string of Base64 (RFC 4648, section 4, with padding).
extension Data: MappableValue, LeafValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Data {
    try reader.readText("Base64 text") { Data(exactBase64: $0) }
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    if try writer.writeTransformed(self) { return }
    writer.writeString(base64EncodedString())
  }

  /// The bytes of Base64 text; nil as well for misplaced padding such as `AAAA=` and `====`, of
  /// which Foundation makes something.
  init?(exactBase64 text: String) {
    let characters = text.utf8
    let padding = characters.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard characters.count.isMultiple(of: 4),
      !characters.dropLast(padding).contains(UInt8(ascii: "=")),
      let data = Data(base64Encoded: text), data.count == characters.count / 4 * 3 - padding
    else { return nil }
    self = data
  }

  public static var shape: ValueShape { .string(contentEncoding: "base64", isExact: true) }
}

/// The identifier, such as `"Europe/Berlin"` or `"GMT+0200"`.
extension TimeZone: MappableValue, LeafValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> TimeZone {
    try reader.readText("the identifier of a time zone") { TimeZone(identifier: $0) }
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    writer.writeString(identifier)
  }

  public static var shape: ValueShape { .string(isExact: true) }
}

/// The identifier, such as `"de_DE"`. Every text is one.
extension Locale: MappableValue, LeafValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Locale {
    try reader.readText("the identifier of a locale") { Locale(identifier: $0) }
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    writer.writeString(identifier)
  }

  public static var shape: ValueShape { .string(isExact: true) }
}

/// A number, exact to the 38 digits that a `Decimal` has; more digits are an error.
extension Decimal: MappableValue, LeafValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Decimal {
    if let value = try reader.readTransformed(Decimal.self) { return value }
    let position = reader.cursor
    guard reader.nextKind == .number else {
      return try reader.coerceToNumber("Decimal") {
        (reader) throws(MappingError) in try Decimal.decode(from: &reader)
      }
    }
    return try reader.readNumber().decimal.orThrow(
      reader.failure(
        .inexactNumber, at: position, expected: "Decimal",
        found: "a number with more digits or a larger exponent than it has"))
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    if try writer.writeTransformed(self) { return }
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
      ISO8601.date(from: $0)
    }
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    if try writer.writeTransformed(self) { return }
    writer.writeString(
      try ISO8601.string(from: self).orThrow(
        MappingError(.notEncodable, expected: "the date is out of the range of ISO 8601")))
  }

  public static var shape: ValueShape { .string(format: "date-time", isExact: true) }
}

extension JSONReader {
  /// Reads a value that is a string, with the mapper's transform for its type if there is one.
  ///
  /// - Parameters:
  ///   - expected: what errors call the value.
  ///   - found: what they call another string.
  ///   - make: makes the value; nil if the string isn't one.
  @inline(__always)
  mutating func readText<Value: MappableValue>(
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
