/// Integers are read from any number that is mathematically one: `1`, `1.0` and `10e-1` alike.
/// Fractions and numbers out of range are errors.
extension MappableValue where Self: FixedWidthInteger {
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Self {
    try reader.readInteger()
  }

  @inlinable
  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    // Which of the first two applies is known where this is specialized.
    if Self.isSigned, let value = Int64(exactly: self) { return writer.writeInt(value) }
    if !Self.isSigned, let value = UInt64(exactly: self) { return writer.writeInt(value) }
    guard let magnitude = UInt128(exactly: magnitude) else {
      return writer.writeNumber(JSONNumber(self))
    }
    writer.writeInt(magnitude: magnitude, isNegative: self < 0)
  }

  @inlinable
  public static var _access: _ValueAccess { _ValueAccess(Self.self, .none) }

  public static var shape: ValueShape {
    .integer(minimum: JSONNumber(min), maximum: JSONNumber(max))
  }
}

extension Int: MappableValue, MappableKey {
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Int {
    try reader.readInt()
  }
}

extension Int8: MappableValue, MappableKey {}
extension Int16: MappableValue, MappableKey {}
extension Int32: MappableValue, MappableKey {}
extension Int64: MappableValue, MappableKey {}
extension UInt: MappableValue, MappableKey {}
extension UInt8: MappableValue, MappableKey {}
extension UInt16: MappableValue, MappableKey {}
extension UInt32: MappableValue, MappableKey {}
extension UInt64: MappableValue, MappableKey {}
extension Int128: MappableValue, MappableKey {}
extension UInt128: MappableValue, MappableKey {}
