extension String: MappableValue {
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> String {
    try reader.readString()
  }

  @inlinable
  public func encode(to writer: inout JSONWriter) throws(MappingError) { writer.writeString(self) }

  @inlinable
  public static func encode(at address: InPlaceAddress, to writer: inout JSONWriter) {
    writer.writeString(address.of(String.self))
  }

  @inlinable
  public static func encodeArray(at address: InPlaceAddress, to writer: inout JSONWriter) {
    writer.writeArray(address.of([String].self))
  }

  public static var shape: ValueShape { .string() }
}
