extension String: MappableValue, LeafValue {
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> String {
    try reader.readString()
  }

  @inlinable
  public func encode(to writer: inout JSONWriter) throws(MappingError) { writer.writeString(self) }

  public static var shape: ValueShape { .string() }
}
