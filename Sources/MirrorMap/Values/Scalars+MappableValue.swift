extension Bool: MappableValue, LeafValue {
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Bool {
    try reader.readBool()
  }

  @inlinable
  public func encode(to writer: inout JSONWriter) throws(MappingError) { writer.writeBool(self) }

  public static var shape: ValueShape { .boolean }
}

/// A number, read as the nearest value, ties to even, and written as the shortest decimal that reads
/// back as the same value. Overflow is an error, underflow gives ±0.
extension Double: MappableValue, LeafValue {
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Double {
    try reader.readDouble()
  }

  @inlinable
  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    try writer.writeDouble(self)
  }

  public static var shape: ValueShape { .number() }
}

/// As `Double`; rounded once, never through `Double`.
extension Float: MappableValue, LeafValue {
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Float {
    try reader.readFloat()
  }

  @inlinable
  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    try writer.writeFloat(self)
  }

  public static var shape: ValueShape {
    // Halfway to what would be the next value, rounded up: a bit more than the largest one.
    .number(minimum: -3.4028235677973367e38, maximum: 3.4028235677973367e38)
  }
}

extension String: MappableValue, LeafValue {
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> String {
    try reader.readString()
  }

  @inlinable
  public func encode(to writer: inout JSONWriter) throws(MappingError) { writer.writeString(self) }

  public static var shape: ValueShape { .string() }
}

/// A string of one character, which may be made of several Unicode scalars.
extension Character: MappableValue, LeafValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Character {
    let position = reader.cursor
    let character = try reader.readString("one character", found: "a string of another length") {
      text in
      guard let first = text.first, text.index(after: text.startIndex) == text.endIndex else {
        return nil as Character?
      }
      return first
    }
    try reader.checkComparable(String(character), at: position)
    return character
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    writer.writeString(String(self))
  }

  public static var shape: ValueShape { .string(isExact: true) }
}
