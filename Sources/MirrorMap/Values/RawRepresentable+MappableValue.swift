/// Raw representable types, enums above all, are mapped by their raw value:
/// `enum Role: String, MappableValue { case admin, member }`. An unknown raw value is an error, unless the
/// type is ``UnknownCaseProviding``.
extension MappableValue where Self: RawRepresentable, RawValue: MappableValue {
  @inlinable
  public static func decode(from reader: inout JSONReader) throws -> Self {
    let position = reader.cursor
    let raw = try reader.decode(RawValue.self)
    return try Self(rawValue: raw) ?? reader.unknownCase(of: Self.self, at: position)
  }

  @inlinable
  public func encode(to writer: inout JSONWriter) throws { try writer.encode(rawValue) }

  public static var shape: ValueShape {
    .rawValue(ValueItself<Self>(), of: .value(RawValue.self))
  }
}
