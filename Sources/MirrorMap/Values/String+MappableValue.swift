extension String: MappableValue {
  @inlinable
  public static var _access: _ValueAccess { .leaf(Self.self) }

  @inlinable
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> String {
    try reader.readString()
  }

  @inlinable
  public func encode(to writer: inout JSONWriter) throws(MappingError) { writer.writeString(self) }

  public static var shape: ValueShape { .string() }
}
