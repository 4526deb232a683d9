extension Bool: MappableValue, LeafValue {
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Bool {
    try reader.readBool()
  }

  @inlinable
  public func encode(to writer: inout JSONWriter) throws(MappingError) { writer.writeBool(self) }

  public static var shape: ValueShape { .boolean }
}
