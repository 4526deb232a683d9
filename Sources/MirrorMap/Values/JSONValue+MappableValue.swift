/// Any value, `null` included. Of duplicate keys the last one counts, as nothing typed asks for any
/// of them.
extension JSONValue: MappableValue, LeafValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> JSONValue {
    try reader.readTree()
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    try writer.writeTree(self)
  }

  /// Replaces the value, or applies a patch to it if that is what is being read.
  public mutating func update(from reader: inout JSONReader) throws {
    let value = try reader.readTree()
    self = reader.isMergePatch ? applying(mergePatch: value) : value
  }

  public static var acceptsNull: Bool { true }
}

/// Any number, kept exactly.
extension JSONNumber: MappableValue, LeafValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> JSONNumber {
    guard reader.nextKind == .number else {
      return try reader.coerceToNumber("a number") {
        (reader) throws(MappingError) in try reader.readNumber()
      }
    }
    return try reader.readNumber()
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) { writer.writeNumber(self) }

  public static var shape: ValueShape { .number() }
}

/// Any object, its members in order.
extension JSONObject: MappableValue, LeafValue {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> JSONObject {
    guard reader.nextKind == .object else { throw reader.mismatch("an object") }
    return try reader.readTree().object ?? JSONObject()
  }

  /// Replaces the object, or applies a patch to it if that is what is being read.
  public mutating func update(from reader: inout JSONReader) throws {
    let members = try Self.decode(from: &reader)
    let value = JSONValue.object(members)
    let updated = reader.isMergePatch ? JSONValue.object(self).applying(mergePatch: value) : value
    self = updated.object ?? members
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    try writer.writeTree(.object(self))
  }

  public static var shape: ValueShape { .dictionary(of: .anything()) }
}

extension JSONObject: CustomStringConvertible {
  /// The object as compact JSON; cut off where it is nested too deeply to be written.
  public var description: String { JSONValue.object(self).description }
}

extension JSONValue: CustomStringConvertible {
  /// The value as compact JSON; cut off where it is nested too deeply to be written.
  public var description: String {
    var writer = JSONWriter(session: nil)
    try? writer.writeTree(self)
    return String(decoding: writer.written, as: UTF8.self)
  }
}
