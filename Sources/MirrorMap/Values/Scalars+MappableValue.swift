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

  public static var shape: ValueShape { .number() }
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
